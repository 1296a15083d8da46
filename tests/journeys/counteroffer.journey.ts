import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { signInAgain } from './pages/account.ts'
import { Employee } from './pages/desk.ts'
import { expectHeading, press } from './pages/form.ts'
import { receiveMoney, signLoan } from './pages/funding.ts'
import { takePlan } from './pages/plan.ts'
import { expectRedirect, readAndSign } from './pages/signing.ts'
import { PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** The portfolio whose policy asks a person to review every loan. */
const [, portfolio] = PORTFOLIOS

test('a reviewer offers less: the borrower reads why, takes it, signs again and is funded', async ({
  browser,
  page,
}) => {
  test.setTimeout(420_000)
  const borrower = newBorrower(portfolio)
  const visit = { product, portfolio, page, borrower }
  const uma = await Employee.open(product, browser, 'Uma Underwriter')
  // The first login of each enrolls them; who logs in last is at the terminal.
  await product.operate('login', '--demo', uma.name)
  await product.operate('login', '--demo', 'Journey Lender')
  const loanNo = await test.step('a borrower signs, and the loan waits for a person', () => signLoan(visit))
  await test.step('the reviewer sees the bounds and the notice in both languages, and counters', async () => {
    await uma.demonstrate()
    await uma.choose('Reviews')
    await uma.sees(loanNo)
    await uma.page.keyboard.press('j')
    await uma.page.keyboard.press('Enter')
    await uma.sees('Deciding rule')
    await uma.press('Counter')
    await uma.fill('Offer at most', '400.00')
    await uma.page.getByText('Reasons that a person may have found').click()
    await uma.page.getByRole('checkbox').first().check()
    await uma.press('See the notice')
    await uma.sees(/we can offer you/i)
    await uma.expectAccessible()
    await uma.inDialog('Counter')
    await uma.sees(/^Countered/)
  })
  await test.step('the borrower is notified once, and the amount page says what is offered instead', async () => {
    await page.goto(product.address(portfolio, '/home'))
    await signInAgain(visit)
    await page.getByRole('link', { name: 'Choose my loan' }).click()
    await expectHeading(page, 'You can borrow up to $400')
    await expect(page.getByText(/that you asked for/)).toBeVisible()
  })
  await test.step('taken, it is signed anew and funded without another review', async () => {
    await takePlan(page)
    await press(page, 'Read the agreement')
    await readAndSign(page, `${borrower.firstName} ${borrower.lastName}`)
    await expectRedirect(page)
    await receiveMoney(visit)
  })
})
