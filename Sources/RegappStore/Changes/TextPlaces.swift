/// Where the new texts of a change wait until they take their documents' names: always in the document's own folder, so
/// that a rename is enough.
///
/// ```
/// .regapp-I.tmp                  beside the document; I: its line in the record
/// .regapp-DIGEST-I.tmp           beside a link's target; DIGEST tells whose link it is
/// .regapp-texts-SLOT.tmp/NAME    of a change of many documents
/// ```
/// If nothing had the name of the folder of many documents, their texts wait in a folder that can take its name as a whole:
/// `.regapp-texts-SLOT.tmp/FOLDER/NAME` in the directory.
struct TextPlaces {
    let slot: Int
    private let directory: Folder
    private let makesFolder: Bool
    private let layout: StoreLayout
    /// Open folders of texts, by the documents' folder.
    private(set) var open: [String: Folder] = [:]
    /// Open folders of links' targets, by the link: a text stays there even if its link leads elsewhere by now.
    private var targets: [String: Folder] = [:]

    /// - Parameter makesFolder: whether the folder of the documents is new.
    init(slot: Int, _ directory: Folder, makesFolder: Bool = false, _ layout: StoreLayout) {
        self.slot = slot
        self.directory = directory
        self.makesFolder = makesFolder
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
        let name = FileAccess.folder(of: file)
        var texts = try Self.make(
            (makesFolder ? directory : document.folder)[TemporaryName.texts(slot)], files)
        if makesFolder, name != "." {
            open["."] = texts
            texts = try Self.make(texts[name], files)
        }
        open[name] = texts
        return texts[FileAccess.name(of: file)]
    }

    private static func make(_ place: Place, _ files: FileAccess) throws(StoreError) -> Folder {
        try files.makeDirectory(place)
        guard let folder = try files.folder(place) else { throw .failed(.create, path: place.path, .noEntry) }
        return folder
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
        if open[name] == nil, let folder {
            let texts = TemporaryName.texts(slot)
            open[name] = try files.folder(folder[texts])
            if open[name] == nil, let outer = try files.folder(directory[texts]) {
                open["."] = outer
                open[name] = try files.folder(outer[name])
            }
        }
        return inOpenFolder(file)
    }

    private func nameBesideTarget(of file: String) -> String {
        TemporaryName.name(1 + (layout.linkable.firstIndex(of: file) ?? 0), ofDirectory: directory.realPath)
    }

    /// The place in an open folder of texts.
    func inOpenFolder(_ file: String) -> Place? {
        open[FileAccess.folder(of: file)]?[FileAccess.name(of: file)]
    }

    /// Removes the open folders of texts. If a power cut brings one back, the next writer removes it.
    func removeFolders(_ files: FileAccess) throws(StoreError) {
        for folder in open.values { if let place = folder.place { try files.removeTree(place) } }
    }
}
