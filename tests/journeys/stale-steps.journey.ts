import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { createAccount, type Visit } from './pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from './pages/application.ts'
import { expectHeading, goOn, press } from './pages/form.ts'
import { OFFER, takePlan } from './pages/plan.ts'
import { expectRedirect, readAndSign } from './pages/signing.ts'
import { PORTFOLIOS, Product } from './product.ts'

const [portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

test('an edit before signing leads through amount, plan and a new signing, in that order; each figure says why', async ({
  page,
}) => {
  const borrower = newBorrower(portfolio)
  const visit: Visit = { product, portfolio, page, borrower }
  await createAccount(visit)
  await applyUpToBank(page, borrower)
  const application = page.url().split('?')[0] ?? ''
  await linkBank(page, 'user_good')
  await askForAmount(page)

  await expectHeading(page, OFFER)
  const why = page.locator('summary', { hasText: 'Why up to $' })
  await why.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is the lowest limit, so it sets your maximum.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is the lowest limit, so it sets your maximum.')).toBeHidden()
  await takePlan(page)
  await press(page, 'Read the agreement')
  await expectHeading(page, 'Read your loan agreement')

  await page.goto(`${application}?section=bank`)
  await expectHeading(page, 'Your bank account')
  await page.getByRole('radio', { name: 'Savings' }).check()
  await goOn(page)
  await press(page, 'Save anyway')

  await expectHeading(page, 'Check your answers')
  await press(page, 'See my amount')
  await expectHeading(page, OFFER)
  await page.goto(application)
  await takePlan(page)
  await page.locator('summary', { hasText: 'Where these figures come from' }).click()
  await expect(page.getByText(/^The smallest payment that pays back the loan/)).toBeVisible()
  await press(page, 'Read the agreement')
  await readAndSign(page, `${borrower.firstName} ${borrower.lastName}`)
  await expectRedirect(page)
})
