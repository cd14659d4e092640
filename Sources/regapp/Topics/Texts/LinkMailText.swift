// swift-format-ignore
extension Texts {
    /// The mail with a link for a new password.
    static let linkMail = #"""
Subject: A link for a new password

Hello,

Someone asked for a new password for {{email}}, on the page where you change it.
If it was you, open this link within one hour and choose one:

{{link}}

If it was not you, there is nothing to do: your password stays as it is.
The link works once, and a newer one replaces it.
Please do not answer this mail.

"""#
}
