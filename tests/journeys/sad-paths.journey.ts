import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { askForAccountLink, createAccount, type Visit } from './pages/account.ts'
import { applyUpToBank, askForAmount, linkBank, openUpload } from './pages/application.ts'
import { expectHeading, linkTo, press } from './pages/form.ts'
import { OFFER } from './pages/plan.ts'
import { PORTFOLIOS, Product } from './product.ts'

const [portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const aVisit = (page: Visit['page']): Visit => ({
  product,
  portfolio,
  page,
  borrower: newBorrower(portfolio),
})

test('a bank that cannot be read has its own page state each time, and a way on', async ({ page }) => {
  const { borrower, ...visit } = aVisit(page)
  await createAccount({ ...visit, borrower })
  await applyUpToBank(page, borrower)
  await linkBank(page, 'user_locked')
  await expectHeading(page, 'We cannot use this account')
  await linkBank(page, 'user_bank_down')
  await expectHeading(page, 'Your bank isn’t responding')
  await linkBank(page, 'user_error')
  await expectHeading(page, 'The link did not work')
  await openUpload(page)
  await expectHeading(page, 'Upload a bank statement')
  await press(page, 'Cancel upload')
  await expectHeading(page, 'Upload canceled')
})

test('an income that does not qualify leads to 203, its button back to the bank, and another account to an offer', async ({
  page,
}) => {
  const visit = aVisit(page)
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await linkBank(page, 'user_low_income')
  await askForAmount(page)
  await expect(page).toHaveURL(/\/notification\/203$/)
  await expectHeading(page, 'We can’t make an offer with this account')
  await linkTo(page, 'Retry with another bank account')
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, OFFER)
})

test('a declined borrower reads the specific reasons, what would change them, and gets the notice by mail', async ({
  page,
}) => {
  const visit = aVisit(page)
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await linkBank(page, 'user_many_lenders')
  await askForAmount(page)
  await expect(page).toHaveURL(/\/notification\/301$/)
  await expect(page.getByText('you do not meet our current criteria')).toBeVisible()
  const reasons = page.getByRole('main').getByRole('listitem')
  await expect(reasons.first()).toContainText('What would change it:')
  const notice = await product.mail(visit.borrower.email, 'adverseAction')
  const reason = await reasons.first().locator('strong').innerText()
  expect(notice.text).toContain(reason)
  expect(notice.text).toContain('Equal Credit Opportunity Act')
  await linkTo(page, 'Go to your home page')
  await expect(page.getByText('We could not offer you a loan last time')).toBeVisible()
})

test('an unknown link of a loan leads to 302, an expired one of an account explains and offers a new one', async ({
  page,
}) => {
  const visit = aVisit(page)
  const unknownResource = 'A'.repeat(43)
  for (const path of [
    `/application/${unknownResource}`,
    `/returning/${unknownResource}`,
    `/signature/${unknownResource}`,
  ]) {
    await page.goto(product.address(portfolio, path))
    await expect(page).toHaveURL(/\/notification\/302$/)
    await expectHeading(page, 'This link no longer works')
  }
  const link = await askForAccountLink(visit)
  await product.rows('update resources set expires_at = created_at')
  await page.goto(link)
  await expectHeading(page, 'This link no longer works')
  await linkTo(page, 'Get a new link')
  await expectHeading(page, 'Create your account')
})
