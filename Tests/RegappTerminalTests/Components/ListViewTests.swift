import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct ListViewTests {
    private static func list(_ count: Int) -> ListView {
        ListView(
            columns: [
                .init("Album", .flexible(2)), .init("Artist", .flexible(1)),
                .init("Year", .fixed(4), isRightAligned: true),
            ],
            rows: (0..<count).map { .init(["Album \($0)", "Artist", String(1900 + $0)]) })
    }

    private func frame(_ list: ListView, columns: Int = 40, rows: Int = 6) -> Frame {
        var frame = Frame(Size(columns: columns, rows: rows))
        list.draw(on: &frame, in: Rect(frame.size), isFocused: true)
        return frame
    }

    @Test func `titles and rows stand in columns, the selected row is marked`() {
        #expect(
            frame(Self.list(2)).shortText == """
                  Album                 Artist     Year
                ▸ Album 0               Artist     1900
                  Album 1               Artist     1901
                """)
    }

    @Test func `what was searched for stands out in every row, the selected one too`() {
        let list = ListView(
            columns: [.init("Name", .flexible(1))],
            rows: ["Anna Lee", "Bob", "Joanna"].map { .init([$0], found: ["ann"]) })
        let frame = frame(list)
        let styles = (1...3).map { row in
            (2..<10).map { frame.style(column: $0, row: row) }
        }
        #expect(styles[0].prefix(4) == [.selectionFound, .selectionFound, .selectionFound, .selection])
        #expect(styles[1].allSatisfy { $0 == .text })
        #expect(styles[2].prefix(6) == [.text, .text, .labelFocused, .labelFocused, .labelFocused, .text])
        for depth in Palette.Depth.allCases {
            let palette = Palette(depth)
            #expect(palette.rendition(of: .selectionFound) != palette.rendition(of: .selection), "\(depth)")
        }
    }

    @Test func `the list scrolls only as far as the selection needs`() {
        var list = Self.list(300)
        list.setHeight(6)
        for _ in 0..<7 { _ = list.update(.key(.down)) }
        #expect(list.selected == 7)
        #expect(list.visibleIndices == 3..<8)
        for _ in 0..<2 { _ = list.update(.key(.up)) }
        #expect(list.visibleIndices == 3..<8)
        #expect(frame(list).lines[3].hasPrefix("▸ Album 5"))
    }

    @Test func `pages, Home and End stop at the ends`() {
        var list = Self.list(12)
        list.setHeight(6)
        _ = list.update(.key(.pageDown))
        #expect(list.selected == 5)
        _ = list.update(.key(.end))
        _ = list.update(.key(.pageDown))
        #expect(list.selected == 11)
        #expect(list.visibleIndices == 7..<12)
        _ = list.update(.key(.home))
        _ = list.update(.key(.pageUp))
        #expect(list.selected == 0)
    }

    @Test func `Enter chooses the selected row, and nothing in an empty list`() {
        var list = Self.list(3)
        _ = list.update(.key(.down))
        #expect(list.update(.key(.enter)) == 1)
        var empty = Self.list(0)
        #expect(empty.update(.key(.enter)) == nil)
        _ = empty.update(.key(.up))
        #expect(frame(empty).shortText.hasPrefix("  Album"))
    }

    @Test func `another height keeps the selection visible`() {
        var list = Self.list(100)
        list.setHeight(20)
        list.select(50)
        for height in [0, 1, 2, 5, 40, 400] {
            list.setHeight(height)
            #expect(list.visibleIndices.contains(50), "\(height)")
        }
    }

    @Test func `long and wide texts are cut, not spilled`() {
        let list = ListView(
            columns: [.init("A", .fixed(5)), .init("B", .fixed(3))], rows: [.init(["漢字漢字", "x\u{1B}y"])])
        #expect(frame(list).lines[1] == "▸ 漢字… x\\…")
    }

    @Test func `rows may have fewer texts than columns`() {
        #expect(frame(ListView(columns: Self.list(0).columns, rows: [.init([])])).lines[1] == "▸")
    }

    @Test func `pictures stand at the left of tall rows`() throws {
        let picture = try PictureTests.plain(width: 4, height: 4)
        let size = Size(columns: 4, rows: 2)
        var list = ListView(
            columns: [.init("Album", .flexible(1))],
            rows: [.init(["one"], picture: CellPicture(picture, fitting: size)), .init(["two"])])
        list.pictureSize = size
        #expect(
            frame(list, columns: 20, rows: 5).shortText == """
                       Album
                ▀▀▀▀ ▸ one
                ▀▀▀▀
                       two
                """)
    }
}

@Suite struct PictureTests {
    /// A picture of one colour.
    static func plain(width: Int, height: Int) throws -> PixelGrid {
        let pixels = Array(repeating: Pixel(red: 9, green: 9, blue: 9), count: width * height)
        return try #require(PixelGrid(width: width, height: height, pixels: pixels))
    }

