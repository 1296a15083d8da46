import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { createAccount, type Visit } from './pages/account.ts'
import {
  applyUpToBank,
  askForAmount,
  chooseBank,
  linkBank,
  openUpload,
  visitBank,
} from './pages/application.ts'
import { expectHeading, goOn, press } from './pages/form.ts'
import { OFFER } from './pages/plan.ts'
import { type Portfolio, PORTFOLIOS, Product } from './product.ts'
import { statementCsv } from './statement-file.ts'

const [TIDEWATER, REDSTONE] = PORTFOLIOS
let product: Product

test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Journey Reviewer')
})
test.afterAll(() => product.stop())

async function atTheBank(page: Page, portfolio: Portfolio): Promise<Visit> {
  const visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  return visit
}

const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('Bank statement', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** A month later: old attempts no longer count toward the three in 30 days. */
const aMonthLater = () => product.rows("update ibv_requests set created_at = created_at - interval '31 days'")

/** As if nothing had been tried yet. */
const beginAnew = () => product.rows('delete from ibv_requests')

test('a link that does not come through says what it is, and each way out leads on (product.md §4, domain.md §5)', async ({
  page,
}) => {
  await atTheBank(page, TIDEWATER)
  const here = page.url()
  await linkBank(page, 'user_started')
  await expectHeading(page, 'You have not finished yet')
  await press(page, 'Continue at my bank')
  await expect(page).toHaveURL(/\/sandbox-bank\//)
  await beginAnew()
  await page.goto(here)
  await linkBank(page, 'user_verified')
  await expectHeading(page, 'You are signed in at your bank')
  await press(page, 'Continue at my bank')
  await visitBank(page, 'user_locked')
  await expectHeading(page, 'We cannot use this account')
  await expect(page.getByText('Your bank has locked your sign-in.')).toBeVisible()
  await linkBank(page, 'user_bank_down')
  await expectHeading(page, 'Your bank isn’t responding')
  await expect(page.getByRole('radio', { name: 'Sandbox Community Bank' })).toHaveAccessibleName(
    /Didn’t work last time/,
  )
  await expect(page.getByText('You can link a bank 2 more times in 30 days.')).toBeVisible()
  await linkBank(page, 'user_refused')
  await expectHeading(page, 'We cannot use this account')
  await linkBank(page, 'user_refused')
  await expect(
    page.getByText(/^You can link a bank three times in 30 days, and you have used them all/),
  ).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await aMonthLater()
  await page.reload()
  await linkBank(page, 'user_error')
  await expectHeading(page, 'The link did not work')
  await linkBank(page, 'user_slow')
  await expectHeading(page, 'We are reading your account')
  await press(page, 'Ask a person to review it')
  await expectHeading(page, 'We’re reviewing your application')
  await expect(page.getByRole('button', { name: 'Ask a person to review it' })).toHaveCount(0)
})

test('a bank is searched by name; one that is down cannot be chosen; the one that was linked comes first the next time', async ({
  page,
}) => {
  await atTheBank(page, TIDEWATER)
  await page.getByLabel('Find your bank').fill('exam')
  await expect(page.getByRole('radio', { name: 'Exampleton Bank' })).toBeDisabled()
  await expect(page.getByText('Not working now. Try again later.')).toBeVisible()
  await page.getByLabel('Find your bank').fill('demo')
  await chooseBank(page, 'Demo Valley Credit Union')
  await expect(page.getByText('Demo Valley Credit Union').first()).toBeVisible()
  await visitBank(page, 'user_low_income')
  await askForAmount(page)
  await expect(page).toHaveURL(/\/notification\/203$/)
  await page.goto(product.address(TIDEWATER, '/guidance'))
  await expectHeading(page, 'We can’t make an offer with this account')
  const remembered = page.getByRole('radio', { name: 'Demo Valley Credit Union' })
  // The one that led to no amount is not chosen in advance
  await expect(remembered).not.toBeChecked()
  await expect(remembered).toHaveAccessibleName(/You used this before · ••2333/)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, OFFER)
})

test('no bank will do: a statement is sent, refused with its reason, sent again, accepted, and leads to an offer (domain.md §5)', async ({
  page,
}) => {
  const { borrower } = await atTheBank(page, REDSTONE)
  await openUpload(page)
  await expectHeading(page, 'Upload a bank statement')
  await choose(page, 'broken.csv', 'Date,Amount\n02/30/2026,1.00\n03/01/2026,many\n')
  await press(page, 'Send statement')
  await expect(page.getByText('Row 2, column Date:').first()).toBeVisible()
  await expect(page.getByText('Row 3, column Amount:').first()).toBeVisible()
  await choose(page, 'march.csv', statementCsv())
  await press(page, 'Send statement')
  await expectHeading(page, 'We have your bank statement')
  await goOn(page)
  await expect(page).toHaveURL(/\/notification\/104$/)
  expect(await product.operate('statement', 'list')).toContain('csv')
  await product.operate('statement', 'refuse', await waiting(), '--reason', 'tooShort')
  const refused = await product.mail(borrower.email, 'statementRefused')
  expect(refused.text).toContain('It covers too few days.')
  await page.goto(refused.links[0] ?? '')
  await expectHeading(page, 'We could not use your statement')
  await expect(page.getByText('It covers too few days.')).toBeVisible()
  await openUpload(page)
  await choose(page, 'whole.csv', statementCsv())
  await press(page, 'Send statement')
  await expectHeading(page, 'We have your bank statement')
  await page.goto(refused.links[0] ?? '')
  await expectHeading(page, 'We’re reviewing your bank statement')
  await product.operate('statement', 'accept', await waiting(), '--account-tail', '2333')
  const accepted = await product.mail(borrower.email, 'statementAccepted')
  await page.goto(accepted.links[0] ?? '')
  await askForAmount(page)
  await expectHeading(page, OFFER)
})

/** The statement that waits for a person. */
async function waiting(): Promise<string> {
  const [row] = await product.rows<{ request_code: string }>(
    `select request_code from ibv_requests where provider = 'statement' and status = ${IbvStatus.inProgress}`,
  )
  return row?.request_code ?? ''
}
