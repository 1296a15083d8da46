import { expect, test } from '@playwright/test'
import { newBorrower } from './borrower.ts'
import { askForAccountLink, finishAccount, type Visit } from './pages/account.ts'
import { askForAmount, beginApplication, FORM_SECTIONS, linkBank } from './pages/application.ts'
import { expectHeading, fillEmpty, goOn, press } from './pages/form.ts'
import { takePlan } from './pages/plan.ts'
import { proveRecords, readAndSign } from './pages/signing.ts'
import { PORTFOLIOS, Product } from './product.ts'
import { sumsOf, tableOf, WayCounter } from './way/way-counter.ts'

const [portfolio] = PORTFOLIOS
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

test('what the way from "create an account" to signed asks of a borrower on a phone', async ({ browser }) => {
  const context = await browser.newContext(PHONE)
  const way = await WayCounter.attach(context)
  const visit: Visit = { product, portfolio, page: await context.newPage(), borrower: newBorrower(portfolio) }
  await createAccount(visit, way)
  await apply(visit)
  await sign(visit, way)
  console.log(tableOf(way.screens))
  const { screens, answers, taps } = sumsOf(way.screens)
  expect({ screens, answers, taps }).toEqual({ screens: 30, answers: 34, taps: 29 })
})

async function createAccount(visit: Visit, way: WayCounter): Promise<void> {
  const link = await askForAccountLink(visit)
  await way.look(visit.page)
  way.lookElsewhere('The mail with the link', 1)
  await finishAccount(visit, link)
  await expectHeading(visit.page, /Hello/)
}

async function apply({ page, borrower }: Visit): Promise<void> {
  await beginApplication(page)
  for (const section of FORM_SECTIONS)
    for (const answers of borrower.sections[section]) {
      await fillEmpty(page, answers)
      await goOn(page)
    }
  await linkBank(page, 'user_good')
  await askForAmount(page)
}

async function sign({ page, borrower }: Visit, way: WayCounter): Promise<void> {
  await takePlan(page)
  await press(page, 'Read and sign my agreement')
  await proveRecords(page)
  way.lookElsewhere('The PDF with the code')
  await readAndSign(page, `${borrower.firstName} ${borrower.lastName}`)
  await expect(page.getByText(/^All set/)).toBeVisible()
  await way.look(page)
}
