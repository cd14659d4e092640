package import RegappStore

/// A store that never synchronises some of what it should: a mutation that a crash test must notice.
package struct OmittedSync: ForwardingFileSystem {
    package enum Omitted: Sendable {
        case files, directories
        /// The record of a change may then reach the disk after it.
        case history
    }

    package let base: any FileSystem
    package let openPaths = OpenPaths()
    private let omitted: Omitted

    package init(of omitted: Omitted, _ base: any FileSystem) { (self.omitted, self.base) = (omitted, base) }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        let isOmitted =
            switch omitted {
            case .files: try base.status(of: file).kind != .directory
            case .directories: try base.status(of: file).kind == .directory
            case .history: openPaths[file].contains("/history")
            }
        if !isOmitted { try base.synchronize(file) }
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        if omitted == .history { try base.synchronizeFileSystem(of: file) }
    }
}
