/// Pictures for the fake catalogue and the tests of the decoder: good ones and hostile ones, written by hand.
package enum FakeCataloguePictures {
    /// A picture by its name in paths; nil for a name that does not exist.
    package static func picture(_ kind: String) -> [UInt8]? {
        let good = png(width: 16, height: 16, colour: 2, rows: quarters(16))
        switch kind {
        case "good": return good
        case "bad-crc":
            var bytes = good
            bytes[bytes.count - 20] ^= 1
            return bytes
        case "vast": return png(width: 1 << 31, height: 1 << 31, colour: 6, rows: [])
        case "bomb": return file([header(width: 16, height: 16, colour: 2), chunk("IDAT", zlibBomb)])
        case "cut": return Array(good.prefix(good.count / 2))
        case "text": return Array("no picture at all".utf8)
        default: return nil
        }
    }

    /// Rows of three samples a pixel: red, green, blue and white quarters.
    package static func quarters(_ side: Int) -> [[UInt8]] {
        (0..<side).map { row in
            (0..<side).flatMap { column -> [UInt8] in
                switch (row < side / 2, column < side / 2) {
                case (true, true): [255, 0, 0]
                case (true, false): [0, 255, 0]
                case (false, true): [0, 0, 255]
                case (false, false): [255, 255, 255]
                }
            }
        }
    }

    /// A whole file, of one black pixel unless told otherwise, whose rows are filtered as `filter` says for each row.
    package static func png(
        width: UInt32 = 1, height: UInt32 = 1, colour: UInt8 = 0, rows: [[UInt8]] = [[0]], filter: UInt8 = 0,
        depth: UInt8 = 8, interlace: UInt8 = 0, extra: [[UInt8]] = []
    ) -> [UInt8] {
        let data = rows.flatMap { [filter] + $0 }
        let head = header(width: width, height: height, colour: colour, depth: depth, interlace: interlace)
        return file([head] + extra + [chunk("IDAT", zlibStored(data)), chunk("IEND", [])])
    }

    /// A signature and chunks.
    package static func file(_ chunks: [[UInt8]]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.joined()
    }

    /// The first chunk.
    package static func header(
        width: UInt32 = 1, height: UInt32 = 1, colour: UInt8 = 0, depth: UInt8 = 8, interlace: UInt8 = 0
    ) -> [UInt8] {
        chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, colour, 0, 0, interlace])
    }

    /// A chunk with its length and checksum.
    package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + named + bigEndian(crc32(named))
    }

    /// A zlib stream (RFC 1950) that is not compressed.
    package static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let piece = rest.prefix(65_535)
            rest = rest.dropFirst(piece.count)
            let (low, high) = (UInt8(piece.count & 255), UInt8(piece.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + piece
        } while !rest.isEmpty
        return stream + bigEndian(adler32(bytes))
    }

    /// A gzip file of 420 KB that unpacks to 64 MiB of zeros.
    static let gzipBomb: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + zeros

    /// A zlib stream that unpacks to 64 MiB of zeros.
    package static let zlibBomb: [UInt8] = [0x78, 0x01] + zeros

    /// Zeros in a block of fixed codes (RFC 1951, 3.2.6): one literal, then "258 bytes from one byte back".
    private static let zeros: [UInt8] = {
        var bytes: [UInt8] = []
        var (buffer, count) = (UInt32(0), 0)
        func put(_ bits: String) {
            for bit in bits.utf8 {
                buffer |= UInt32(bit & 1) << UInt32(count)
                count += 1
                guard count == 8 else { continue }
                bytes.append(UInt8(truncatingIfNeeded: buffer))
                (buffer, count) = (0, 0)
            }
        }
        // Last block, fixed codes (the number 1 in two bits, its low bit first), the literal 0.
        put("1" + "10" + "00110000")
        for _ in 0..<((64 << 20) / 258) { put("11000101" + "00000") }
        put("0000000" + "0000000")
        return bytes
    }()

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { (sum: UInt32, _) -> UInt32 in
                sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let sums = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return sums.1 << 16 | sums.0
    }
}
