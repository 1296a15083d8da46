import { LoanStatus } from '@dolphin/domain/loans/codes'
import { createHash, createHmac } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import {
  askForAccountLink,
  beginAsGuest,
  codeMails,
  createAccount,
  finishAccount,
  mailedCode,
  proveIdentity,
  signInWithCode,
  signOut,
  typePassword,
  type Visit,
} from './pages/account.ts'
import { beginApplication, SECTION_HEADINGS, typeInstead, typeSection } from './pages/application.ts'
import { expectHeading, goOn, linkTo, press } from './pages/form.ts'
import { type Portfolio, PORTFOLIOS, Product } from './product.ts'

const [portfolio] = PORTFOLIOS
const STEP_MS = 30_000

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Account Clerk')
})
test.afterAll(() => product.stop())

const aVisit = (page: Visit['page'], at: Portfolio = portfolio): Visit => ({
  product,
  portfolio: at,
  page,
  borrower: newBorrower(at),
})

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What the borrower's app shows, `steps` of 30 seconds from now: RFC 6238, written apart from the product's. */
function appCode(key: string, at: Date, steps = 0): string {
  const bits = Array.from(key, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / STEP_MS) + steps))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Asks for an account link of a type that no page of ours asks for: an agent's invitation does. */
async function invite(visit: Visit, createAccountType: number, resource?: string): Promise<string> {
  const { page, borrower } = visit
  await page.goto(product.address(portfolio, '/sign-in'))
  const body = { portfolioId: portfolio.portfolioId, email: borrower.email, createAccountType, resource }
  const status = await page.evaluate(async (sent) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const path = '/fssapi/dolphin-customer/send-create-account-email'
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(sent) })).status
  }, body)
  expect(status).toBe(200)
  const [link] = (await product.mail(borrower.email, 'createAccountLink')).links
  if (link === undefined) throw new Error('the mail has no link')
  return link
}

test('type 1: an account made from guidance ties the application to it and goes on at the section left', async ({
  page,
}) => {
  const visit = aVisit(page)
  const resource = await beginAsGuest(visit)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  const link = await invite(visit, 1, resource)
  await finishAccount(visit, link)
  await expect(page).toHaveURL(new RegExp(`/application/${resource}`))
  await proveIdentity(visit)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  const [loan] = await product.rows<{ open_id: string | null }>(
    'select open_id from loans order by created_at desc limit 1',
  )
  expect(loan?.open_id).not.toBeNull()
})

test('a press that leaves a wrong field reaches what it was aimed at, in spite of the error that appears', async ({
  page,
}) => {
  const visit = aVisit(page)
  await page.goto(await askForAccountLink(visit))
  await expectHeading(page, 'Finish your account')
  // Nothing to scroll: a page that is scrolled is held in place by the browser itself
  await page.setViewportSize({ width: 360, height: 2_400 })
  const consent = page.getByRole('group', { name: 'Required' }).getByRole('checkbox').first()
  await page.getByLabel('New password').pressSequentially('short')
  await consent.click({ delay: 100 })
  await expect(page.getByText('Password should be 8 or more characters.').first()).toBeVisible()
  await expect(consent).toBeChecked()
})

test('type 2: an account made from sign-in opens home', async ({ page }) => {
  await createAccount(aVisit(page))
  await expect(page).toHaveURL(/\/home$/)
})

test('type 3: an account made at the end leads to 102, and signing in comes later', async ({ page }) => {
  const visit = aVisit(page)
  await finishAccount(visit, await invite(visit, 3))
  await expect(page).toHaveURL(/\/notification\/102$/)
  await page.goto(product.address(portfolio, '/sign-in'))
  await signInWithCode(visit)
  await expectHeading(page, /Hello/)
})

