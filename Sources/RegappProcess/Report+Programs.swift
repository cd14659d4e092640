internal import CommandParser
internal import DocumentStore

extension Report {
    /// Tells why the program beside this one did not do its work.
    public init(_ failure: SiblingProgram.Failure) {
        switch failure {
        case .unknownPlace:
            self.init(
                .failure, "cannot tell where regapp stands, so no program beside it is run",
                hint: "mount /proc")
        case .missing(let path):
            self.init(
                .failure, "there is no \(path)", hint: "install regapp-albums in the same directory as regapp"
            )
        case .failed(let path, let number):
            self.init(.failure, "cannot run \(path): \(Errno(rawValue: number).reason)")
        case .exited(let code):
            self.init(
                .failure, "regapp-albums ended with \(code)", hint: "\(.regapp("albums")) shows why")
        case .signalled(let signal): self.init(.failure, "regapp-albums was ended by signal \(signal)")
        }
    }
}
