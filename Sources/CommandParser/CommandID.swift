/// Each thing that a command line can ask regapp to do.
public enum CommandID: Sendable, CaseIterable {
    /// `regapp` alone.
    case screens
    case login, show, edit, cancel, logout, register
    case accountsList, accountsShow, accountsVerify, accountsPassword, accountsRemove, accountsCheck
    case accountsImport, accountsExport
    /// `regapp policy show`, and `regapp policy` alone.
    case policyShow
    case policyList, policyUse
    /// `regapp albums` alone.
    case albumsScreens
    case albumsSearch, albumsShow
    case completions, manual
    /// `regapp help …`, and every command line with `--help` or `-h`.
    case help
    /// `regapp --version`.
    case version
}
