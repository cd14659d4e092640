/// A system call's error number.
package struct Errno: Error, Hashable, Sendable, RawRepresentable {
    /// The number, as `errno` had it.
    package let rawValue: Int32

    /// Wraps an error number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not permitted, whatever the permission bits say.
    package static let notPermitted = Errno(rawValue: 1)
    /// No such file or directory.
    package static let noEntry = Errno(rawValue: 2)
    /// The call was interrupted by a signal.
    package static let interrupted = Errno(rawValue: 4)
    /// Input or output failed.
    package static let inputOutput = Errno(rawValue: 5)
    /// Permission was denied.
    package static let accessDenied = Errno(rawValue: 13)
    /// The file is in use.
    package static let busy = Errno(rawValue: 16)
    /// The name is taken.
    package static let exists = Errno(rawValue: 17)
    /// The two names are on different file systems, or on separate parts of one.
    package static let crossDevice = Errno(rawValue: 18)
    /// A part of the path is not a directory.
    package static let notDirectory = Errno(rawValue: 20)
    /// The name is a directory's.
    package static let isDirectory = Errno(rawValue: 21)
    /// Invalid arguments for this file system.
    package static let invalid = Errno(rawValue: 22)
    /// The process has too many open files.
    package static let tooManyOpenFiles = Errno(rawValue: 24)
    /// The device is full.
    package static let noSpace = Errno(rawValue: 28)
    /// The file system is read-only.
    package static let readOnly = Errno(rawValue: 30)
    /// The name is too long for the file system.
    package static let nameTooLong = Errno(rawValue: 36)
    /// The system has no such call.
    package static let notImplemented = Errno(rawValue: 38)
    /// The directory is not empty.
    package static let notEmpty = Errno(rawValue: 39)
    /// The last part of the path is a symbolic link, or there are too many links.
    package static let loop = Errno(rawValue: 40)
    /// There is no such attribute.
    package static let noData = Errno(rawValue: 61)
    /// The operation is not supported.
    package static let notSupported = Errno(rawValue: 95)
    /// The user's quota is exhausted.
    package static let quota = Errno(rawValue: 122)

    /// Whether a file system answers like this if it does not know a call or a flag at all.
    var isRefusal: Bool {
        [.invalid, .notImplemented, .crossDevice, .notPermitted, .notSupported].contains(self)
    }
}
