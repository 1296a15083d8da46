import { moneyToWire } from '@dolphin/domain/money/cents'
import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { signInAgain } from './pages/account.ts'
import { Employee } from './pages/desk.ts'
import { receiveMoney, signLoan } from './pages/funding.ts'
import { PORTFOLIOS, Product } from './product.ts'
import { returnFileFor, sentEntry } from './returned-file.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** The portfolio whose policy asks a person to review every loan. */
const [, portfolio] = PORTFOLIOS
/** Of no entry of ours. */
const STRANGE_TRACE = '091000019999999'

test('a day at the desk: a review, a message, an entry that fits nothing, and money by two people', async ({
  browser,
  page,
}) => {
  test.setTimeout(420_000)
  const borrower = newBorrower(portfolio)
  const visit = { product, portfolio, page, borrower }
  const open = (name: string) => Employee.open(product, browser, name)
  const [uma, sofia, casey, alex] = await Promise.all([
    open('Uma Underwriter'),
    open('Sofia Support'),
    open('Casey Cash'),
    open('Alex Accounting'),
  ])
  await product.operate('login', '--demo', 'Journey Lender')
  for (const { name } of [uma, sofia, casey, alex]) await product.operate('login', '--demo', name)
  await product.operate('login', '--demo', 'Journey Lender')
  const loanNo = await test.step('a borrower signs, and the loan waits for a person', () => signLoan(visit))
  await test.step('it is read and approved, without a mouse after it is found', async () => {
    await uma.demonstrate()
    await uma.find(loanNo)
    await uma.choose('Reviews')
    await uma.sees(loanNo)
    await uma.page.keyboard.press('j')
    await uma.page.keyboard.press('Enter')
    await uma.sees('Deciding rule')
    await uma.expectAccessible()
    await uma.press('Approve')
    await uma.fill('Note', 'Income and identity checked')
    await uma.inDialog('Approve')
    await uma.sees(/^Approved: /)
  })
  await test.step('the money arrives', () => receiveMoney(visit))
  await test.step('the borrower asks, and is answered where the question stands', async () => {
    await signInAgain(visit)
    await page.goto(product.address(portfolio, '/messages'))
    await page.getByRole('link', { name: /Your account/ }).click()
    await page.getByRole('textbox').fill('Can I pay early?')
    await page.getByRole('button', { name: 'Send' }).click()
    const thread = page.getByRole('region', { name: 'Messages about: Your account' })
    await expect(thread.getByText('Can I pay early?')).toBeVisible()
    await sofia.demonstrate()
    await sofia.choose('Messages')
    await sofia.page.getByRole('link', { name: new RegExp(borrower.lastName) }).click()
    await sofia.sees('Can I pay early?')
    await sofia.fill('Answer', 'Yes, at any time and without a fee.')
    await sofia.press('Send')
    await sofia.sees(/^Sent to /)
    await page.reload()
    await expect(thread.getByText('Yes, at any time and without a fee.')).toBeVisible()
  })
  await test.step('what the bank sent back and fits no entry is resolved by two', async () => {
    const sent = sentEntry(product.bankFiles(), loanNo, 'credit')
    await casey.demonstrate()
    await casey.goTo(`/money?portfolio=${portfolio.portfolioId}`)
    await casey.press('Choose a file')
    await casey.page.getByLabel('Return file', { exact: true }).setInputFiles({
      name: 'returns.ach',
      mimeType: 'text/plain',
      buffer: Buffer.from(returnFileFor(sent, 'R03', STRANGE_TRACE)),
    })
    await casey.expectAccessible()
    await casey.inDialog('Import')
    await casey.sees(/^Imported\..*Without a match: 1\./)
    await casey.choose('Work')
    await casey.page.getByRole('link', { name: /Return without a match/ }).click()
    await casey.press('Take')
    await casey.press('Resolve')
    await casey.page.getByText('It is none of ours').click()
    await casey.fill('What the bank said', 'It is of another lender')
    await casey.expectAccessible()
    await casey.inDialog('Enter for confirmation')
    await casey.sees(/A colleague confirms it under Approvals/)
    await alex.demonstrate()
    await alex.confirm(/none of ours/i, moneyToWire(sent.entry.amount))
    await alex.sees(/^Confirmed and carried out/)
  })
  await test.step('money that came by hand is entered by one and confirmed by another', async () => {
    await casey.find(borrower.email)
    await casey.page.getByRole('link', { name: 'Acts' }).click()
    await casey.press('Enter receipt')
    await casey.fill('Amount', '40.00')
    await casey.page.getByLabel('How it came').selectOption({ label: 'Money order' })
    await casey.press('See what it changes')
    await casey.sees('What it would change, once a colleague confirms it.')
    await casey.fill('Note', 'Money order in the mail')
    await casey.expectAccessible()
    await casey.inDialog('Enter receipt')
    await casey.sees(/^Entered: Enter receipt/)
    await alex.confirm(/Money received/, '40.00')
    await alex.sees(/^Confirmed and carried out/)
    await alex.find(loanNo)
    await alex.sees(/Receipt.*40\.00|40\.00/)
  })
})