    private func pixels(_ rows: [[RGB]]) throws -> PixelGrid {
        let pixels = rows.flatMap { $0.map { Pixel(red: $0.red, green: $0.green, blue: $0.blue) } }
        return try #require(PixelGrid(width: rows[0].count, height: rows.count, pixels: pixels))
    }

    private func styles(_ picture: CellPicture) -> [[Style?]] {
        var frame = Frame(picture.size)
        picture.draw(on: &frame, in: Rect(frame.size))
        return (0..<picture.size.rows).map { row in
            (0..<picture.size.columns).map { frame.style(column: $0, row: row) }
        }
    }

    private let red = RGB(255, 0, 0)
    private let blue = RGB(0, 0, 255)

    @Test func `a cell holds four parts in the two colours nearest to them`() throws {
        func drawn(_ upper: [RGB], _ lower: [RGB]) throws -> (String, Style?) {
            var frame = Frame(Size(columns: 1, rows: 1))
            let rows = [upper, upper, lower, lower]
            CellPicture(try pixels(rows), fitting: frame.size).draw(on: &frame, in: Rect(frame.size))
            return (frame.lines[0], frame.style(column: 0, row: 0))
        }
        #expect(try drawn([red, blue], [red, blue]) == ("▌", .pixels(upper: red, lower: blue)))
        #expect(try drawn([blue, red], [blue, blue]) == ("▝", .pixels(upper: red, lower: blue)))
        #expect(try drawn([red, blue], [blue, red]) == ("▚", .pixels(upper: red, lower: blue)))
    }

    @Test func `half a row below a picture may stay free`() throws {
        let picture = CellPicture(
            try Self.plain(width: 9, height: 9), fitting: Size(columns: 3, rows: 2), gapBelow: true)
        let grey = RGB(9, 9, 9)
        #expect(picture.size == Size(columns: 3, rows: 2))
        #expect(styles(picture)[0] == Array(repeating: .pixels(upper: grey, lower: grey), count: 3))
        #expect(styles(picture)[1] == Array(repeating: .pixels(upper: grey, lower: nil), count: 3))
    }

    @Test func `a cell holds two pixels`() throws {
        let picture = CellPicture(
            try pixels([[red, blue], [blue, red]]), fitting: Size(columns: 2, rows: 1))
        #expect(styles(picture) == [[.pixels(upper: red, lower: blue), .pixels(upper: blue, lower: red)]])
    }

    @Test func `scaling down takes the mean of what a pixel covers`() throws {
        let picture = try pixels(Array(repeating: [red, blue, red, blue, red, blue, red, blue], count: 8))
        let half = RGB(128, 0, 128)
        #expect(
            styles(CellPicture(picture, fitting: Size(columns: 2, rows: 1))) == [
                [.pixels(upper: half, lower: half), .pixels(upper: half, lower: half)]
            ])
    }

    @Test func `proportions are kept`() throws {
        let wide = try Self.plain(width: 100, height: 50)
        #expect(CellPicture(wide, fitting: Size(columns: 20, rows: 20)).size == Size(columns: 20, rows: 5))
        let tall = try Self.plain(width: 50, height: 100)
        #expect(CellPicture(tall, fitting: Size(columns: 20, rows: 10)).size == Size(columns: 10, rows: 10))
    }

    @Test func `any size in any room is drawn`() throws {
        for width in 1...7 {
            for height in 1...7 {
                let picture = try Self.plain(width: width, height: height)
                for columns in 0...5 {
                    for rows in 0...5 {
                        let cells = CellPicture(picture, fitting: Size(columns: columns, rows: rows))
                        var frame = Frame(Size(columns: 3, rows: 3))
                        cells.draw(on: &frame, in: Rect(frame.size))
                        #expect(cells.size.columns <= max(1, columns) && cells.size.rows <= max(1, rows))
                    }
                }
            }
        }
    }

    @Test func `clear parts show black`() throws {
        let pixels = [Pixel(red: 200, green: 100, blue: 50, alpha: 0), Pixel(red: 200, green: 100, blue: 50)]
        let picture = try #require(PixelGrid(width: 1, height: 2, pixels: pixels))
        #expect(
            styles(CellPicture(picture, fitting: Size(columns: 1, rows: 1))) == [
                [.pixels(upper: RGB(0, 0, 0), lower: RGB(200, 100, 50))]
            ])
    }

    @Test func `without colour a picture becomes shades`() throws {
        let white = RGB(255, 255, 255)
        let picture = try pixels([[white, RGB(0, 0, 0)], [white, RGB(0, 0, 0)]])
        var frame = Frame(Size(columns: 3, rows: 1))
        CellPicture(picture, fitting: Size(columns: 2, rows: 1)).draw(on: &frame, in: Rect(frame.size))
        var writer = FrameWriter(palette: Palette(.none))
        #expect(String(decoding: writer.bytes(for: frame), as: UTF8.self).contains("█ "))
    }
}
