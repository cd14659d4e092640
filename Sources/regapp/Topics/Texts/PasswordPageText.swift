// swift-format-ignore
extension Texts {
    /// The page for passwords, a ``Template``.
    static let passwordPage = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{#errors}}Error: {{/errors}}Choose a new password</title>
<style>
:root { --text: #1b1b1b; --back: #fff; --faint: #555; --line: #767676; --wrong: #a4000f; --right: #0a5c2b; --press: #0b57d0; --on: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eee; --back: #16181c; --faint: #b8bcc4; --line: #8b9099; --wrong: #ff9a9a; --right: #8fdcab; --press: #a8c7fa; --on: #10223f; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 28rem; margin: 0 auto; }
h1 { margin: 0 0 1rem; font-size: clamp(1.15rem, 11vw, 1.6rem); line-height: 1.25; }
h2 { margin: 2.5rem 0 0; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.2rem; line-height: 1.3; }
p { margin: .75rem 0; }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
input { width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--back); color: inherit; font: inherit; }
input[aria-invalid] { border: 2px solid var(--wrong); }
button { min-height: 2.75rem; margin-top: 1.5rem; padding: .5rem 1.2rem; border: 1px solid var(--press); border-radius: .3rem; background: var(--press); color: var(--on); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--press); outline-offset: 2px; }
ul { margin: .5rem 0; padding-left: 1.25rem; color: var(--faint); }
.wrong, li.wrong { color: var(--wrong); font-weight: 600; }
.notice { padding: .25rem .9rem; border-left: .3rem solid var(--wrong); color: var(--wrong); }
.right { border-color: var(--right); color: var(--right); }
</style>
</head>
<body>
<main>
<h1>Choose a new password</h1>
{{#refused}}<div class="notice" role="alert" id="refused"><p>{{#by-email}}Email{{/by-email}}{{#by-key}}{{login}}{{/by-key}}{{#by-both}}Email or {{login}}{{/by-both}} and current password do not match, or the account is unavailable. Nothing was changed.</p></div>{{/refused}}
{{#elsewhere}}<div class="notice" role="alert"><p>Another site sent this. Nothing was changed. If you want a new password, please fill in this page.</p></div>{{/elsewhere}}
{{#busy}}<div class="notice" role="alert"><p>This is not possible just now. Please try again in a minute. A new password that you have just sent may be in force already.</p></div>{{/busy}}
{{#failed}}<div class="notice" role="alert"><p>Passwords cannot be changed at the moment. Nothing was changed: please tell the administrator.</p></div>{{/failed}}
{{#ended}}<div class="notice" role="alert"><p>This link no longer works. Please ask for a new one, or use your current password.</p><p><a href="?">Use your current password</a></p></div>{{/ended}}
{{#changed}}<div class="notice right" role="status"><p>Password changed for {{email}}.</p><p>Log in with the new one from now on. You can close this page.</p></div>{{/changed}}
{{#mailed}}<div class="notice right" role="status"><p>If there is such an account, a link is on its way to its email.</p><p>The link works for one hour. If no mail arrives, please look in your spam folder, and ask again after 15 minutes.</p></div>{{/mailed}}
{{#form}}<form method="post" action="?">
{{#with-password}}<label for="email">{{#by-email}}Email{{/by-email}}{{#by-key}}{{login}}{{/by-key}}{{#by-both}}Email or {{login}}{{/by-both}}</label>
<input id="email" name="email" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required value="{{email}}"{{#refused}} aria-invalid="true" aria-describedby="refused"{{/refused}}{{#focus-email}} autofocus{{/focus-email}}>
<label for="password">Current password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required{{#refused}} aria-invalid="true" aria-describedby="refused"{{/refused}}>{{/with-password}}
{{#with-link}}<label for="email">Email</label>
<input id="email" name="email" type="text" autocomplete="username" readonly value="{{email}}">
<input name="token" type="hidden" value="{{token}}">{{/with-link}}
<label for="new">New password</label>
<input id="new" name="new" type="password" autocomplete="new-password" required aria-describedby="{{#new-same}}same {{/new-same}}rules"{{#new-wrong}} aria-invalid="true"{{/new-wrong}}{{#focus-new}} autofocus{{/focus-new}}>
{{#new-same}}<p class="wrong" id="same">This is your current password: choose a different one.</p>{{/new-same}}
<div id="rules">{{#new-broken}}<p class="wrong">Missing or not allowed (marked ✗):</p>{{/new-broken}}
<ul>{{#rules}}
{{#rule-required}}<li class="wrong">✗ a new password</li>{{/rule-required}}
{{#rule-length}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}at least {{number}} characters</li>{{/rule-length}}
{{#rule-letters}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}letters (A-Z, a-z): at least {{number}}</li>{{/rule-letters}}
{{#rule-digits}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}digits: at least {{number}}</li>{{/rule-digits}}
{{#rule-digit}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}a digit</li>{{/rule-digit}}
{{#rule-lowercase}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}a lowercase letter (a-z)</li>{{/rule-lowercase}}
{{#rule-uppercase}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}an uppercase letter (A-Z)</li>{{/rule-uppercase}}
{{#rule-alphabet}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}only letters and digits (A-Z, a-z, 0-9)</li>{{/rule-alphabet}}
{{#rule-email}}<li{{#broken}} class="wrong"{{/broken}}>{{#broken}}✗ {{/broken}}neither your email nor the part before its @</li>{{/rule-email}}
{{#rule-bytes}}<li class="wrong">✗ not so long: at most {{number}} bytes</li>{{/rule-bytes}}
{{#rule-control}}<li class="wrong">✗ no control characters, such as tabs</li>{{/rule-control}}
{{#rule-invisible}}<li class="wrong">✗ no invisible characters</li>{{/rule-invisible}}
{{/rules}}</ul></div>
<label for="again">New password again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required{{#again-wrong}} aria-invalid="true" aria-describedby="differs"{{/again-wrong}}{{#focus-again}} autofocus{{/focus-again}}>
{{#again-wrong}}<p class="wrong" id="differs">The two new passwords differ.</p>{{/again-wrong}}
<button type="submit">Change the password</button>
</form>{{/form}}
{{#forgot}}<form method="post" action="?">
<h2 id="forgot">I forgot my password</h2>
<p>We will email you a link to choose a new one.</p>
<label for="address">Your email{{#by-key}} or {{login}}{{/by-key}}{{#by-both}} or {{login}}{{/by-both}}</label>
<input id="address" name="email" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<button type="submit" name="forgot" value="yes">Send me a link</button>
</form>{{/forgot}}
</main>
</body>
</html>

"""#
}
