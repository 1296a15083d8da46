import { BANK_WORDS } from './sandbox-bank-words.ts'
import type { Locale, Localized } from '@dolphin/domain/portfolios/localized'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import { shownTail } from '@dolphin/domain/verification/account-match'
import {
  SANDBOX_CODE,
  SANDBOX_PASSWORD,
  SANDBOX_USERS,
  type SandboxUser,
} from '@dolphin/integrations/ibv/sandbox/test-users'

/** What a page of the sandbox bank needs: where its forms go and the nonce of its one style block. */
export interface BankPage {
  readonly action: string
  readonly nonce: string
  readonly locale: Locale
  /** The bank whose page it is. */
  readonly bank: string
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
summary{min-height:44px;padding:10px 0;font-weight:600;color:#1e5138;cursor:pointer}
button,.go{display:inline-block;font:inherit;font-weight:600;min-height:48px;padding:11px 24px;margin-top:16px;border:0;border-radius:6px;background:#1e5138;color:#fff;text-decoration:none;cursor:pointer}
.quiet{background:#fff;color:#1e5138;border:1px solid #1e5138}
:focus-visible{outline:3px solid #0b63c4;outline-offset:2px}
.error{border-left:4px solid #a3211b;background:#fdf0ef;padding:12px 16px;margin:16px 0}
.choice{display:flex;gap:12px;align-items:flex-start;padding:10px 0}.choice input{flex:none;width:22px;height:22px;margin:2px 0 0;accent-color:#1e5138}
.choice label{margin:0;font-weight:400}
fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0}.card>:first-child{margin-top:0}
.users{width:100%;border-collapse:collapse;font-size:15px}.users th,.users td{text-align:left;padding:6px 8px 6px 0;border-bottom:1px solid #d5e0d9;vertical-align:top;overflow-wrap:anywhere}.users th{white-space:nowrap}
@media(max-width:480px){main{padding:12px}summary{min-height:44px;padding:10px 0;font-weight:600;color:#1e5138;cursor:pointer}
button,.go{width:100%;text-align:center}}
`

function page(title: string, { nonce, locale, bank }: Omit<BankPage, 'action'>, content: string): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} – ${escapeHtml(bank)}</title>
<style nonce="${nonce}">${STYLE}</style></head>
<body><header><p>${escapeHtml(bank)}</p></header><main>
<h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>
`
}

export interface SignInForm extends BankPage {
  readonly username: string
  readonly ownerName: string
  readonly needsCode: boolean
  readonly error: Localized | undefined
}

/** Sign-in, with the test users listed: this is no real bank and says so. */
export function signInPage(form: SignInForm): string {
  const { action, locale, username, ownerName, needsCode, error } = form
  const say = wordsOf(locale)
  const alert =
    error === undefined ? '' : `<div class="error" role="alert" id="error">${escapeHtml(error[locale])}</div>`
  const described = error === undefined ? '' : ' aria-describedby="error" aria-invalid="true"'
  const code = needsCode
    ? `<label for="code">${say('code')}</label><p class="hint" id="code-hint">${say('codeHint')} ${SANDBOX_CODE}</p>
<input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" aria-describedby="code-hint" required>`
    : ''
  const content = `<p>${say('practice')}</p>
${alert}
<form class="card" method="post" action="${escapeHtml(action)}/sign-in">
<label for="username">${say('userName')}</label>
<input type="text" id="username" name="username" autocomplete="off" autocapitalize="none" spellcheck="false" value="${escapeHtml(username)}"${described} required>
<label for="password">${say('password')}</label><p class="hint" id="password-hint">${say('passwordHint')} ${SANDBOX_PASSWORD}</p>
<input type="password" id="password" name="password" autocomplete="off" aria-describedby="password-hint" required>
${code}
<label for="ownerName">${say('ownerName')}</label>
<p class="hint" id="owner-hint">${say('ownerHint')}</p>
<input type="text" id="ownerName" name="ownerName" autocomplete="off" maxlength="100" aria-describedby="owner-hint" value="${escapeHtml(ownerName)}">
<button type="submit">${say('signIn')}</button></form>
<details${error === undefined ? '' : ' open'}><summary id="users">${say('testUsers')}</summary>
<table class="users" aria-labelledby="users"><thead><tr><th scope="col">${say('userName')}</th><th scope="col">${say('whatHappens')}</th></tr></thead>
<tbody>${SANDBOX_USERS.map(userRow).join('')}</tbody></table></details>`
  return page(say('signInTitle'), form, content)
}

const wordsOf =
  (locale: Locale) =>
  (key: keyof typeof BANK_WORDS): string =>
    escapeHtml(BANK_WORDS[key][locale])

const userRow = ({ username, about }: SandboxUser): string =>
  `<tr><th scope="row">${escapeHtml(username)}</th><td>${escapeHtml(about)}</td></tr>`

const TYPE_NAMES: Readonly<Record<BankAccountType, keyof typeof BANK_WORDS>> = {
  [BankAccountType.checking]: 'checking',
  [BankAccountType.savings]: 'savings',
  [BankAccountType.moneyMarket]: 'moneyMarket',
}

export interface AccountsForm extends BankPage {
  readonly user: SandboxUser
  readonly pass: string
  readonly error: Localized | undefined
}

/** Which accounts to share, what is read of them and what is not possible; then share or leave. */
export function accountsPage(form: AccountsForm): string {
  const { action, locale, user, pass, error } = form
  const say = wordsOf(locale)
  const alert =
    error === undefined ? '' : `<div class="error" role="alert">${escapeHtml(error[locale])}</div>`
  const choices = user.profile.accounts
    .map((account, at) => {
      const { accountNumber, name, type, open } = account
      const about = `${escapeHtml(name)} (${say(TYPE_NAMES[type])}), ${say('endsIn')} ${shownTail(account)}${open ? '' : `, ${say('closed')}`}`
      return `<div class="choice"><input type="checkbox" id="account-${at}" name="account" value="${escapeHtml(accountNumber)}" checked>
<label for="account-${at}">${about}</label></div>`
    })
    .join('')
  const content = `${alert}<form class="card" method="post" action="${escapeHtml(action)}/accounts">
<input type="hidden" name="pass" value="${escapeHtml(pass)}">
<fieldset><legend>${say('share')}</legend>${choices}</fieldset>
<p>${say('readsOnce')}</p>
<ul><li>${say('readsAccounts')}</li><li>${say('readsMoves')}</li></ul>
<p>${say('noMoney')}</p>
<button type="submit" name="answer" value="share">${say('agree')}</button>
<button class="quiet" type="submit" name="answer" value="leave">${say('decline')}</button></form>`
  return page(say('chooseTitle'), form, content)
}

/** The end of the visit: what happened, and the way back to the application. */
export function endPage(
  view: Omit<BankPage, 'action'>,
  { title, text }: { readonly title: Localized; readonly text: Localized },
  returnUrl: string | undefined,
): string {
  const { locale } = view
  const back =
    returnUrl === undefined
      ? ''
      : `<a class="go" href="${escapeHtml(returnUrl)}">${wordsOf(locale)('back')}</a>`
  return page(title[locale], view, `<div class="card"><p>${escapeHtml(text[locale])}</p>${back}</div>`)
}
