internal import DocumentStore
internal import PlainValues
internal import StrictJSON

/// An account as an element of a JSON array.
enum JSONAccount {
    static func imported(_ element: Result<JSONArrayReader.Element, ImportFault>) -> ImportedAccount {
        switch element {
        case .failure(let fault): return ImportedAccount(fault)
        case .success(let element):
            do throws(ImportFault) {
                return ImportedAccount(line: element.line, try record(of: element))
            } catch {
                return ImportedAccount(error)
            }
        }
    }

    private static func record(of element: JSONArrayReader.Element) throws(ImportFault) -> AccountRecord {
        let document = try parsed(element)
        var record = AccountRecord()
        for member in document.members {
            guard let field = Field(rawValue: member.key), field.rawValue.hasSameScalars(as: member.key)
            else {
                throw fault(.unknownKey, at: member.keyRange.lowerBound, of: element)
            }
            guard case .string(let value) = member.value.content else {
                throw fault(.notAString(field), at: member.value.range.lowerBound, of: element)
            }
            record[field] = value
        }
        return record
    }

    private static func parsed(_ element: JSONArrayReader.Element) throws(ImportFault) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(parsing: element.bytes)
        } catch {
            guard let problem = error.problems.first else { throw fault(.notUTF8, at: 0, of: element) }
            throw fault(.json(problem.reason.message), at: problem.offset, of: element)
        }
    }

    private static func fault(
        _ reason: ImportFault.Reason, at offset: Int, of element: JSONArrayReader.Element
    ) -> ImportFault {
        let position = SourcePosition(of: offset, in: element.bytes)
        return ImportFault(line: element.line + position.line - 1, reason: reason)
    }
}