test('type 4: an account made to sign opens the signature link, which ties the application first', async ({
  page,
}) => {
  const visit = aVisit(page)
  const application = await beginAsGuest(visit)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  const token = createHash('sha256').update(application).digest('base64url')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  // As an agent who took the application by phone would issue it.
  await product.rows(
    `insert into resources (token_hash, portfolio_id, purpose, subject, created_at, expires_at, uses, failed_tries)
      select $2, portfolio_id, 'signature', subject, created_at, expires_at, 0, 0 from resources where token_hash = $1`,
    [hash(application), hash(token)],
  )
  await product.rows(
    `update loans set status = ${LoanStatus.originating}, sub_status = 'customerReview' where application_no =
      (select subject ->> 'applicationNo' from resources where token_hash = $1)`,
    [hash(token)],
  )
  await finishAccount(visit, await invite(visit, 4, token))
  await expect(page).toHaveURL(new RegExp(`/application/${application}`))
  await proveIdentity(visit)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/who you are/i)
})

test('an authenticator app is set up, asked for on a new device, replaced by a recovery code, and switched off', async ({
  page,
  browser,
}) => {
  const visit = aVisit(page)
  const { borrower } = visit
  await createAccount(visit)
  await page.goto(product.address(portfolio, '/change-password'))
  await expectHeading(page, 'Sign-in and security')
  await press(page, 'Set up an app')
  const app = page.getByRole('region', { name: 'Authenticator app' })
  await app.getByLabel('Current password').fill(borrower.password)
  await app.getByRole('button', { name: 'Continue' }).click()
  await expect(app.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectHeading(page, 'Sign-in and security')
  const key = (await app.locator('code').innerText()).replace(/\s/g, '')
  await app.getByLabel('6-digit code from the app').fill(appCode(key, await product.now()))
  await press(page, 'Turn on')
  await expect(app.getByRole('heading', { name: /Save these recovery codes/ })).toBeVisible()
  const codes = await app.locator('li code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await press(page, 'I have saved them')
  await expect(app.getByText('On. Signing in on a new device takes a code from your app.')).toBeVisible()
  await product.mail(borrower.email, 'authenticatorOn')

  const elsewhere = await browser.newContext()
  const other = { ...visit, page: await elsewhere.newPage() }
  await other.page.goto(product.address(portfolio, '/sign-in'))
  await typePassword(other)
  await expectHeading(other.page, 'Enter your code')
  await expect(other.page.getByText('Open your authenticator app')).toBeVisible()
  await other.page.getByLabel('Code').fill(appCode(key, await product.now(), 1))
  await goOn(other.page)
  await expectHeading(other.page, /Hello/)
  expect(await codeMails(product, borrower)).toHaveLength(0)
  await elsewhere.close()

  await signOut(page)
  await typePassword(visit)
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await goOn(page)
  await expectHeading(page, /Hello/)
  await product.mail(borrower.email, 'recoveryCodeUsed')
  await page.goto(product.address(portfolio, '/change-password'))
  await press(page, 'Turn off')
  await app.getByLabel('Current password').fill(borrower.password)
  await app.getByLabel('Code from the app, or a recovery code').fill(codes[1] ?? '')
  await app.getByRole('button', { name: 'Turn off' }).click()
  await expect(app.getByText('Off. We send you a code when you sign in on a new device.')).toBeVisible()
})

test('a contact is verified by its code; afterwards the sign-in code comes to the phone', async ({
  page,
  browser,
}) => {
  const visit = aVisit(page)
  const { borrower } = visit
  await createAccount(visit)
  await beginApplication(page)
  await typeSection(page, borrower, 'personal')
  await goOn(page)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  await page.goto(product.address(portfolio, '/change-password'))
  await press(page, 'Verify Cell phone')
  const section = page.getByRole('region', { name: 'Contacts' })
  await expect(section.getByText('We sent a 6-digit code to')).toBeVisible()
  const phone = borrower.sections.personal.flat().find(({ label }) => label === 'Cell Phone')?.value ?? ''
  const text = await product.mail(phone.replace(/\D/g, ''), 'contactCode')
  expect(text.text).toContain('STOP')
  await section.getByLabel('Code').fill(/\b\d{6}\b/.exec(text.text)?.[0] ?? '')
  await press(page, 'Check code')
  await expect(page.getByRole('button', { name: 'Verify Cell phone' })).toBeHidden()
  await expectHeading(page, 'Sign-in and security')

  const elsewhere = await browser.newContext()
  const other = { ...visit, page: await elsewhere.newPage() }
  await other.page.goto(product.address(portfolio, '/sign-in'))
  await typePassword(other)
  await expect(other.page.getByText(/We texted a 6-digit code/)).toBeVisible()
  const code = await product.mail(phone.replace(/\D/g, ''), 'loginCode')
  await other.page.getByLabel('Code').fill(/\b\d{6}\b/.exec(code.text)?.[0] ?? '')
  await goOn(other.page)
  await expectHeading(other.page, /Hello/)
  const told = await product.mail(borrower.email, 'newDevice')
  expect(told.text).toContain('This was not me')

  // The password, and the page that is open elsewhere has no session any more; this one has.
  await page.goto(product.address(portfolio, '/change-password'))
  const places = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(places.getByRole('listitem')).toHaveCount(2)
  await press(page, 'Sign out everywhere else')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(borrower.password)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(places.getByRole('listitem')).toHaveCount(1)
  await expectHeading(page, 'Sign-in and security')
  await other.page.goto(product.address(portfolio, '/documents'))
  await expect(other.page).toHaveURL(/\/sign-in$/)
  await elsewhere.close()
})

test('five wrong codes end on a page of their own, with both ways on', async ({ page }) => {
  const visit = aVisit(page)
  await createAccount(visit)
  await signOut(page)
  const known = (await codeMails(product, visit.borrower)).length
  await typePassword(visit)
  await expectHeading(page, 'Enter your code')
  const right = await mailedCode(visit, known)
  const wrong = right === '000000' ? '111111' : '000000'
  for (let tries = 1; tries < 5; tries += 1) {
    await page.getByLabel('Code').fill(wrong)
    const judged = page.waitForResponse(/verify-login-code/)
    await goOn(page)
    await judged
  }
  await page.getByLabel('Code').fill(wrong)
  await goOn(page)
  await expectHeading(page, 'Too many wrong codes')
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
  await press(page, 'Sign in again')
  await expectHeading(page, 'Sign in')
})

for (const [change, heading] of [
  ['freeze', 'Your account is on hold'],
  ['deactivate', 'Your account is closed'],
] as const) {
  test(`${change}: the state shows after a right password and to the mailbox alone, with what to do`, async ({
    page,
  }) => {
    const visit = aVisit(page)
    const { borrower } = visit
    await createAccount(visit)
    const held = ['account', change, borrower.email, '--portfolio', String(portfolio.portfolioId)]
    const said = await product.operate(...held)
    if (change === 'deactivate') await product.confirm(said)
    await page.goto(product.address(portfolio, '/documents'))
    await expect(page).toHaveURL(/\/sign-in$/)
    await page.getByLabel('Email').fill(borrower.email)
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-9')
    await press(page, 'Sign in')
    await expect(page.locator('#password-error')).toContainText('The email or password is not right')
    await typePassword(visit)
    await expectHeading(page, heading)
    await expect(page.getByRole('main').getByRole('link', { name: /^Call \(/ })).toBeVisible()
    await press(page, 'Back to sign in')
    await linkTo(page, 'Forgot your password?')
    await page.getByLabel('Email').fill(borrower.email)
    await press(page, 'Send link')
    const [link] = (await product.mail(borrower.email, 'resetLink')).links
    await page.goto(link ?? '')
    await expectHeading(page, heading)
    const reopening = ['account', 'activate', borrower.email, '--portfolio', String(portfolio.portfolioId)]
    await product.confirm(await product.operate(...reopening))
    await page.goto(link ?? '')
    await expectHeading(page, 'Choose a new password')
  })
}

test('what was begun without an account opens by its link for who knows two things, five tries at most', async ({
  page,
}) => {
  const visit = aVisit(page)
  const resource = await beginAsGuest(visit)
  await fillRest(visit)
  await page.evaluate(() => localStorage.clear())
  await page.goto(product.address(portfolio, `/pending-application/${resource}`))
  await proveIdentity(visit)
  await expectHeading(page, /Connect your bank|Check your answers/)
})

/** Types what a bank would tell, and comes back to the bank. */
async function fillRest({ page, borrower }: Visit): Promise<void> {
  await typeInstead(page)
  for (const section of ['employment', 'bank', 'question'] as const) {
    await typeSection(page, borrower, section)
    await goOn(page)
  }
  await expectHeading(page, 'Connect your bank')
}
