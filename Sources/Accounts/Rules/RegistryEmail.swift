/// The e-mail of a registry: ASCII, the sizes and characters of RFC 5321, no quoted local part and no address
/// literal, at least one dot in the host, and a file name within its bound.
extension EmailAddress {
    /// The rules that the address breaks, all of them that can be told; control characters are judged elsewhere.
    public static func registryFaults(of address: String) -> [Rule] {
        var faults: [Rule] = []
        let scalars = address.unicodeScalars
        if scalars.contains(where: { $0.isSpace }) { faults.append(.space) }
        if scalars.contains(where: { !$0.isASCII && !$0.isSpace }) { faults.append(.ascii) }
        // What the two rules above name is not named again below.
        let ascii = scalars.compactMap { scalar in
            scalar.isASCII && !scalar.isSpace ? UInt8(truncatingIfNeeded: scalar.value) : nil
        }
        let parts = ascii.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isWhole = faults.isEmpty
        if parts.count == 2 {
            faults += localFaults(of: parts[0], isWhole: isWhole)
            faults += hostFaults(of: parts[1], isWhole: isWhole)
        } else {
            faults.append(.atSign)
        }
        return faults + sizeFaults(of: address)
    }

    private static func sizeFaults(of address: String) -> [Rule] {
        if address.utf8.count > maximumBytes { return [.maximumAddress(maximumBytes)] }
        // A file name is never shorter than its address, so one of the two bounds is enough to name.
        if encodedName(of: address).utf8.count > maximumFileNameBytes {
            return [.maximumFileName(maximumFileNameBytes)]
        }
        return []
    }

    private static func localFaults(of local: ArraySlice<UInt8>, isWhole: Bool) -> [Rule] {
        var faults: [Rule] = []
        let atoms = local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDotAtom = atoms.allSatisfy { $0.allSatisfy(isAtomText) && (!$0.isEmpty || !isWhole) }
        if !isDotAtom { faults.append(.localPart) }
        if local.count > maximumLocalBytes { faults.append(.maximumLocal(maximumLocalBytes)) }
        return faults
    }

    private static func hostFaults(of host: ArraySlice<UInt8>, isWhole: Bool) -> [Rule] {
        var faults: [Rule] = []
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count < 2 { faults.append(.dot) }
        if isWhole, labels.contains(where: { $0.isEmpty }) { faults.append(.emptyLabel) }
        let hyphen = UInt8(ascii: "-")
        let areLetterDigitHyphen = labels.allSatisfy { label in
            label.allSatisfy { isLetterOrDigit($0) || $0 == hyphen }
                && (!isWhole || (label.first != hyphen && label.last != hyphen))
        }
        if !areLetterDigitHyphen { faults.append(.hostName) }
        if labels.contains(where: { $0.count > maximumLabelBytes }) {
            faults.append(.maximumLabel(maximumLabelBytes))
        }
        return faults
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// RFC 5322, 3.2.3, `atext`.
    private static func isAtomText(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}
