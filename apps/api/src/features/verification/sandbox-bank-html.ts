import { BankAccountType } from '@dolphin/domain/application/bank-account-type'
import { escapeHtml } from '@dolphin/domain/notice/render-notice'
import {
  SANDBOX_CODE,
  SANDBOX_INSTITUTION,
  SANDBOX_PASSWORD,
  SANDBOX_USERS,
  type SandboxUser,
} from '@dolphin/integrations/ibv/sandbox/test-users'

/** What a page of the sandbox bank needs: where its forms go and the nonce of its one style block. */
export interface BankPage {
  readonly action: string
  readonly nonce: string
}

const STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2b22;background:#f2f6f3}
header{background:#1e5138;color:#fff;padding:16px}header p{margin:0;font-weight:600}
main{max-width:640px;margin:0 auto;padding:16px}
h1{font-size:24px;line-height:1.25;margin:16px 0 8px}h2{font-size:18px;margin:24px 0 8px}
.card{background:#fff;border:1px solid #b7c7bd;border-radius:8px;padding:16px;margin:16px 0}
label{display:block;font-weight:600;margin-top:12px}.hint{margin:0;color:#46584d;font-size:15px}
input[type=text],input[type=password]{width:100%;font:inherit;padding:10px 12px;margin-top:4px;border:1px solid #5b6f63;border-radius:6px;background:#fff;color:inherit}
button,.go{display:inline-block;font:inherit;font-weight:600;min-height:48px;padding:11px 24px;margin-top:16px;border:0;border-radius:6px;background:#1e5138;color:#fff;text-decoration:none;cursor:pointer}
.quiet{background:#fff;color:#1e5138;border:1px solid #1e5138}
:focus-visible{outline:3px solid #0b63c4;outline-offset:2px}
.error{border-left:4px solid #a3211b;background:#fdf0ef;padding:12px 16px;margin:16px 0}
.choice{display:flex;gap:12px;align-items:flex-start;padding:10px 0}.choice input{flex:none;width:22px;height:22px;margin:2px 0 0;accent-color:#1e5138}
.choice label{margin:0;font-weight:400}
fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0}.card>:first-child{margin-top:0}
.users{width:100%;border-collapse:collapse;font-size:15px}.users th,.users td{text-align:left;padding:6px 8px 6px 0;border-bottom:1px solid #d5e0d9;vertical-align:top;overflow-wrap:anywhere}.users th{white-space:nowrap}
@media(max-width:480px){main{padding:12px}button,.go{width:100%;text-align:center}}
`

function page(title: string, nonce: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${SANDBOX_INSTITUTION}</title>
<style nonce="${nonce}">${STYLE}</style></head>
<body><header><p>${SANDBOX_INSTITUTION}</p></header><main>
<h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>
`
}

export interface SignInForm extends BankPage {
  readonly username: string
  readonly ownerName: string
  readonly needsCode: boolean
  readonly error: string | undefined
}

/** Sign-in, with the test users listed: this is no real bank and says so. */
export function signInPage({ action, nonce, username, ownerName, needsCode, error }: SignInForm): string {
  const alert =
    error === undefined ? '' : `<div class="error" role="alert" id="error">${escapeHtml(error)}</div>`
  const described = error === undefined ? '' : ' aria-describedby="error" aria-invalid="true"'
  const code = needsCode
    ? `<label for="code">Code</label><p class="hint" id="code-hint">This user asks for a code: ${SANDBOX_CODE}</p>
<input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" aria-describedby="code-hint" required>`
    : ''
  const content = `<p>This is a practice bank for trying things out. It is not a real bank: never enter a real password here.</p>
${alert}
<form class="card" method="post" action="${escapeHtml(action)}/sign-in">
<label for="username">User name</label>
<input type="text" id="username" name="username" autocomplete="off" autocapitalize="none" spellcheck="false" value="${escapeHtml(username)}"${described} required>
<label for="password">Password</label><p class="hint" id="password-hint">For every test user: ${SANDBOX_PASSWORD}</p>
<input type="password" id="password" name="password" autocomplete="off" aria-describedby="password-hint" required>
${code}
<label for="ownerName">Name on the account (may stay empty)</label>
<p class="hint" id="owner-hint">The bank tells this name as the account’s owner. Empty: it tells none.</p>
<input type="text" id="ownerName" name="ownerName" autocomplete="off" maxlength="100" aria-describedby="owner-hint" value="${escapeHtml(ownerName)}">
<button type="submit">Sign in</button></form>
<h2 id="users">Test users</h2>
<table class="users" aria-labelledby="users"><thead><tr><th scope="col">User name</th><th scope="col">What happens</th></tr></thead>
<tbody>${SANDBOX_USERS.map(userRow).join('')}</tbody></table>`
  return page('Sign in to your bank', nonce, content)
}

const userRow = ({ username, about }: SandboxUser): string =>
  `<tr><th scope="row">${escapeHtml(username)}</th><td>${escapeHtml(about)}</td></tr>`

const TYPE_NAMES: Readonly<Record<BankAccountType, string>> = {
  [BankAccountType.checking]: 'Checking',
  [BankAccountType.savings]: 'Savings',
  [BankAccountType.moneyMarket]: 'Money market',
}

export interface AccountsForm extends BankPage {
  readonly user: SandboxUser
  readonly pass: string
  readonly error: string | undefined
}

/** Which accounts to share; none is shared that is not ticked. */
export function accountsPage({ action, nonce, user, pass, error }: AccountsForm): string {
  const alert = error === undefined ? '' : `<div class="error" role="alert">${escapeHtml(error)}</div>`
  const choices = user.profile.accounts
    .map(({ accountNumber, name, type, open }, at) => {
      const about = `${name} (${TYPE_NAMES[type]}), ends in ${accountNumber.slice(-4)}${open ? '' : ', closed'}`
      return `<div class="choice"><input type="checkbox" id="account-${at}" name="account" value="${escapeHtml(accountNumber)}" checked>
<label for="account-${at}">${escapeHtml(about)}</label></div>`
    })
    .join('')
  const content = `${alert}<form class="card" method="post" action="${escapeHtml(action)}/accounts">
<input type="hidden" name="pass" value="${escapeHtml(pass)}">
<fieldset><legend>Accounts to share with the lender</legend>${choices}</fieldset>
<button type="submit">Continue</button></form>`
  return page('Choose your accounts', nonce, content)
}

export interface ConsentForm extends BankPage {
  readonly user: SandboxUser
  readonly pass: string
  readonly accounts: readonly string[]
}

/** What is read, for how long, by whom; then share or leave. */
export function consentPage({ action, nonce, user, pass, accounts }: ConsentForm): string {
  const shared = user.profile.accounts.filter(({ accountNumber }) => accounts.includes(accountNumber))
  const hidden = shared
    .map(({ accountNumber }) => `<input type="hidden" name="account" value="${escapeHtml(accountNumber)}">`)
    .join('')
  const list = shared
    .map(
      ({ name, accountNumber }) =>
        `<li>${escapeHtml(name)}, ends in ${escapeHtml(accountNumber.slice(-4))}</li>`,
    )
    .join('')
  const content = `<div class="card"><p>The lender will read, once:</p>
<ul><li>names, numbers and balances of these accounts</li><li>their transactions of the last 90 days</li></ul>
<p>From these accounts:</p><ul>${list}</ul>
<p>It cannot move money through this, and it never sees your password.</p>
<form method="post" action="${escapeHtml(action)}/consent"><input type="hidden" name="pass" value="${escapeHtml(pass)}">${hidden}
<button type="submit" name="answer" value="share">Share and continue</button>
<button class="quiet" type="submit" name="answer" value="leave">Do not share</button></form></div>`
  return page('Share your information', nonce, content)
}

/** The end of the visit: what happened, and the way back to the application. */
export function endPage(nonce: string, title: string, text: string, returnUrl: string | undefined): string {
  const back =
    returnUrl === undefined
      ? ''
      : `<a class="go" href="${escapeHtml(returnUrl)}">Back to your application</a>`
  return page(title, nonce, `<div class="card"><p>${escapeHtml(text)}</p>${back}</div>`)
}
