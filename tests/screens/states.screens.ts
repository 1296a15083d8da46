import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, type Visit } from '../journeys/pages/account.ts'
import {
  applyUpToBank,
  askForAmount,
  awaitCheck,
  beginApplication,
  linkBank,
  openUpload,
  typeInstead,
  typeSection,
} from '../journeys/pages/application.ts'
import { expectHeading, goOn, press } from '../journeys/pages/form.ts'
import { OFFER } from '../journeys/pages/plan.ts'
import { type Portfolio, PORTFOLIOS, Product } from '../journeys/product.ts'
import { statementCsv } from '../journeys/statement-file.ts'
import { shot } from './shot.ts'
import { takeSection } from './take-section.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Screens Reviewer')
})
test.afterAll(() => product.stop())

const aVisit = (portfolio: Portfolio, page: Visit['page']): Visit => ({
  product,
  portfolio,
  page,
  borrower: newBorrower(portfolio),
})

for (const portfolio of PORTFOLIOS) {
  test(`pages of ${portfolio.portfolioId} around sign-in and security`, async ({ page }) => {
    const visit = aVisit(portfolio, page)
    await createAccount(visit)
    await takeSecurity(visit)
  })
  test(`pages of ${portfolio.portfolioId} for who applies again, and where an account runs short`, async ({
    page,
  }) => {
    const visit = aVisit(portfolio, page)
    await createAccount(visit)
    await takeRows(visit)
    await takeApplyAgain(visit)
    // A lender that refers so tight an account to a person offers no plan to look at
    if (portfolio.portfolioId === 118) await takeShortfall(visit)
  })
  test(`pages of ${portfolio.portfolioId} where a person looks and refuses`, async ({ page }) => {
    const visit = aVisit(portfolio, page)
    await createAccount(visit)
    await applyUpToBank(page, visit.borrower)
    await takeReviews(visit)
  })
}

async function takeSecurity({ page, portfolio, borrower }: Visit): Promise<void> {
  await page.goto(product.address(portfolio, '/change-password'))
  await expectHeading(page, 'Sign-in and security')
  await page.getByLabel('New password').fill('short')
  await press(page, 'Save password')
  await shot(page, portfolio, 'change-password-errors')
  await page.reload()
  await press(page, 'Set up an app')
  const app = page.getByRole('region', { name: 'Authenticator app' })
  await app.getByLabel('Current password').fill(borrower.password)
  await app.getByRole('button', { name: 'Continue' }).click()
  await app.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await shot(page, portfolio, 'change-password-app')
}

/** What is typed instead of linking; other loans, row by row, then in the summary. */
async function takeRows(visit: Visit): Promise<void> {
  const { page, portfolio, borrower } = visit
  await beginApplication(page)
  for (const section of ['personal', 'employment', 'bank'] as const) {
    if (section === 'employment' && !borrower.beforeLink.includes(section)) await typeInstead(page)
    await takeSection(visit, section)
  }
  await typeSection(page, borrower, 'question')
  await shot(page, portfolio, 'application-question-1')
  await page.getByLabel('Other Payday or Installment Loans').fill('2')
  await page.getByRole('group', { name: 'Loans You Are Repaying' }).waitFor()
  await shot(page, portfolio, 'application-question-rows-none')
  for (const [number, lender, owed] of [
    [1, 'Harbor Sample Finance', '1200'],
    [2, 'Lantern Sample Loans', '-5'],
  ] as const) {
    await press(page, number === 1 ? 'Add' : 'Add another')
    const row = page.getByRole('group', { name: `Loans You Are Repaying ${number}` })
    await row.getByLabel('Lender').fill(lender)
    await row.getByLabel('Still Owed').fill(owed)
  }
  await goOn(page)
  await shot(page, portfolio, 'application-question-rows-errors')
  await page.getByRole('group', { name: 'Loans You Are Repaying 2' }).getByLabel('Still Owed').fill('340.50')
  await shot(page, portfolio, 'application-question-rows')
  await goOn(page)
  await expectHeading(page, 'Connect your bank')
  await linkBank(page, 'user_good')
  await awaitCheck(page)
  await shot(page, portfolio, 'application-summary-rows')
}

