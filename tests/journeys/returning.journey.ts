import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { createAccount, type Visit } from './pages/account.ts'
import { applyUpToBank, askForAmount, linkBank, SECTION_HEADINGS } from './pages/application.ts'
import { expectAnswers, expectHeading, goOn, linkTo, press } from './pages/form.ts'
import { takePlan } from './pages/plan.ts'
import { expectRedirect, readAndSign } from './pages/signing.ts'
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

async function withdraw({ page, product: server, portfolio: at }: Visit): Promise<void> {
  await page.goto(server.address(at, '/home'))
  await press(page, 'Withdraw my application')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(page.getByRole('link', { name: 'Find your loan' })).toBeVisible()
}

test('a returning applicant confirms what still holds and types only what has changed (domain.md §3)', async ({
  page,
}) => {
  const visit = aVisit(page)
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await withdraw(visit)
  await test.step('all is still right: the next step is the bank link', async () => {
    await linkTo(page, 'Find your loan')
    await expect(page).toHaveURL(/\/loan-agreement$/)
    await expectHeading(page, 'Apply for a new loan')
    for (const part of ['About you', 'Income and payday', 'Bank account', 'Questions']) {
      await page.getByLabel(`${part}: still right`).check()
    }
    await goOn(page)
    await expectHeading(page, SECTION_HEADINGS.IBV)
  })
  await withdraw(visit)
  await test.step('one part has changed: it is asked, with what was said filled in', async () => {
    await page.goto(product.address(portfolio, '/loan-agreement'))
    await expectHeading(page, 'Apply for a new loan')
    for (const part of ['About you', 'Income and payday']) {
      await page.getByLabel(`${part}: still right`).check()
    }
    await goOn(page)
    await expectHeading(page, SECTION_HEADINGS.bank)
    const [first] = visit.borrower.sections.bank
    const secretless = (first ?? []).filter(({ label }) => !/account number/i.test(label))
    await expectAnswers(page, secretless)
    await goOn(page)
    await expectHeading(page, SECTION_HEADINGS.question)
    await goOn(page)
    await expectHeading(page, SECTION_HEADINGS.IBV)
  })
})

test('without the channel every page is right all the same, by asking again (product.md §7)', async ({
  page,
}) => {
  const visit = aVisit(page)
  await page.routeWebSocket(/\/channel\//, (socket) => socket.close())
  await createAccount(visit)
  await applyUpToBank(page, visit.borrower)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await takePlan(page)
  await press(page, 'Read the agreement')
  await expectHeading(page, 'Read your loan agreement')
  const second = await page.context().newPage()
  await second.routeWebSocket(/\/channel\//, (socket) => socket.close())
  await second.goto(page.url())
  await expectHeading(second, 'Read your loan agreement')
  await readAndSign(page, 'Lena Sample')
  await expectRedirect(page)
  await expect(second.getByRole('heading', { name: 'Read your loan agreement' })).toBeHidden()
})
