extension Result {
    /// Keeps the value or the error of an expression, with the error's type.
    ///
    /// The initializer of the standard library takes a closure, which has to spell that type out.
    @inlinable
    package init(catching expression: @autoclosure () throws(Failure) -> Success) {
        do throws(Failure) { self = .success(try expression()) } catch { self = .failure(error) }
    }
}
