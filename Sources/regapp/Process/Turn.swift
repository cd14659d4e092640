import CRegappLinux
import Glibc
import RegappCore
import RegappStore

/// A turn at computing hashes. Some processes at a time have one, and the others wait, without using a processor: of 200
/// people who change their passwords at once, all would else finish at the same moment, and most would wait too long for
/// the registry's lock. It also bounds the memory for hashes.
enum Turn {
    /// More than most machines have processors; a hash may take 64 MiB.
    private static let places: pid_t = 8

    /// Waits for a turn, which lasts until the process ends. Without a lock file in the directory there is nothing to wait
    /// for: nobody has changed anything yet.
    static func take(in store: DocumentStore) {
        let file = unsafe open(store.path(of: StoreLayout.regapp.lock), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        // The store locks the whole file in another way, flock(2), which does not see this. After a signal there is no
        // turn: what follows only takes longer.
        _ = regapp_wait_for_byte(file, off_t(getpid() % places))
    }
}
