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
    private var open: [String: TextFolder] = [:]
    /// The texts beside their documents, or beside links' targets, that this writer has made, by the document.
    private var made: [String: MadeText] = [:]

    private struct TextFolder {
        let documents: Folder
        let texts: Folder
    }

    private struct MadeText {
        let document: Place
        let text: Place
    }

    /// - Parameter directory: the real path of the documents directory.
    init(slot: Int, _ directory: String, _ layout: StoreLayout) {
        self.slot = slot
        self.directory = directory
        self.layout = layout
    }

    /// The place of a text in a folder of documents, or beside a link's target; nil if its folder does not exist.
    mutating func place(
        of file: String, _ index: Int, in folder: Folder, isLinked: Bool, _ files: FileAccess
    ) throws(StoreError) -> Place? {
        if let place = place(of: file, index, in: folder, isLinked: isLinked) { return place }
        let name = FileAccess.folder(of: file)
        if open[name] == nil, let texts = try files.folder(folder[TemporaryName.texts(slot)]) {
            open[name] = TextFolder(documents: folder, texts: texts)
        }
        return inOpenFolder(file)
    }

    /// The place for the new text of a document; creates its folder if necessary.
    mutating func make(
        of file: String, _ index: Int, for document: Place, isLinked: Bool, _ files: FileAccess
    ) throws(StoreError) -> Place {
        if let place = place(of: file, index, in: document.folder, isLinked: isLinked) {
            made[file] = MadeText(document: document, text: place)
            return place
        }
        if let place = inOpenFolder(file) { return place }
        let place = document.folder[TemporaryName.texts(slot)]
        try files.makeDirectory(place)
        guard let texts = try files.folder(place) else { throw .failed(.create, path: place.path, .noEntry) }
        open[FileAccess.folder(of: file)] = TextFolder(documents: document.folder, texts: texts)
        return texts[FileAccess.name(of: file)]
    }

    /// The text of a document that is elsewhere than when this writer made the text: it has become a link, or is none any
    /// more, or its link leads elsewhere.
    func text(ofMoved file: String, now document: Place?) -> Place? {
        guard let made = made[file], document.map({ !made.document.isSame(as: $0) }) ?? true else {
            return nil
        }
        return made.text
    }

    private func place(of file: String, _ index: Int, in folder: Folder, isLinked: Bool) -> Place? {
        if isLinked {
            let number = layout.linkable.firstIndex(of: file) ?? 0
            return folder[TemporaryName.name(1 + number, ofDirectory: directory)]
        }
        return slot == ChangeDraft.lockHolder ? folder[TemporaryName.name(index)] : nil
    }

    /// The place in an open folder of texts.
    func inOpenFolder(_ file: String) -> Place? {
        open[FileAccess.folder(of: file)]?.texts[FileAccess.name(of: file)]
    }

    /// The folders that hold open folders of texts.
    var parents: [Folder] { open.values.map(\.documents) }

    /// Removes the open folders of texts. If a power cut brings one back, the next writer removes it.
    func removeFolders(_ files: FileAccess) throws(StoreError) {
        for folder in open.values { try files.removeTree(folder.documents[TemporaryName.texts(slot)]) }
    }
}
