import { expect, type Page } from '@playwright/test'
import type { Borrower } from '../borrower.ts'
import type { Portfolio, Product } from '../product.ts'
import { expectHeading, goOn, linkTo, press } from './form.ts'
import { answerStart, typeSection } from './application.ts'
import { proveRecords } from './signing.ts'

/** Who does what where. */
export interface Visit {
  readonly product: Product
  readonly portfolio: Portfolio
  readonly page: Page
  readonly borrower: Borrower
}

/** Asks for the link that creates an account, by the page that everybody begins on. */
export async function askForAccountLink({ product, portfolio, page, borrower }: Visit): Promise<string> {
  await page.goto(product.address(portfolio, '/'))
  await expectHeading(page, 'Sign in')
  await linkTo(page, 'Create an account')
  await page.getByLabel('Email').fill(borrower.email)
  await press(page, 'Send link')
  await expectHeading(page, 'Check your email')
  const mail = await product.mail(borrower.email, 'createAccountLink')
  const [link] = mail.links
  if (link === undefined) throw new Error('the mail has no link')
  return link
}

/** Finishes the account of a mailed link; what opens next is the caller's to say. */
export async function finishAccount({ page, borrower }: Visit, link: string): Promise<void> {
  await page.goto(link)
  await expectHeading(page, 'Finish your account')
  await page.getByLabel('New password').fill(borrower.password)
  await proveRecords(page)
  await press(page, 'Create account')
}

/** From the sign-in page to the home page: the mailed link, name, password, the consents that are needed. */
export async function createAccount(visit: Visit): Promise<void> {
  await finishAccount(visit, await askForAccountLink(visit))
  await expectHeading(visit.page, /Hello/)
}

/** Account and password on the sign-in page, up to where a code is asked for or the next page opens. */
export async function typePassword({ page, borrower }: Pick<Visit, 'page' | 'borrower'>): Promise<void> {
  await page.getByLabel('Email').fill(borrower.email)
  await page.getByLabel('Password', { exact: true }).fill(borrower.password)
  await press(page, 'Sign in')
}

/** The newest code mailed to the borrower after those known already. */
export async function mailedCode({ product, borrower }: Visit, known: number): Promise<string> {
  await expect
    .poll(async () => (await codeMails(product, borrower)).length, { message: 'a mail with a code' })
    .toBeGreaterThan(known)
  const [newest] = await codeMails(product, borrower)
  const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
  if (code === undefined) throw new Error('the mail has no code')
  return code
}

export const codeMails = async (product: Product, { email }: Borrower) =>
  (await product.mails(email)).filter(({ kind }) => kind === 'loginCode')

/** Signs in on a device that the product does not know yet: password, then the mailed code; it is remembered. */
export async function signInWithCode(visit: Visit): Promise<void> {
  const { page, product, borrower } = visit
  const known = (await codeMails(product, borrower)).length
  await page.getByLabel('Remember this device').check()
  await typePassword(visit)
  await expectHeading(page, 'Enter your code')
  await page.getByLabel('Code').fill(await mailedCode(visit, known))
  await goOn(page)
}

/** Signs in on a device that was remembered, where the password is enough, and goes home: a page that saw its session end leads back to itself. */
export async function signInAgain(visit: Visit): Promise<void> {
  const { page, product, portfolio } = visit
  await page.goto(product.address(portfolio, '/sign-in'))
  await typePassword(visit)
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
  await page.goto(product.address(portfolio, '/home'))
  await expectHeading(page, /Hello/)
}

export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Your account' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await expectHeading(page, 'Sign in')
}

/** Begins in guidance, without an account; answers the token of the application's link. */
export async function beginAsGuest({ product, portfolio, page, borrower }: Visit): Promise<string> {
  await page.goto(product.address(portfolio, '/guidance'))
  await answerStart(page)
  await press(page, 'Continue without an account')
  await typeSection(page, borrower, 'personal')
  await goOn(page)
  await page.getByLabel('Email').fill(borrower.email)
  const created = page.waitForResponse(
    (answer) => /\/form\/personal/.test(answer.url()) && answer.request().method() === 'POST',
  )
  await goOn(page)
  const { data } = (await (await created).json()) as { data: { resource: string } }
  return data.resource
}

/** The two proofs that tie what was begun to the account. */
export async function proveIdentity({ page, borrower }: Visit): Promise<void> {
  await page.getByLabel(/last 4/i).fill(borrower.ssnLast4)
  await page.getByLabel(/birth/i).pressSequentially('04/17/1988')
  await press(page, /Confirm|Continue/)
}
