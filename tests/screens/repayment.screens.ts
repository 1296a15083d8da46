import { type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import type { Visit } from '../journeys/pages/account.ts'
import { expectHeading, press } from '../journeys/pages/form.ts'
import { receiveMoney, signLoan } from '../journeys/pages/funding.ts'
import { type Portfolio, PORTFOLIOS, Product } from '../journeys/product.ts'
import { shot } from './shot.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Screens Servicing')
})
test.afterAll(() => product.stop())

for (const portfolio of PORTFOLIOS) {
  test(`pages of ${portfolio.portfolioId} from the payout to the changes of a live loan`, async ({
    page,
  }) => {
    const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
    const loanNo = await signLoan(visit)
    if (portfolio.portfolioId === 110) await product.operate('approve', loanNo, '--note', 'Checked.')
    await takePayout(page, portfolio)
    await receiveMoney(visit)
    await shot(page, portfolio, 'home-5-repayment')
    await page.goto(product.address(portfolio, '/repayment/loan-details'))
    await page.getByRole('heading', { name: 'Pay more or finish sooner' }).waitFor()
    await shot(page, portfolio, 'repayment')
    await takeForms(page, portfolio)
    await takeExtraPayment(page, portfolio)
  })
}

async function takePayout(page: Page, portfolio: Portfolio): Promise<void> {
  for (const [path, heading] of [
    ['loan-application', 'Where your money is'],
    ['loan-details', 'Your payout'],
    ['signature', 'What is left to sign'],
  ] as const) {
    await page.goto(product.address(portfolio, `/disbursement/${path}`))
    await expectHeading(page, heading)
    await shot(page, portfolio, `disbursement-${path}`)
  }
}

const FORMS = {
  'extra-payment': 'Make an extra payment',
  'pay-off': 'Pay off your loan',
  'pay-off-in-n': 'Pay off in fewer payments',
  'fixed-amount': 'Pay a fixed amount each payday',
  help: 'Hardship assistance',
  payday: 'Change your payday',
  frequency: 'Change how often you are paid',
  holiday: 'When payday is a holiday',
  availability: 'When your pay is available',
  'way-to-pay': 'Change how you pay',
  'stop-automatic': 'Turn autopay off',
  authorization: 'Turn autopay on',
} as const

/** Each form, and what the money ones come to. */
async function takeForms(page: Page, portfolio: Portfolio): Promise<void> {
  for (const [act, heading] of Object.entries(FORMS)) {
    await page.goto(product.address(portfolio, `/repayment/loan-details?change=${act}`))
    await expectHeading(page, heading)
    await page.getByText('Calculating…').first().waitFor({ state: 'detached' })
    await shot(page, portfolio, `repayment-${act}`)
    // Nothing is chosen beforehand
    if (act === 'help') await page.getByRole('radio').first().check()
    if (act !== 'pay-off' && act !== 'help' && act !== 'stop-automatic') continue
    await press(page, 'See what changes')
    await expectHeading(page, 'Check your change')
    await shot(page, portfolio, `repayment-${act}-review`)
  }
}

async function takeExtraPayment(page: Page, portfolio: Portfolio): Promise<void> {
  await page.goto(product.address(portfolio, '/repayment/loan-details?change=extra-payment'))
  await press(page, 'See what changes')
  await expectHeading(page, 'Check your change')
  await shot(page, portfolio, 'repayment-extra-payment-review')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('button', { name: 'Open the confirmation (PDF)' }).waitFor()
  await shot(page, portfolio, 'notification-103-receipt')
  await page.goto(product.address(portfolio, '/repayment/loan-details'))
  await page.getByRole('heading', { name: /^On its way/ }).waitFor()
  await shot(page, portfolio, 'repayment-open-change')
}
