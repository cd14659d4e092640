extension Catalogue {
    /// Answers a question from the cache or the service. `shape` reduces the service's answer to what the question is
    /// about before it is cached; if it throws, the answer is not cached.
    func answer(
        _ query: CatalogQuery, _ kind: AnswerCache.Kind, _ refresh: Bool, _ cancellation: Cancellation,
        shape: (inout CatalogAnswer) throws(CatalogError) -> Void
    ) throws(CatalogError) -> CatalogResult<CatalogAnswer> {
        let url = address.url(of: query)
        func result(_ answer: CatalogAnswer, _ freshness: Freshness) -> CatalogResult<CatalogAnswer> {
            CatalogResult(value: answer, freshness: freshness, droppedCount: answer.droppedCount)
        }
        func cached() -> CacheEntry? { cache?.entry(kind, url, now: surroundings.now()) }
        if !refresh, let cached = cached(), cached.isFresh(at: surroundings.now()),
            let answer = try? CatalogAnswer(json: cached.body, isCached: true)
        {
            return result(answer, .cached)
        }
        do throws(CatalogError) {
            var (answer, validity) = try ask(url, cancellation)
            try shape(&answer)
            store(CatalogJSON.text(of: answer), kind, url, validity: validity)
            return result(answer, .fetched)
        } catch .badParameter(let names) where names.contains("country") {
            throw .noSuchStore(query.store)
        } catch {
            guard error.allowsOutdatedAnswer, let cached = cached(),
                let answer = try? CatalogAnswer(json: cached.body, isCached: true)
            else { throw error }
            return result(answer, .outdated(age: cached.age(at: surroundings.now()), because: error))
        }
    }

    /// - Parameter validity: in seconds.
    func store(
        _ body: @autoclosure () -> [UInt8], _ kind: AnswerCache.Kind, _ url: String, validity: Int64
    ) {
        guard let cache, validity > 0 else { return }
        let now = surroundings.now()
        let entry = CacheEntry(key: url, stored: now, expires: now + validity * 1000, body: body())
        cache.store(entry, kind, now: now)
    }

    /// Asks the service, retrying a 503 twice; returns the answer and its validity in seconds.
    private func ask(
        _ url: String, _ cancellation: Cancellation
    ) throws(CatalogError) -> (CatalogAnswer, validity: Int64) {
        let start = surroundings.now()
        var pauses = Self.pauses[...]
        while true {
            let now = surroundings.now()
            if let end = cache?.refusalEnd(now: now) {
                throw .rateLimited(seconds: Int((end - now + 999) / 1000))
            }
            let answer = try fetch(url, since: start, cancellation)
            do throws(CatalogError) {
                return (try CatalogAnswer(answer), answer.validity)
            } catch .rateLimited(let seconds) {
                cache?.noteRefusal(seconds: seconds, now: surroundings.now())
                throw .rateLimited(seconds: seconds)
            } catch .status(503) {
                guard let pause = pauses.popFirst() else { throw .status(503) }
                surroundings.pause(pause, cancellation)
                if cancellation.isCancelled { throw .cancelled }
                // The deadline is for the whole question, retries included.
                if timeLeft(since: start) <= 0 { throw .status(503) }
            }
        }
    }

    /// In milliseconds.
    private func timeLeft(since start: Int64) -> Int {
        let passed = max(0, surroundings.now() - start)
        return surroundings.deadline - Int(min(passed, Int64(surroundings.deadline)))
    }

    private func fetch(
        _ url: String, since start: Int64, _ cancellation: Cancellation
    ) throws(CatalogError) -> TransportAnswer {
        var request = TransportRequest(url: url, deadline: 0, byteLimit: Self.answerByteLimit)
        for _ in 0...RedirectRule.limit {
            request.deadline = timeLeft(since: start)
            guard request.deadline > 0 else { throw .timeout(milliseconds: surroundings.deadline) }
            let answer: TransportAnswer
            do throws(CatalogError) {
                answer = try transport.send(request, cancellation: cancellation)
            } catch .timeout {
                throw .timeout(milliseconds: surroundings.deadline)
            }
            // RFC 9110, 15.4; 304 and 300 do not redirect this client.
            guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
            request.url = try RedirectRule.target(of: answer.headers["location"], from: request.url)
        }
        throw .redirected("more than \(RedirectRule.limit) times")
    }
}
