import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { Employee } from './pages/desk.ts'
import { receiveMoney, signLoan } from './pages/funding.ts'
import { PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const [portfolio] = PORTFOLIOS

test('a borrower is found by email without a mouse; the file, a note, and the SSN for a minute', async ({
  browser,
  page,
}) => {
  test.setTimeout(360_000)
  const borrower = newBorrower(portfolio)
  const theo = await Employee.open(product, browser, 'Theo Lead')
  const visit = { product, portfolio, page, borrower }
  await product.operate('login', '--demo', 'Journey Lender')
  const loanNo = await signLoan(visit)
  await receiveMoney(visit)
  await product.operate('login', '--demo', theo.name)
  await theo.demonstrate()
  await test.step('Ctrl+K, the email, Enter, Down, Enter', async () => {
    await theo.page.keyboard.press('Control+k')
    await theo.page.keyboard.type(borrower.email.toUpperCase())
    await theo.page.keyboard.press('Enter')
    await theo.sees('Read as email.')
    await theo.expectAccessible()
    await theo.page.keyboard.press('ArrowDown')
    await theo.page.keyboard.press('Enter')
    await theo.sees('Next payment')
    await expect(theo.page).toHaveURL(/\/customers\//)
    await theo.sees(loanNo)
    await theo.expectAccessible()
  })
  await test.step('a note stands in the file and in its history', async () => {
    await theo.page.keyboard.press('n')
    await theo.fill('Note', 'Call after 2 PM')
    await theo.page.getByRole('dialog').getByRole('button', { name: 'Add a note' }).click()
    await theo.sees('The note is in the file.')
    await theo.sees('Call after 2 PM')
  })
  await test.step('the SSN is shown to who signs for it, and the history says so', async () => {
    await theo.press('Show SSN')
    await theo.fill('Why you need it', 'matches the ID they sent')
    await theo.press('Touch passkey and show')
    await expect(theo.page.getByText(/^\d{3}-\d{2}-\d{4}$/)).toBeVisible()
    await theo.page.reload()
    await theo.sees('Field unmasked')
    await expect(theo.page.getByText(/^\d{3}-\d{2}-\d{4}$/)).toHaveCount(0)
  })
})
