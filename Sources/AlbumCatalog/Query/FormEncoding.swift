/// Encodes a value as HTML forms do in a query (WHATWG URL, application/x-www-form-urlencoded): letters, digits
/// and `*-._` stay, a space becomes `+`, every other byte of the UTF-8 form becomes `%` and two capital
/// hexadecimal digits.
func formEncoded(_ value: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.utf8.count)
    for byte in value.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            bytes.append(byte)
        case UInt8(ascii: " "):
            bytes.append(UInt8(ascii: "+"))
        default:
            bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + (nibble - 10)
}
