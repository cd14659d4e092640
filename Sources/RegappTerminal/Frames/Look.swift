struct Look {
    /// An SGR attribute; the raw value is its parameter.
    enum Attribute: Int {
        case bold = 1
        case faint = 2
        case underline = 4
        case reverse = 7
    }

    private enum Colouring {
        case none
        case text(ColourScheme.Hue)
        case filling(ColourScheme.Filling)
    }

    private let colouring: Colouring
    /// Added to the colours, or used alone by a style that wants none.
    private let attributes: [Attribute]
    /// Used instead if the terminal lacks the colours.
    private let plain: [Attribute]

    private init(_ colouring: Colouring, _ attributes: [Attribute] = [], plain: [Attribute]? = nil) {
        self.colouring = colouring
        self.attributes = attributes
        self.plain = plain ?? attributes
    }

    /// SGR parameters, empty for the terminal's defaults.
    ///
    /// - Parameter scheme: nil if the terminal has no colours.
    func parameters(_ scheme: ColourScheme?) -> String {
        let colours: String? =
            switch colouring {
            case .none: ""
            case .text(let hue): scheme?.parameters(hue)
            case .filling(let filling): scheme?.parameters(filling)
            }
        // Without an array of texts, which would cost a first frame a tenth more.
        let used = colours == nil ? plain : attributes
        return used.reversed().reduce(colours ?? "") { rest, attribute in
            rest.isEmpty ? "\(attribute.rawValue)" : "\(attribute.rawValue);\(rest)"
        }
    }

    /// Pixels have no look: their colours are in the style.
    init(_ style: Style) {
        self =
            switch style {
            case .text, .pixels: Look(.none)
            case .title: Look(.text(.orange), [.bold])
            case .icon: Look(.text(.orange))
            case .bar: Look(.filling(.bar), plain: [.bold, .underline])
            case .label: Look(.text(.grey), plain: [])
            case .labelFocused: Look(.text(.teal), [.bold])
            case .field: Look(.none, [.underline])
            case .placeholder: Look(.text(.grey), [.underline], plain: [.faint, .underline])
            case .button: Look(.none)
            case .buttonDefault: Look(.none, [.bold])
            case .buttonFocused: Look(.filling(.focused), [.bold], plain: [.bold, .reverse])
            // Never brighter than what can be pressed.
            case .buttonDisabled: Look(.text(.dim), plain: [.faint])
            case .buttonDisabledFocused: Look(.text(.dim), [.underline], plain: [.faint, .underline])
            case .problem: Look(.text(.red), plain: [.bold])
            case .success: Look(.text(.green))
            case .attention: Look(.text(.amber))
            case .hint: Look(.text(.teal))
            case .faint: Look(.text(.grey), plain: [.faint])
            case .selection: Look(.filling(.focused), [.bold], plain: [.reverse])
            case .selectionFaint: Look(.filling(.half), [.underline], plain: [.faint, .reverse])
            case .border: Look(.text(.teal))
            case .key: Look(.none, [.bold])
            }
    }
}
