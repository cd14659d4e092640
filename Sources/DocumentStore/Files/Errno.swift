/// A system call's error number.
package struct Errno: Error, Hashable, Sendable, RawRepresentable {
    /// The number, as `errno` had it.
    package let rawValue: Int32

    /// Wraps an error number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The operation is not permitted, whatever the permission bits say.
    package static let notPermitted = Errno(rawValue: 1)
    /// No such file or directory.
    package static let noEntry = Errno(rawValue: 2)
    /// The call was interrupted by a signal.
    package static let interrupted = Errno(rawValue: 4)
    /// Input or output failed.
    package static let inputOutput = Errno(rawValue: 5)
    /// Permission was denied.
    package static let accessDenied = Errno(rawValue: 13)
    /// Something else is at work with it.
    package static let busy = Errno(rawValue: 16)
    /// The name is taken.
    package static let exists = Errno(rawValue: 17)
    /// The two names are of different file systems, or of parts of one that are kept apart.
    package static let crossDevice = Errno(rawValue: 18)
    /// A part of the path is not a directory.
    package static let notDirectory = Errno(rawValue: 20)
    /// The name is a directory's.
    package static let isDirectory = Errno(rawValue: 21)
    /// The arguments do not suit this file system.
    package static let invalid = Errno(rawValue: 22)
    /// The process has too many open files.
    package static let tooManyOpenFiles = Errno(rawValue: 24)
    /// The device is full.
    package static let noSpace = Errno(rawValue: 28)
    /// The file system can only be read.
    package static let readOnly = Errno(rawValue: 30)
    /// The name is longer than the file system allows.
    package static let nameTooLong = Errno(rawValue: 36)
    /// The system has no such call.
    package static let notImplemented = Errno(rawValue: 38)
    /// The directory is not empty.
    package static let notEmpty = Errno(rawValue: 39)
    /// The last part of the path is a symbolic link, or there are too many of them.
    package static let loop = Errno(rawValue: 40)
    /// There is no such attribute.
    package static let noData = Errno(rawValue: 61)
    /// The operation is not supported.
    package static let notSupported = Errno(rawValue: 95)
    /// The user's quota is used up.
    package static let quota = Errno(rawValue: 122)

    /// Whether a file system answers so that does not know a call, or a flag of it, at all.
    var isRefusal: Bool {
        [.invalid, .notImplemented, .crossDevice, .notPermitted, .notSupported].contains(self)
    }
}
