import CRegappLinux
import Glibc
import RegappCore
import RegappStore

extension DocumentStore {
    /// More than most machines have processors; a hash may take 64 MiB.
    private static let turns: pid_t = 8

    /// Waits for a turn at computing hashes, which lasts until the process ends. Some processes at a time have one, and the
    /// others wait, without using a processor: of 200 people who change their passwords at once, all would else finish at
    /// the same moment, and most would wait too long for the registry's lock. It also bounds the memory for hashes.
    /// Without a lock file in the directory there is nothing to wait for: nobody has changed anything yet.
    func waitForTurn() {
        let file = unsafe open(path(of: StoreLayout.regapp.lock), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return }
        // The store locks the whole file in another way, flock(2), which does not see this. After a signal there is no
        // turn: what follows only takes longer.
        _ = regapp_wait_for_byte(file, off_t(getpid() % Self.turns))
    }
}
