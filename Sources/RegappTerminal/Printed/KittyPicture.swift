internal import RegappValues

/// The most base64 characters of one piece (kitty's documentation).
private let pieceLength = 4096

/// A PNG file as a picture that the terminal itself draws over `size` cells, through kitty's graphics protocol.
///
/// Print the text at the start of the picture's first line: it makes room below, draws, and leaves the cursor where it
/// was, so that lines can be printed beside the picture.
package func kittyPicture(png: [UInt8], size: Size) -> String {
    var text = String(repeating: "\n", count: size.rows)
    if size.rows > 0 { text += EscapeCode.moveUp(rows: size.rows).sequence }
    var rest = Array(Base64.encode(png).utf8)[...]
    // Show at once (a=T), a PNG (f=100), do not move the cursor (C=1), answer nothing (q=2).
    var control = "a=T,f=100,c=\(size.columns),r=\(size.rows),C=1,q=2,"
    repeat {
        let piece = rest.prefix(pieceLength)
        rest = rest.dropFirst(piece.count)
        let payload = String(decoding: piece, as: UTF8.self)
        text += EscapeCode.graphics(control + "m=\(rest.isEmpty ? 0 : 1)", payload: payload).sequence
        control = ""
    } while !rest.isEmpty
    return text
}
