import RegappCore

extension RegistryDisk {
    /// The directory on this disk, as the library opens it.
    func directory(
        _ threads: LibraryThreads = .shared, actor: String = "library", waitingHashes: Int? = nil
    ) -> AccountDirectory {
        AccountDirectory(
            Self.directory, fileSystem: files, threads: threads, actor: actor, waitingHashes: waitingHashes,
            clock: LibraryClock.now)
    }
}

extension ProfileDisk {
    /// The directory on this disk, as the library opens it.
    func directory() -> AccountDirectory {
        AccountDirectory(Self.directory, fileSystem: files, threads: .shared, clock: LibraryClock.now)
    }
}

enum LibraryClock {
    /// 2026-07-15, noon in UTC.
    @Sendable static func now() -> Moment? {
        Moment(year: 2026, month: 7, day: 15, secondsSince1970: 1_784_116_800)
    }
}
