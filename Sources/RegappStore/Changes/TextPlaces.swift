/// Where the new texts of a change wait until they take their documents' names: always in the document's own folder, so
/// that a rename is enough.
///
/// ```
/// .regapp-I.tmp                  beside the document; I: its line in the record
/// .regapp-DIGEST-I.tmp           beside a link's target; DIGEST tells whose link it is
/// .regapp-texts-SLOT.tmp/NAME    of a change of many documents
/// ```
struct TextPlaces {
    let slot: Int
    private let directory: String
    private let layout: StoreLayout
    /// Open folders of texts, by the documents' folder.
    private var open: [String: Folder] = [:]
    /// Open folders of links' targets, by the link: a text stays there even if its link leads elsewhere by now.
    private var targets: [String: Folder] = [:]

    /// - Parameter directory: the real path of the documents directory.
    init(slot: Int, _ directory: String, _ layout: StoreLayout) {
        self.slot = slot
        self.directory = directory
        self.layout = layout
    }

    /// The place for the new text of a document; creates its folder if necessary.
    mutating func make(
        of file: String, _ index: Int, at location: DocumentReader.Location, _ files: FileAccess
    ) throws(StoreError) -> Place {
        guard let document = location.place else { throw .failed(.write, path: location.path, .noEntry) }
        if location.isLinked {
            targets[file] = document.folder
            return document.folder[nameBesideTarget(of: file)]
        }
        if slot == ChangeDraft.lockHolder { return document.folder[TemporaryName.name(index)] }
        if let place = inOpenFolder(file) { return place }
        let place = document.folder[TemporaryName.texts(slot)]
        try files.makeDirectory(place)
        guard let texts = try files.folder(place) else { throw .failed(.create, path: place.path, .noEntry) }
        open[FileAccess.folder(of: file)] = texts
        return texts[FileAccess.name(of: file)]
    }

    /// The place of a line's text, which may be gone; nil if its folder is gone.
    ///
    /// - Parameters:
    ///   - index: the line's number, from 1.
    ///   - folder: the document's own.
    mutating func place(
        of line: RecordedChange, _ index: Int, in folder: Folder?, _ files: FileAccess
    ) throws(StoreError) -> Place? {
        let file = line.file
        if let target = line.target {
            if targets[file] == nil {
                let found = (try? FolderWalk.find(FileAccess.folder(of: target), files)) ?? nil
                if found?.opened?.owner == files.system.user { targets[file] = found }
            }
            return targets[file]?[nameBesideTarget(of: file)]
        }
        if slot == ChangeDraft.lockHolder { return folder?[TemporaryName.name(index)] }
        let name = FileAccess.folder(of: file)
        if open[name] == nil, let folder { open[name] = try files.folder(folder[TemporaryName.texts(slot)]) }
        return inOpenFolder(file)
    }

    private func nameBesideTarget(of file: String) -> String {
        TemporaryName.name(1 + (layout.linkable.firstIndex(of: file) ?? 0), ofDirectory: directory)
    }

    /// The place in an open folder of texts.
    func inOpenFolder(_ file: String) -> Place? {
        open[FileAccess.folder(of: file)]?[FileAccess.name(of: file)]
    }

    /// The folders that hold open folders of texts.
    var parents: [Folder] { open.values.compactMap { $0.place?.folder } }

    /// Removes the open folders of texts. If a power cut brings one back, the next writer removes it.
    func removeFolders(_ files: FileAccess) throws(StoreError) {
        for folder in open.values { if let place = folder.place { try files.removeTree(place) } }
    }
}
