/// The ways in which the fake catalogue misbehaves, named as in its paths.
package enum FakeCatalogueBehaviour: String, CaseIterable, Sendable {
    /// A good answer, one byte a second.
    case slow
    /// Takes the request and says nothing.
    case silent
    /// Half of a good answer, then nothing more.
    case stalls
    /// Half of what the length promised, then an orderly end.
    case stops
    /// No byte, and an orderly end.
    case hangsUp = "hangs-up"
    /// A reset before the first byte.
    case resets
    /// A reset after half of the answer.
    case resetsInTheMiddle = "resets-middle"
    /// Ten GiB, announced by a length, at the speed of a line of over a gigabit a second.
    case huge
    /// Ten GiB without a word about the length, at the same speed.
    case endless
    /// The same as fast as this machine can write, which is faster than the client can read.
    case torrent
    /// A small gzip body that unpacks to 64 MiB.
    case bomb
    /// A body in 30,000 pieces of one byte.
    case crumbs
    /// 300,000 items that are no albums.
    case gravel
    case redirectLoop = "redirect-loop"
    case redirectAway = "redirect-away"
    /// A redirect to plain HTTP on the same host, where a good answer lies.
    case redirectPlain = "redirect-plain"
    /// A redirect that names no address.
    case redirectNowhere = "redirect-nowhere"
    /// 400 with the service's error body.
    case badParameter = "bad-parameter"
    /// 200 with the service's older error body.
    case oldError = "old-error"
    /// 403 with an empty body.
    case forbidden
    /// 401 that asks for a password.
    case unauthorized
    /// 429 with `retry-after: 42`.
    case rateLimited = "rate-limited"
    /// 500.
    case broken
    /// 503, always.
    case unavailable
    /// 503 at first, then, from the second request on, a good answer.
    case unavailableOnce = "unavailable-once"
    /// 404.
    case missing
    /// 200 with the service's error page.
    case html
    /// Bytes of HTTP/0.9.
    case http09
    /// A status that is no number.
    case badStatus = "bad-status"
    /// A head of a million bytes.
    case hugeHead = "huge-head"
    /// A chunk whose length is no number.
    case badChunk = "bad-chunk"
    /// A body that is not what its content-encoding says.
    case badEncoding = "bad-encoding"
    /// A good answer that calls itself a picture.
    case wrongType = "wrong-type"
    /// A good answer between newlines, as the service sends it.
    case newlines
    /// Half of a JSON text, complete by its length.
    case truncatedJSON = "truncated-json"
    /// JSON nested 100,000 deep.
    case deepJSON = "deep-json"
    case otherShape = "other-shape"
    /// Good albums among malformed items.
    case malformedItems = "malformed-items"
    /// ESC, C1 and bidi controls in names and links.
    case hostileText = "hostile-text"
    /// 200 albums with names of 10,000 characters.
    case longNames = "long-names"
    /// Albums whose identities repeat.
    case duplicates
    /// A good answer that must not be kept.
    case noStore = "no-store"
    /// A good answer whose covers never come.
    case silentCovers = "silent-covers"
}
