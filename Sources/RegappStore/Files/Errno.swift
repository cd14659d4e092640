/// A system call's error number.
package struct Errno: Error, Hashable, Sendable, RawRepresentable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not permitted, whatever the permission bits say.
    package static let notPermitted = Errno(rawValue: 1)
    package static let noEntry = Errno(rawValue: 2)
    package static let interrupted = Errno(rawValue: 4)
    package static let inputOutput = Errno(rawValue: 5)
    package static let accessDenied = Errno(rawValue: 13)
    package static let busy = Errno(rawValue: 16)
    package static let exists = Errno(rawValue: 17)
    /// The two names are on different file systems, or on separate parts of one.
    package static let crossDevice = Errno(rawValue: 18)
    /// A part of the path is not a directory.
    package static let notDirectory = Errno(rawValue: 20)
    package static let isDirectory = Errno(rawValue: 21)
    /// The arguments are invalid for this file system.
    package static let invalid = Errno(rawValue: 22)
    package static let tooManyOpenFiles = Errno(rawValue: 24)
    package static let readOnly = Errno(rawValue: 30)
    package static let nameTooLong = Errno(rawValue: 36)
    package static let notImplemented = Errno(rawValue: 38)
    package static let notEmpty = Errno(rawValue: 39)
    /// The last part of the path is a symbolic link, or there are too many links.
    package static let loop = Errno(rawValue: 40)
    /// There is no such attribute.
    package static let noData = Errno(rawValue: 61)
    package static let notSupported = Errno(rawValue: 95)

    /// A file system answers like this if it does not know a call or a flag at all.
    var isRefusal: Bool {
        [.invalid, .notImplemented, .crossDevice, .notPermitted, .notSupported].contains(self)
    }
}
