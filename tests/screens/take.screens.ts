import { LoanStatus } from '@dolphin/domain/loans/codes'
import { type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import {
  askForAccountLink,
  codeMails,
  createAccount,
  mailedCode,
  signInAgain,
  signOut,
  typePassword,
  type Visit,
} from '../journeys/pages/account.ts'
import {
  applyUpToBank,
  askForAmount,
  awaitCheck,
  beginApplication,
  chooseBank,
  linkBank,
  openUpload,
  visitBank,
} from '../journeys/pages/application.ts'
import { expectHeading, goOn, linkTo, press } from '../journeys/pages/form.ts'
import { OFFER } from '../journeys/pages/plan.ts'
import { confirmSigning, proveRecords, typeSignature } from '../journeys/pages/signing.ts'
import { type Portfolio, PORTFOLIOS, Product } from '../journeys/product.ts'
import { statementCsv } from '../journeys/statement-file.ts'
import { shot } from './shot.ts'
import { takeSection } from './take-section.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Screens Underwriter')
})
test.afterAll(() => product.stop())

for (const portfolio of PORTFOLIOS) {
  test(`pages of ${portfolio.portfolioId} that need no sign-in`, async ({ page }) => {
    await takePublicPages(page, portfolio)
  })
  test(`pages of ${portfolio.portfolioId} along a loan`, async ({ page }) => {
    const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
    await takeAccount(visit)
    await takeSections(visit)
    await takeOffer(visit)
    await takeSigning(visit)
    await takeFunding(visit)
  })
  test(`pages of ${portfolio.portfolioId} where it does not go well`, async ({ page }) => {
    await takeSadPages({ product, portfolio, page, borrower: newBorrower(portfolio) })
  })
}

const PUBLIC_PAGES = [
  '/sign-in',
  '/send-set-link',
  '/send-reset-link',
  '/guidance',
  '/404',
  '/403',
  '/500',
  '/verify',
]
const NOTIFICATIONS = [101, 102, 103, 104, 201, 202, 203, 204, 205, 206, 301, 302]

