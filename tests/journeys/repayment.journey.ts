import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import type { Visit } from './pages/account.ts'
import { expectHeading, press, RECEIPT } from './pages/form.ts'
import { receiveMoney, signLoan } from './pages/funding.ts'
import { PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Repayment Journey')
})
test.afterAll(() => product.stop())

const [portfolio] = PORTFOLIOS

test('a borrower looks at a funded loan, previews an extra payment, confirms it and takes it back', async ({
  page,
}) => {
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  const loanNo = await test.step('a signed loan', () => signLoan(visit))
  await test.step('the payout before it goes', () => lookAtPayout(visit))
  await test.step('the money arrives', () => receiveMoney(visit))
  await test.step('the loan whole', () => lookAtLoan(visit, loanNo))
  await test.step('an extra payment, up to its receipt', () => payExtra(page))
  await test.step('taken back, nothing is open', () => undo(page, loanNo))
})

async function lookAtPayout({ page }: Visit): Promise<void> {
  await page.goto(product.address(portfolio, '/disbursement/loan-details'))
  await expectHeading(page, 'Your payout')
  await expect(page.getByText(/account ••\d/i)).toBeVisible()
}

/** The table beside the picture says the same amounts as the answer, to the cent. */
async function lookAtLoan({ page }: Visit, loanNo: string): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/payment-detail'))
  await page.goto(product.address(portfolio, `/repayment/loan-details?loanNo=${loanNo}`))
  await expectHeading(page, 'Your loan')
  const { data } = (await (await answer).json()) as { data: { installments: { amount: string }[] } }
  await page.getByRole('tab', { name: 'Chart' }).click()
  await page.getByText('Show all payments as a table').click()
  const rows = page.getByRole('table', { name: 'How your balance goes down' }).getByRole('row')
  await expect(rows).toHaveCount(data.installments.length + 1)
  for (const [index, { amount }] of data.installments.entries()) {
    await expect(rows.nth(index + 1)).toContainText(`$${amount}`)
  }
  await expectHeading(page, 'Your loan')
}

async function payExtra(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Make an extra payment' }).click()
  await expectHeading(page, 'Make an extra payment')
  await page.getByRole('textbox', { name: 'Extra amount' }).fill('25.00')
  await press(page, 'See what changes')
  await expectHeading(page, 'Check your change')
  await expect(page.getByRole('table', { name: 'With the change' })).toContainText('$25.00')
  // A second tap of the same button is the same act
  await page.getByRole('button', { name: /^Pay \$25\.00 on / }).dblclick()
  await expectHeading(page, RECEIPT)
  await expect(page.getByRole('button', { name: 'Open the confirmation (PDF)' })).toBeVisible()
}

async function undo(page: Page, loanNo: string): Promise<void> {
  await press(page, 'Undo this change')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, undo it' }).click()
  await expect(page.getByText('You undid it.')).toBeVisible()
  const changes = await product.rows<{ status: string }>(
    'select status from loan_changes where loan_no = $1',
    [loanNo],
  )
  expect(changes).toEqual([{ status: 'cancelled' }])
}
