// swift-format-ignore
extension Texts {
    static let pageTopic = #"""
People choose their passwords on an HTML page ('regapp accounts change-password --protocol http'). --page
FILE replaces it. Begin with the built-in one:
    regapp help page >page.html

Change words, styles and the order of its parts as you like. regapp fills in the names between '{{' and
'}}'. Each name must occur; if one is missing or unknown, regapp refuses the file and prints the line.
'{{email}}' becomes a value; '{{#changed}}' and '{{/changed}}' enclose what is shown only then. The browser
loads nothing else, runs no script, and takes styles only from <style> in the file.

- email | the account's email
- token | the token of a link, in a hidden field of the form
- login | the custom key by which people log in
- #by-email, #by-key, #by-both | people log in by their email, by that key, or by either
- #errors | anything is wrong; the title says so first
- #refused | wrong email or password
- #elsewhere | the form was sent from another site
- #busy, #failed | it failed: trying again may help (#busy), or not (#failed)
- #ended | the link no longer works
- #changed, #mailed | the password is changed, or a mail was asked for
- #form | the form for a new password
- #with-password, #with-link | its fields with the current password, or with a link
- #rules, #rule-length and so on | the rules, and each rule of the policy in force; within it '{{number}}', and
  '{{#broken}}' if the new password breaks it
- #new-wrong | the new password is refused
- #new-broken, #new-same | because it breaks a rule, or is the present one
- #again-wrong | the second password differs
- #focus-email, #focus-new, #focus-again | the field to correct first
- #forgot | the form that asks for a link by mail, with --forgot-mail

The form's fields are email, password, new, again, token and forgot.

"""#
}
