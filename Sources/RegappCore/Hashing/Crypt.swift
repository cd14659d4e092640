internal import CRegappCrypt

/// The only file that calls libcrypt. Each call has its own working memory, so any number of threads may hash at once.
enum Crypt {
    /// ``hash(_:setting:)``, or a test's substitute.
    typealias Computation = @Sendable (_ phrase: String, _ setting: String) -> String?

    /// The setting may be a whole hash. Nil if libcrypt refuses either.
    ///
    /// The corresponding C function is `crypt_r`. The phrase must not contain NUL, which would cut it short.
    static func hash(_ phrase: String, setting: String) -> String? {
        let size = MemoryLayout<crypt_data>.size
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: size, alignment: MemoryLayout<crypt_data>.alignment)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        defer {
            unsafe regapp_wipe(memory.baseAddress, size)
            unsafe memory.deallocate()
        }
        guard let data = unsafe memory.baseAddress?.assumingMemoryBound(to: crypt_data.self),
            let output = unsafe crypt_r(phrase, setting, data)
        else { return nil }
        return accepted(unsafe String(validatingCString: output))
    }

    /// A setting with a fresh, random salt (`crypt_gensalt_rn`); nil if libcrypt refuses the cost.
    static func setting(prefix: String, cost: Int) -> String? {
        guard let cost = UInt(exactly: cost) else { return nil }
        let size = Int(CRYPT_GENSALT_OUTPUT_SIZE)
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            guard let start = buffer.baseAddress,
                let output = unsafe crypt_gensalt_rn(prefix, cost, nil, 0, start, Int32(size))
            else { return nil }
            return accepted(unsafe String(validatingCString: output))
        }
    }

    /// libcrypt fails with NULL or a token that starts with `*`, which must never be stored as a hash.
    private static func accepted(_ output: String?) -> String? {
        guard let output, output.utf8.first != UInt8(ascii: "*") else { return nil }
        return output
    }
}
