import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { createAccount, type Visit } from './pages/account.ts'
import { applyUpToBank, askForAmount, linkBank, visitBank } from './pages/application.ts'
import { expectHeading, goOn, press } from './pages/form.ts'
import { type Brand, BRANDS, Product } from './product.ts'
import { statementCsv } from './statement-file.ts'

let product: Product
/** Every state is reached through a whole visit at the bank. */
test.describe.configure({ timeout: 600_000 })

test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('employee', 'create', '--name', 'Journey Reviewer')
})
test.afterAll(() => product.stop())

async function atTheBank(page: Page, brand: Brand): Promise<Visit> {
  const visit = { product, brand, page, borrower: newBorrower(brand) }
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  return visit
}

/** A month later: old attempts no longer count towards the three in 30 days. */
const aMonthLater = () => product.rows("update ibv_requests set created_at = created_at - interval '31 days'")

const upload = (page: Page) =>
  page.getByRole('button', { name: /^(?:Upload a bank statement instead|Send another statement)$/ })

for (const brand of BRANDS) {
  test(`${brand.portfolioId}: each of the eight states of a bank link has its page and its exit (product.md §4)`, async ({
    page,
  }) => {
    await atTheBank(page, brand)
    await expectHeading(page, 'Link your bank account')
    const here = page.url()
    const beginAnew = async () => {
      await product.rows('delete from ibv_requests')
      await page.goto(here)
    }
    await linkBank(page, 'user_started')
    await expectHeading(page, 'You have not finished yet')
    await expect(upload(page)).toBeVisible()
    await press(page, 'Go on at my bank')
    await page.getByRole('link', { name: 'Back to your application' }).click()
    await expectHeading(page, 'You have not finished yet')
    await beginAnew()
    await linkBank(page, 'user_verified')
    await expectHeading(page, 'You are signed in at your bank')
    await press(page, 'Go on at my bank')
    await expect(page).toHaveURL(/\/sandbox-bank\//)
    await beginAnew()
    await linkBank(page, 'user_locked')
    await expectHeading(page, 'We cannot use this account')
    await press(page, 'Link another account')
    await visitBank(page, 'user_bank_down')
    await expectHeading(page, 'Your bank does not answer')
    await press(page, 'Try again')
    await visitBank(page, 'user_error')
    await expectHeading(page, 'The link did not work')
    await expect(page.getByText('Your bank can be linked three times in 30 days.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await aMonthLater()
    await page.reload()
    await press(page, 'Try again')
    await visitBank(page, 'user_slow')
    await expectHeading(page, 'We are reading your account')
    await expect(upload(page)).toBeVisible()
    await beginAnew()
    await linkBank(page, 'user_good')
    await expectHeading(page, 'Your bank account is linked')
    await goOn(page)
    await expectHeading(page, 'Check your answers')
  })
}

test('no bank will do: a statement is sent, refused with its reason, sent again, accepted, and leads to an offer', async ({
  page,
}) => {
  const [brand] = BRANDS
  const { borrower } = await atTheBank(page, brand)
  await linkBank(page, 'user_locked')
  await expectHeading(page, 'We cannot use this account')
  await upload(page).click()
  await expectHeading(page, 'Upload a bank statement')
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Bank statement', { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('broken.csv', 'Date,Amount\n02/30/2026,1.00\n03/01/2026,many\n')
  await press(page, 'Send statement')
  await expect(page.getByText('Row 2, column Date:').first()).toBeVisible()
  await expect(page.getByText('Row 3, column Amount:').first()).toBeVisible()
  await choose('march.csv', statementCsv())
  await press(page, 'Send statement')
  await expectHeading(page, 'Your statement has arrived')
  await expect(page.getByText('Transactions read')).toBeVisible()
  await goOn(page)
  await expect(page).toHaveURL(/\/notification\/104$/)
  expect(await product.operate('statement', 'list')).toContain('csv')
  await product.operate('statement', 'refuse', await waiting(), '--reason', 'tooShort')
  const refused = await product.mail(borrower.email, 'statementRefused')
  expect(refused.text).toContain('It covers too few days.')
  await page.goto(refused.links[0] ?? '')
  await expectHeading(page, 'We could not use your statement')
  await expect(page.getByText('It covers too few days.')).toBeVisible()
  await upload(page).click()
  await choose('whole.csv', statementCsv())
  await press(page, 'Send statement')
  await expectHeading(page, 'Your statement has arrived')
  await page.goto(refused.links[0] ?? '')
  await expectHeading(page, 'A person is looking at your statement')
  await product.operate('statement', 'accept', await waiting(), '--account-tail', '2333')
  await product.mail(borrower.email, 'statementAccepted')
  await askForAmount(page)
  await expectHeading(page, 'Choose your amount')
})

async function waiting(): Promise<string> {
  const [row] = await product.rows<{ request_code: string }>(
    "select request_code from ibv_requests where provider = 'statement' and status = 20",
  )
  return row?.request_code ?? ''
}

test('the last rung: a person is asked, and the page says that they look at it', async ({ page }) => {
  await atTheBank(page, BRANDS[0])
  await linkBank(page, 'user_error')
  await expectHeading(page, 'The link did not work')
  await press(page, 'Ask a person to look at it')
  await expectHeading(page, 'A person is looking at your application')
  await expect(page.getByRole('button', { name: 'Ask a person to look at it' })).toHaveCount(0)
})
