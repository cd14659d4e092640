// The only file of the module that uses zlib.
internal import CRegappZlib

enum Zlib {
    /// The CRC-32 of ISO 3309, used by PNG and the cache entries. The corresponding C function is `crc32`.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }

    /// Decompresses a zlib stream (RFC 1950) that must contain exactly `count` bytes and end with the input; nil
    /// otherwise. At most `count + 1` bytes are ever decompressed. The corresponding C function is `inflate`.
    static func inflated(_ packed: [UInt8], count: Int) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard let available = uInt(exactly: packed.count), count >= 0, let room = uInt(exactly: count + 1),
            unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { _ = unsafe inflateEnd(&stream) }
        var input = packed
        var status = Z_OK
        let output = unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
            unsafe input.withUnsafeMutableBufferPointer { source in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = available
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = room
                status = unsafe inflate(&stream, Z_FINISH)
            }
            initialized = unsafe count + 1 - Int(stream.avail_out)
        }
        let isWhole = unsafe status == Z_STREAM_END && stream.avail_in == 0
        return isWhole && output.count == count ? output : nil
    }
}
