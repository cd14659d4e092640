extension CatalogAnswer {
    /// Judges a complete answer of the service by status, header and body; `now` is in seconds since 1970.
    ///
    /// A 429, and a 403 in which the service does not tell of an error, mean "too many questions".
    init(_ answer: TransportAnswer, now: Int64) throws(CatalogError) {
        switch answer.status {
        case 200:
            try self.init(json: answer.body)
        case 429:
            throw .rateLimited(seconds: RetryTime.seconds(answer.headers["retry-after"], now: now))
        default:
            // Errors come with any status: the service's own words say more than the number.
            do throws(CatalogError) {
                _ = try CatalogAnswer(json: answer.body)
            } catch .badParameter(let names) {
                throw .badParameter(names)
            } catch .message(let words) {
                throw .message(words)
            } catch {}
            guard answer.status == 403 else { throw .status(answer.status) }
            throw .rateLimited(seconds: RetryTime.seconds(answer.headers["retry-after"], now: now))
        }
    }
}
