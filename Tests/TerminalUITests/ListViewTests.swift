import TestSupport
import Testing

@testable import TerminalUI

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
        list.draw(on: &frame, in: Rect(frame.size))
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
        let chosen = list.update(.key(.enter))
        #expect(chosen == .chosen(1))
        var empty = Self.list(0)
        let nothing = empty.update(.key(.enter))
        #expect(nothing == nil)
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
        let picture = try #require(Picture(width: 4, height: 4, rgb: Array(repeating: 9, count: 48)))
        let size = Size(columns: 4, rows: 2)
        let list = ListView(
            columns: [.init("Album", .flexible(1))],
            rows: [.init(["one"], picture: picture.cells(fitting: size)), .init(["two"])], pictureSize: size)
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
    @Test(arguments: [(0, 1, 0), (2, 2, 11), (2, 2, 13), (-1, -1, 3), (Int.max, 2, 6)])
    func `a picture needs exactly its pixels`(width: Int, height: Int, bytes: Int) {
        #expect(Picture(width: width, height: height, rgb: Array(repeating: 0, count: bytes)) == nil)
    }

    private func pixels(_ rows: [[RGB]]) -> Picture? {
        Picture(
            width: rows[0].count, height: rows.count,
            rgb: rows.flatMap { $0.flatMap { [$0.red, $0.green, $0.blue] } })
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

    @Test func `a cell holds two pixels`() throws {
        let picture = try #require(pixels([[red, blue], [blue, red]])).cells(
            fitting: Size(columns: 2, rows: 1))
        #expect(styles(picture) == [[.pixels(upper: red, lower: blue), .pixels(upper: blue, lower: red)]])
    }

    @Test func `scaling down takes the mean of what a pixel covers`() throws {
        let picture = try #require(pixels(Array(repeating: [red, blue, red, blue], count: 4)))
        let half = RGB(127, 0, 127)
        #expect(
            styles(picture.cells(fitting: Size(columns: 2, rows: 1))) == [
                [.pixels(upper: half, lower: half), .pixels(upper: half, lower: half)]
            ])
    }

    @Test func `proportions are kept`() throws {
        let wide = try #require(Picture(width: 100, height: 50, rgb: Array(repeating: 1, count: 15_000)))
        #expect(wide.cells(fitting: Size(columns: 20, rows: 20)).size == Size(columns: 20, rows: 5))
        let tall = try #require(Picture(width: 50, height: 100, rgb: Array(repeating: 1, count: 15_000)))
        #expect(tall.cells(fitting: Size(columns: 20, rows: 10)).size == Size(columns: 10, rows: 10))
    }

    @Test func `any size in any room is drawn`() {
        for width in 1...7 {
            for height in 1...7 {
                let picture = Picture(
                    width: width, height: height, rgb: Array(repeating: 5, count: width * height * 3))
                for columns in 0...5 {
                    for rows in 0...5 {
                        guard let cells = picture?.cells(fitting: Size(columns: columns, rows: rows)) else {
                            continue
                        }
                        var frame = Frame(Size(columns: 3, rows: 3))
                        cells.draw(on: &frame, in: Rect(frame.size))
                        #expect(cells.size.columns <= max(1, columns) && cells.size.rows <= max(1, rows))
                    }
                }
            }
        }
    }

    @Test func `without colour a picture becomes shades`() throws {
        let white = RGB(255, 255, 255)
        let picture = try #require(pixels([[white, RGB(0, 0, 0)], [white, RGB(0, 0, 0)]]))
        var frame = Frame(Size(columns: 3, rows: 1))
        picture.cells(fitting: Size(columns: 2, rows: 1)).draw(on: &frame, in: Rect(frame.size))
        var writer = FrameWriter(palette: Palette(.none))
        #expect(String(decoding: writer.bytes(for: frame), as: UTF8.self).contains("█ "))
    }
}
