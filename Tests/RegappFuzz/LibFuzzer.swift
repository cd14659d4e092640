internal import Glibc

/// The target of this process, as `$REGAPP_FUZZ_TARGET` names it.
private let target: FuzzTarget = {
    guard let name = unsafe getenv("REGAPP_FUZZ_TARGET"),
        let target = FuzzTarget(rawValue: unsafe String(cString: name))
    else {
        say("REGAPP_FUZZ_TARGET names no target")
        exit(64)
    }
    return target
}()

/// What libFuzzer calls with each input; a broken property ends the process, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(BrokenProperty) {
        try target.check(input)
    } catch {
        say("broken property: \(error.description)")
        abort()
    }
    return 0
}

private func say(_ words: String) {
    let line = Array("fuzz: \(words)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}
