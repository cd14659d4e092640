/// The part of swift-crypto that an example uses, so that the example compiles and runs without it. Nothing is secure.
public enum SHA256 {}

public struct SymmetricKeySize: Sendable {
    public static let bits256 = SymmetricKeySize()
}

public struct SymmetricKey: Sendable {
    fileprivate let value = UInt64.random(in: .min ... .max)

    public init(size: SymmetricKeySize) {}
}

public enum HMAC<Function> {
    public static func authenticationCode(for data: [UInt8], using key: SymmetricKey) -> [UInt8] {
        let code = data.reduce(key.value) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return withUnsafeBytes(of: code) { Array($0) }
    }

    public static func isValidAuthenticationCode(
        _ code: [UInt8], authenticating data: [UInt8], using key: SymmetricKey
    ) -> Bool {
        code == authenticationCode(for: data, using: key)
    }
}
