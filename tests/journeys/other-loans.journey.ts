import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { createAccount } from './pages/account.ts'
import {
  askForAmount,
  beginApplication,
  linkBank,
  SECTION_HEADINGS,
  typeSection,
} from './pages/application.ts'
import { expectHeading, goOn, press } from './pages/form.ts'
import { PORTFOLIOS, Product } from './product.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const GROUP = 'Loans You Are Repaying'
const rows = (page: Page) => page.getByRole('group', { name: new RegExp(`^${GROUP} \\d+$`) })
const row = (page: Page, number: number) =>
  page.getByRole('group', { name: `${GROUP} ${number}`, exact: true })

interface TypedLoan {
  readonly lender: string
  readonly owed: string
  readonly paid: string
}

async function typeRow(page: Page, number: number, { lender, owed, paid }: TypedLoan) {
  const fields = row(page, number)
  await fields.getByLabel('Lender').pressSequentially(lender)
  await fields.getByLabel('Still Owed').pressSequentially(owed)
  await fields.getByLabel('Paid Each Month').pressSequentially(paid)
}

const answer = (page: Page, number: number) =>
  page
    .locator('dl > div')
    .filter({ hasText: `${GROUP} ${number}` })
    .locator('dd')
    .first()

/** The one that asks the questions before the bank is linked. */
const [, portfolio] = PORTFOLIOS

test(`${portfolio.portfolioId}: other loans are listed row by row, kept, shown in the summary and changed (domain.md §4)`, async ({
  page,
}) => {
  const borrower = newBorrower(portfolio)
  await createAccount({ product, portfolio, page, borrower })
  await beginApplication(page)
  for (const section of ['personal', 'employment', 'bank'] as const) {
    await typeSection(page, borrower, section)
    await goOn(page)
  }
  await typeSection(page, borrower, 'question')
  await expect(page.getByText(GROUP)).toHaveCount(0)
  await page.getByLabel('Other Payday or Installment Loans').fill('2')
  await test.step('a row is added and removed, and an error shows at its field', async () => {
    await press(page, 'Add')
    await expect(row(page, 1).getByLabel('Lender')).toBeFocused()
    await typeRow(page, 1, { lender: 'Wrong Sample Loans', owed: '1', paid: '1' })
    await press(page, 'Add another')
    await typeRow(page, 2, { lender: 'Harbor Sample Finance', owed: '$1,200', paid: '0' })
    await press(page, `Remove ${GROUP} 1`)
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, 1).getByLabel('Lender')).toHaveValue('Harbor Sample Finance')
    await press(page, 'Add another')
    await goOn(page)
    await page.getByRole('link', { name: "Lender can't be empty" }).click()
    await expect(row(page, 2).getByLabel('Lender')).toBeFocused()
    await row(page, 2).getByLabel('Lender').fill('Lantern Sample Loans')
    await row(page, 1).getByLabel('Paid Each Month').fill('85')
  })
  await goOn(page)
  await expectHeading(page, SECTION_HEADINGS.IBV)
  await linkBank(page, 'user_good')
  await test.step('the summary lists each row, and a change begins with what was said', async () => {
    const check = page.getByRole('heading', { name: 'Check your answers' })
    const linked = page.getByRole('heading', { name: 'Your bank account is linked' })
    await linked.or(check).waitFor()
    if (await linked.isVisible()) await goOn(page)
    await expect(answer(page, 1)).toContainText('Harbor Sample Finance')
    await expect(answer(page, 1)).toContainText('Still Owed: $1,200.00')
    await expect(answer(page, 2)).toHaveText('Lender: Lantern Sample Loans')
    await press(page, `Change: ${GROUP} 1`)
    await expect(rows(page)).toHaveCount(2)
    await press(page, `Remove ${GROUP} 1`)
    await row(page, 1).getByLabel('Paid Each Month').pressSequentially('40.50')
    await goOn(page)
    await check.or(linked).waitFor()
    if (await linked.isVisible()) await goOn(page)
    await expect(answer(page, 1)).toContainText('Lantern Sample Loans')
    await expect(answer(page, 1)).toContainText('Paid Each Month: $40.50')
    await expect(answer(page, 2)).toHaveCount(0)
  })
  await askForAmount(page)
  await expectHeading(page, /You can borrow up to|We could not/)
})
