import { test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, type Visit } from '../journeys/pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from '../journeys/pages/application.ts'
import { expectHeading, linkTo, press } from '../journeys/pages/form.ts'
import { OFFER } from '../journeys/pages/plan.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { shot } from './shot.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const CODES = { 118: 'WELCOME25', 110: 'NOFEE' } as const

for (const portfolio of PORTFOLIOS) {
  test(`coupons of ${portfolio.portfolioId}`, async ({ page }) => {
    const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
    await page.goto(product.address(portfolio, `/coupon/verification/${CODES[portfolio.portfolioId]}`))
    await expectHeading(page, /^Your coupon/)
    await shot(page, portfolio, 'coupon-verification-signed-out')
    await createAccount(visit)
    await takeWithoutLoan(visit)
    await applyUpToBank(page, visit.borrower)
    await linkBank(page, 'user_good')
    await askForAmount(page)
    await takePicker(visit)
    await takeOnLoan(visit)
  })
}

async function takeWithoutLoan({ page, portfolio }: Visit): Promise<void> {
  for (const [path, heading, name] of [
    ['/coupon/overview', 'Your coupons', 'coupon-overview-empty'],
    ['/coupon/schedule', 'With and without your coupon', 'coupon-schedule-empty'],
    ['/coupon/verification/NONE-SUCH', 'This coupon is not valid', 'coupon-verification-not-valid'],
  ] as const) {
    await page.goto(product.address(portfolio, path))
    await expectHeading(page, heading)
    await shot(page, portfolio, name)
  }
  await page.goto(product.address(portfolio, '/home'))
}

async function takePicker({ page, portfolio }: Visit): Promise<void> {
  await expectHeading(page, OFFER)
  await page.getByText('I have a coupon').click()
  await page.getByLabel('Coupon code').fill('NONE-SUCH')
  await press(page, 'Apply coupon')
  await page.getByText('This coupon is not valid. Check the code').first().waitFor()
  await shot(page, portfolio, 'application-plan-coupon-not-valid')
  const plan = page.url()
  await page.goto(product.address(portfolio, `/coupon/verification/${CODES[portfolio.portfolioId]}`))
  await page.getByText(/It would save you/).waitFor()
  await shot(page, portfolio, 'coupon-verification')
  await press(page, 'Use it on my loan')
  await page.getByText(/It saves you/).waitFor()
  await shot(page, portfolio, 'coupon-verification-applied')
  await page.goto(plan)
  await page.getByRole('heading', { name: 'Your coupon' }).waitFor()
  await shot(page, portfolio, 'application-plan-coupon')
}

async function takeOnLoan({ page, portfolio }: Visit): Promise<void> {
  await page.goto(product.address(portfolio, '/coupon/overview'))
  await page.getByText('On your loan').waitFor()
  await shot(page, portfolio, 'coupon-overview')
  await linkTo(page, /^Details of/)
  await page.getByText(/It saves you/).waitFor()
  await linkTo(page, 'See both schedules')
  await page.getByRole('table', { name: 'Every payment without the coupon and with it' }).waitFor()
  await shot(page, portfolio, 'coupon-schedule')
}