async function takeApplyAgain({ page, portfolio }: Visit): Promise<void> {
  await page.goto(product.address(portfolio, '/home'))
  await press(page, 'Withdraw my application')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, withdraw it' }).click()
  await page.getByRole('link', { name: 'Find your loan' }).waitFor()
  await page.goto(product.address(portfolio, '/loan-agreement'))
  await expectHeading(page, 'Apply for a new loan')
  await shot(page, portfolio, 'loan-agreement')
  await page.getByLabel('About you: still right').check()
  await shot(page, portfolio, 'loan-agreement-changed')
  await goOn(page)
}

/** A rent that leaves little of the pay. */
async function takeShortfall({ page, portfolio, borrower }: Visit): Promise<void> {
  if (!borrower.beforeLink.includes('employment')) await typeInstead(page)
  await expectHeading(page, 'Your income')
  await goOn(page)
  await expectHeading(page, 'Your job')
  await goOn(page)
  await expectHeading(page, 'When you are paid')
  await page.getByLabel('How Often You Are Paid').selectOption({ label: 'Once a month' })
  await page.getByLabel('Payday of the Month').selectOption({ label: '15' })
  await goOn(page)
  // What was said of the bank and the questions is filled in
  await expectHeading(page, 'Your bank account')
  await goOn(page)
  await expectHeading(page, 'A few questions')
  await goOn(page)
  await expectHeading(page, 'Connect your bank')
  await linkBank(page, 'user_tight')
  await askForAmount(page)
  await expectHeading(page, OFFER)
  await shot(page, portfolio, 'application-plan-tight')
  await page.locator('summary', { hasText: 'How it fits your budget' }).click()
  await page.getByRole('heading', { name: 'How it fits your paydays and bills' }).waitFor()
  if (!(await chooseShortDate(page))) return
  await page.getByText('Show these days as a table').click()
  await shot(page, portfolio, 'application-plan-shortfall')
  const move = page.getByRole('button', { name: /^Move the first payment to/ })
  if (!(await move.isVisible())) return
  await move.click()
  await page.getByText('From what we know, your account stays above zero').waitFor()
  await shot(page, portfolio, 'application-plan-shortfall-mended')
}

/** Which first date falls short depends on the day that the pictures are taken; on some days none does. */
async function chooseShortDate(page: Page): Promise<boolean> {
  const fewer = page.getByRole('button', { name: 'Fewer payments' })
  while (await fewer.isEnabled()) await fewer.click()
  const short = page.getByText('A payment may not fit')
  const verdict = short.or(page.getByText('From what we know, your account stays above zero'))
  const dates = page.getByLabel('First payment')
  const values = await dates
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  for (const value of values.filter((each) => each !== '')) {
    await dates.selectOption(value)
    // The schedule follows its choice by some moments
    await page.waitForTimeout(2_000)
    await verdict.waitFor()
    if (await short.isVisible()) return true
  }
  return false
}

const waiting = async (provider: 'person' | 'statement'): Promise<string> => {
  const [row] = await product.rows<{ request_code: string }>(
    `select request_code from ibv_requests where provider = $1 and status = ${IbvStatus.inProgress} order by created_at desc`,
    [provider],
  )
  return row?.request_code ?? ''
}

async function takeReviews({ page, portfolio, borrower }: Visit): Promise<void> {
  const here = page.url()
  await linkBank(page, 'user_error')
  await expectHeading(page, 'The link did not work')
  await press(page, 'Ask a person to review it')
  await expectHeading(page, 'We’re reviewing your application')
  await shot(page, portfolio, 'application-IBV-person-waiting')
  await product.operate('statement', 'refuse', await waiting('person'), '--reason', 'noRegularIncome')
  await product.mail(borrower.email, 'incomeNotVerified')
  await page.goto(here)
  await expectHeading(page, 'We could not verify your income yet')
  await shot(page, portfolio, 'application-IBV-person-refused')
  await openUpload(page)
  const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statementCsv()) }
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(file)
  await press(page, 'Send statement')
  await expectHeading(page, 'We have your bank statement')
  await product.operate('statement', 'refuse', await waiting('statement'), '--reason', 'tooShort')
  await product.mail(borrower.email, 'statementRefused')
  await page.goto(here)
  await expectHeading(page, 'We could not use your statement')
  await shot(page, portfolio, 'application-IBV-statement-refused')
}