async function takePublicPages(page: Page, portfolio: Portfolio): Promise<void> {
  for (const path of PUBLIC_PAGES) {
    await page.goto(product.address(portfolio, path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shot(page, portfolio, path.slice(1))
  }
  for (const code of NOTIFICATIONS) {
    await page.goto(product.address(portfolio, `/notification/${code}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shot(page, portfolio, `notification-${code}`)
  }
}

async function takeAccount(visit: Visit): Promise<void> {
  const { page, portfolio, borrower } = visit
  const link = await askForAccountLink(visit)
  await shot(page, portfolio, 'send-set-link-sent')
  await page.goto(link)
  await expectHeading(page, 'Finish your account')
  await page.getByLabel('New password').fill('short')
  await press(page, 'Create account')
  await shot(page, portfolio, 'create-account-errors')
  await page.getByLabel('New password').fill(borrower.password)
  await proveRecords(page)
  await shot(page, portfolio, 'create-account')
  await press(page, 'Create account')
  await expectHeading(page, /Hello/)
  await shot(page, portfolio, 'home-1-start')
  await takeCode(visit)
  for (const path of ['consent', 'change-password', 'documents']) {
    await page.goto(product.address(portfolio, `/${path}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shot(page, portfolio, path)
  }
  await page.goto(product.address(portfolio, '/home'))
}

async function takeCode(visit: Visit): Promise<void> {
  const { page, portfolio, borrower } = visit
  await signOut(page)
  const known = (await codeMails(product, borrower)).length
  await page.getByLabel('Remember this device').check()
  await typePassword(visit)
  await expectHeading(page, 'Enter your code')
  await shot(page, portfolio, 'sign-in-code')
  await page.getByLabel('Code').fill(await mailedCode(visit, known))
  await goOn(page)
  await expectHeading(page, /Hello/)
}

async function takeSections(visit: Visit): Promise<void> {
  const { page, portfolio, borrower } = visit
  await beginApplication(page)
  await goOn(page)
  await shot(page, portfolio, 'application-personal-errors')
  for (const section of borrower.beforeLink) await takeSection(visit, section)
  await expectHeading(page, 'Connect your bank')
  await shot(page, portfolio, 'application-IBV')
  await page.goto(product.address(portfolio, '/home'))
  await page.getByRole('heading', { name: 'Continue your application' }).waitFor()
  await shot(page, portfolio, 'home-2-continue')
  await linkTo(page, 'Continue')
  await chooseBank(page)
  await expectHeading(page, 'Sign in to your bank')
  await shot(page, portfolio, 'sandbox-bank')
  await visitBank(page, 'user_good')
}

async function takeOffer({ page, portfolio }: Visit): Promise<void> {
  const isConfirmed = (await awaitCheck(page)) === 'Is this right?'
  await shot(page, portfolio, isConfirmed ? 'application-confirm' : 'application-summary')
  await askForAmount(page)
  await expectHeading(page, OFFER)
  await shot(page, portfolio, 'application-plan')
  await openFolds(page)
  await shot(page, portfolio, 'application-plan-open')
  await goOn(page)
  await expectHeading(page, 'Check your loan')
  await shot(page, portfolio, 'application-check')
  await openFolds(page)
  await shot(page, portfolio, 'application-check-open')
}

/** Everything that the page folds away, opened. */
async function openFolds(page: Page): Promise<void> {
  await page.locator('main summary').evaluateAll((all) => {
    for (const { parentElement } of all) parentElement?.toggleAttribute('open', true)
  })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('details[open] > summary + div')].every(
      ({ textContent }) => textContent !== '',
    ),
  )
}

async function takeSigning({ page, portfolio }: Visit): Promise<void> {
  await press(page, 'Read the agreement')
  await expectHeading(page, 'Read your loan agreement')
  await shot(page, portfolio, 'signature-2-read')
  const signing = page.url()
  await page.goto(product.address(portfolio, '/home'))
  await page.getByRole('heading', { name: /sign your agreement/ }).waitFor()
  await shot(page, portfolio, 'home-3-unsigned')
  await page.goto(signing)
  await typeSignature(page, 'Lena Sample')
  await shot(page, portfolio, 'signature-3-sign')
  await press(page, 'Sign agreement')
  await page.getByRole('dialog', { name: 'Sign now?' }).waitFor()
  await shot(page, portfolio, 'signature-4-confirm')
  await confirmSigning(page)
  await page.getByText('All set. You will be redirected').waitFor()
  await page.getByText('All set. You will be redirected').hover()
  await shot(page, portfolio, 'signature-5-signed')
  await page.goto(product.address(portfolio, '/home'))
  await page
    .getByRole('heading', { name: /Your loan is on its way|We’re reviewing your application/ })
    .waitFor()
  await shot(page, portfolio, 'home-4-in-progress')
  await page.goto(product.address(portfolio, '/documents'))
  await page.getByText(/^Signed on/).waitFor()
  await shot(page, portfolio, 'documents-signed')
}

async function takeFunding(visit: Visit): Promise<void> {
  const { page, portfolio, borrower } = visit
  const [loan] = await product.rows<{ loan_no: string; status: number }>(
    'select loan_no, status from loans where portfolio_id = $1 and signed_at is not null',
    [portfolio.portfolioId],
  )
  const portfolioNo = String(portfolio.portfolioId)
  if (loan?.status === LoanStatus.originating)
    await product.operate('approve', loan.loan_no, '--note', 'Checked.')
  await product.operate('clock', 'next-banking-day')
  await product.operate('batch', 'run', '--portfolio', portfolioNo)
  await product.operate('clock', 'next-banking-day')
  await product.operate('settle', 'run', '--portfolio', portfolioNo)
  await product.mail(borrower.email, 'loanFunded')
  await signInAgain(visit)
  await page.getByRole('heading', { name: 'Your loan', exact: true }).waitFor()
  await shot(page, portfolio, 'home-5-repayment')
}

/** Users of the sandbox bank at whom a link stops half-way. */
const UNFINISHED = [
  ['user_started', 'You have not finished yet'],
  ['user_verified', 'You are signed in at your bank'],
  ['user_slow', 'We are reading your account'],
] as const

async function takeSadPages(visit: Visit): Promise<void> {
  const { page, portfolio, borrower } = visit
  await createAccount(visit)
  await applyUpToBank(page, borrower)
  const here = page.url()
  for (const [user, heading] of UNFINISHED) {
    await linkBank(page, user)
    await expectHeading(page, heading)
    await shot(page, portfolio, `application-IBV-${user.replace('user_', '')}`)
    await product.rows('delete from ibv_requests')
    await page.goto(here)
  }
  for (const user of ['user_locked', 'user_bank_down', 'user_error'] as const) {
    await linkBank(page, user)
    await expectHeading(page, /We cannot use this account|Your bank isn’t responding|The link did not work/)
    await shot(page, portfolio, `application-IBV-${user.replace('user_', '')}`)
  }
  await openUpload(page)
  await expectHeading(page, 'Upload a bank statement')
  await shot(page, portfolio, 'application-IBV-upload')
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statementCsv()) }
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(file)
  await press(page, 'Send statement')
  await expectHeading(page, 'We have your bank statement')
  await shot(page, portfolio, 'application-IBV-statement-read')
  await page.goto(here)
  await expectHeading(page, 'We’re reviewing your bank statement')
  await shot(page, portfolio, 'application-IBV-statement-waiting')
}
