import { type Browser, expect, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, signInWithCode, type Visit } from '../journeys/pages/account.ts'
import {
  askForAmount,
  beginApplication,
  FORM_SECTIONS,
  linkBank,
  SECTION_HEADINGS,
} from '../journeys/pages/application.ts'
import { expectAnswers, expectHeading, fillIn, goBack, goOn, press } from '../journeys/pages/form.ts'
import { OFFER } from '../journeys/pages/plan.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

const [portfolio] = PORTFOLIOS
let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** The browser is gone with all that it kept; the borrower signs in at another one and goes on. */
async function onAnotherDevice(browser: Browser, visit: Visit): Promise<Visit> {
  await visit.page.context().close()
  const context = await browser.newContext()
  const next = { ...visit, page: await context.newPage() }
  await next.page.goto(product.address(portfolio, '/sign-in'))
  await signInWithCode(next)
  await expectHeading(next.page, /Hello/)
  await next.page.goto(product.address(portfolio, '/guidance'))
  return next
}

const saved = (page: Page) => page.getByText('Saved. You can stop here and go on later on any device.')

test('every step up to the check before signing is resumed on another device with nothing lost (ux.md "Save and resume")', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const context = await browser.newContext()
  let visit: Visit = { product, portfolio, page: await context.newPage(), borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await beginApplication(visit.page)
  for (const section of FORM_SECTIONS) {
    const screens = visit.borrower.sections[section]
    for (const [index, answers] of screens.entries()) {
      await fillIn(visit.page, answers)
      await goOn(visit.page)
      if (index === screens.length - 1) continue
      await expect(saved(visit.page)).toBeVisible()
      visit = await onAnotherDevice(browser, visit)
      if (section === 'personal') await press(visit.page, 'Start my application')
      await expect(visit.page.getByText(`part ${index + 2} of`, { exact: false }).first()).toBeVisible()
      await goBack(visit.page)
      // What is secret comes back as its last digits only.
      await expectAnswers(
        visit.page,
        answers.filter(({ label }) => label !== 'Social Security Number'),
      )
      if (section === 'personal' && index === 0)
        await expect(visit.page.getByText(`-${visit.borrower.ssnLast4}`)).toBeVisible()
      await goOn(visit.page)
    }
  }
  await expectHeading(visit.page, SECTION_HEADINGS.IBV)
  visit = await onAnotherDevice(browser, visit)
  await expectHeading(visit.page, SECTION_HEADINGS.IBV)
  await linkBank(visit.page, 'user_good')
  await askForAmount(visit.page)
  await expectHeading(visit.page, OFFER)
  visit = await onAnotherDevice(browser, visit)
  await expectHeading(visit.page, OFFER)
  await press(visit.page, 'Continue')
  await expectHeading(visit.page, 'Check your loan')
  visit = await onAnotherDevice(browser, visit)
  await expectHeading(visit.page, 'Check your loan')
})
