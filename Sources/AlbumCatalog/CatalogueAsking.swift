extension Catalogue {
    /// Answers a question from the cache or the service. `shape` keeps of an answer what the question is about,
    /// before it is sorted and kept; an answer that it refuses is not kept.
    func answer(
        _ query: CatalogQuery, _ kind: AnswerCache.Kind, order reader: ReaderLocale?, _ refresh: Bool,
        _ cancellation: Cancellation, shape: (inout CatalogAnswer) throws(CatalogError) -> Void
    ) throws(CatalogError) -> Found<CatalogAnswer> {
        let url = address.url(of: query)
        // Not read before it is needed.
        func kept() -> CacheEntry? { cache?.entry(kind, url, now: surroundings.now()) }
        if !refresh, let kept = kept(), kept.isFresh(at: surroundings.now()),
            let answer = try? CatalogAnswer(kept: kept.body)
        {
            return Found(value: answer, freshness: .cached, droppedCount: answer.droppedCount)
        }
        do throws(CatalogError) {
            var (answer, validity) = try ask(url, cancellation)
            try shape(&answer)
            if let reader {
                answer.albums = AlbumOrder(reader).sorted(answer.albums)
                answer.order = reader.identifier
            }
            keep(answer, kind, url, validity: validity)
            return Found(value: answer, freshness: .fetched, droppedCount: answer.droppedCount)
        } catch {
            guard error.isTroubleOfService, let kept = kept(),
                let answer = try? CatalogAnswer(kept: kept.body)
            else {
                throw error
            }
            let age = kept.age(at: surroundings.now())
            return Found(
                value: answer, freshness: .outdated(age: age, because: error),
                droppedCount: answer.droppedCount)
        }
    }

    private func keep(_ answer: CatalogAnswer, _ kind: AnswerCache.Kind, _ url: String, validity: Int64) {
        guard let cache, validity > 0 else { return }
        let now = surroundings.now()
        let entry = CacheEntry(
            key: url, stored: now, expires: now + validity * 1000, body: CatalogJSON.text(of: answer))
        cache.store(entry, kind, now: now)
    }

    /// Asks the service, a 503 twice more; returns the answer and for how many seconds it is good.
    private func ask(
        _ url: String, _ cancellation: Cancellation
    ) throws(CatalogError) -> (CatalogAnswer, validity: Int64) {
        for pause in Self.pauses {
            do throws(CatalogError) {
                return try askOnce(url, cancellation)
            } catch .status(503) {
                surroundings.pause(pause, cancellation)
                if cancellation.isCancelled { throw .cancelled }
            }
        }
        return try askOnce(url, cancellation)
    }

    private func askOnce(
        _ url: String, _ cancellation: Cancellation
    ) throws(CatalogError) -> (CatalogAnswer, validity: Int64) {
        let now = surroundings.now()
        if let end = cache?.rateLimit.end(now: now) {
            throw .rateLimited(seconds: Int((end - now + 999) / 1000))
        }
        let answer = try fetch(url, cancellation)
        do throws(CatalogError) {
            let decoded = try CatalogAnswer(answer, now: surroundings.now() / 1000)
            return (decoded, CacheControl.seconds(answer.headers["cache-control"]))
        } catch .rateLimited(let seconds) {
            cache?.rateLimit.note(seconds: seconds, now: surroundings.now())
            throw .rateLimited(seconds: seconds)
        }
    }

    /// Sends a request and follows the redirects that are allowed, all within one deadline.
    private func fetch(_ url: String, _ cancellation: Cancellation) throws(CatalogError) -> TransportAnswer {
        let start = surroundings.now()
        var request = TransportRequest(
            url: url, deadline: surroundings.deadline, byteLimit: Self.answerByteLimit)
        for _ in 0...RedirectRule.limit {
            let answer = try transport.send(request, cancellation: cancellation)
            guard RedirectRule.isRedirect(answer.status) else { return answer }
            request.url = try RedirectRule.target(of: answer.headers["location"], from: request.url)
            let left = Int64(surroundings.deadline) - (surroundings.now() - start)
            guard left > 0 else { throw .timeout(milliseconds: surroundings.deadline) }
            request.deadline = Int(min(left, Int64(surroundings.deadline)))
        }
        throw .redirected(.tooMany(limit: RedirectRule.limit))
    }
}
