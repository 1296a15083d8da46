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

test('an employee sees what a borrower sees, and nothing comes of it', async ({ browser, page }) => {
  test.setTimeout(360_000)
  const borrower = newBorrower(portfolio)
  const theo = await Employee.open(product, browser, 'Theo Lead')
  await product.operate('login', '--demo', 'Journey Lender')
  const loanNo = await signLoan({ product, portfolio, page, borrower })
  await receiveMoney({ product, portfolio, page, borrower })
  await product.operate('login', '--demo', theo.name)
  await theo.demonstrate()
  await theo.goTo(`/customers/${loanNo}`)
  const view = await test.step('the file asks why, and opens a tab', async () => {
    await theo.press('See what the customer sees')
    await theo.fill('Why you look', 'Asked where the next payment stands')
    await theo.expectAccessible()
    const opened = theo.page.context().waitForEvent('page')
    await theo.press('Open the view')
    return await opened
  })
  const pages = view.frameLocator('iframe')
  await test.step('the borrower’s own pages stand in it, and lead to one another', async () => {
    await expect(view.getByRole('heading', { name: `You see what ${borrower.firstName} sees` })).toBeVisible()
    await expect(view.getByText('Asked where the next payment stands')).toBeVisible()
    await expect(pages.getByRole('heading', { name: new RegExp(borrower.firstName) })).toBeVisible()
    await pages.getByRole('link', { name: 'Documents' }).first().click()
    await expect(pages.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
    await pages.getByRole('link', { name: 'Messages' }).click()
    await expect(pages.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  })
  await test.step('what would write is refused, and says why', async () => {
    await pages.getByRole('link', { name: /Your account/ }).click()
    await expect(pages.getByText('In a view you cannot do this.').first()).toBeVisible()
    await pages.getByRole('textbox').fill('Where is my money?')
    await pages.getByRole('button', { name: 'Send' }).click()
    await expect(pages.getByText('This view is read only').first()).toBeVisible()
  })
  await test.step('its end takes the pages away, and the file says that somebody looked', async () => {
    await view.getByRole('button', { name: 'End view' }).click()
    await expect(view.getByRole('heading', { name: 'This view is over' })).toBeVisible()
    await expect(view.locator('iframe')).toHaveCount(0)
    await theo.page.reload()
    await theo.sees('Mirror opened')
    await theo.sees('Asked where the next payment stands')
  })
})
