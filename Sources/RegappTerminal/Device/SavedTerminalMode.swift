/// Remembers the mode of the controlling terminal while another program has it.
package final class SavedTerminalMode: Sendable {
    private let device: TerminalDevice
    private let mode: TerminalMode

    /// Nil if this process has no terminal, or is in its background.
    package init?() {
        guard let device = TerminalDevice.openControlling() else { return nil }
        guard device.isForeground, let mode = device.mode else {
            device.close()
            return nil
        }
        (self.device, self.mode) = (device, mode)
    }

    deinit { device.close() }

    /// Restores the mode, unless another program has the terminal by now.
    package func restoreMode() {
        if device.isForeground { device.restore(mode) }
    }

    /// Leaves the alternate screen of a program that was killed.
    package func endScreen() {
        guard device.isForeground else { return }
        try? device.write(EscapeCode.endScreen.bytes, patience: TerminalDevice.patience)
    }
}
