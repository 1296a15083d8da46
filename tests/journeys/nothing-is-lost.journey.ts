import { expect, type Page, test } from '@playwright/test'
import { newBorrower, type Screenful } from './borrower.ts'
import { createAccount, signInWithCode, typePassword, type Visit } from './pages/account.ts'
import { beginApplication, FORM_SECTIONS, SECTION_HEADINGS, typeSection } from './pages/application.ts'
import { expectAnswers, expectHeading, goBack, goOn } from './pages/form.ts'
import { PORTFOLIOS, Product } from './product.ts'

/** The one that types every section. */
const [, portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** What may happen to a borrower who has typed and not saved; the answers are still there. */
const MISHAPS: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  'the page is reloaded': async ({ page }) => {
    await page.reload()
  },
  'the session has ended': async (visit) => {
    await product.rows('update sessions set expires_at = created_at')
    // The first call of the page leads to the sign-in: where that is not the press, its button has gone.
    const forward = visit.page.getByRole('button', { name: 'Continue' }).click({ timeout: 5_000 })
    await Promise.allSettled([forward])
    await expectHeading(visit.page, 'Sign in')
    await typePassword(visit)
  },
}

/** What may happen to a save; it waits, and goes by itself once the connection is back. */
const CUTS: readonly ((visit: Visit) => Promise<void>)[] = [
  async ({ page }) => {
    await page.context().setOffline(true)
    await goOn(page)
    await expect(page.getByText('You are offline')).toBeVisible()
    await expect(saveWaits(page)).toBeVisible()
    await page.context().setOffline(false)
  },
  async ({ page }) => {
    await product.kill()
    await goOn(page)
    await expect(saveWaits(page)).toBeVisible()
    await product.run()
  },
]

const saveWaits = (page: Page) =>
  page.getByText('Your answers are saved on this device. We will send them as soon as we can.')

test('at every section, nothing typed is lost: reload, kill, network, session', async ({ page }) => {
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await page.goto(product.address(portfolio, '/sign-in'))
  await signInWithCode(visit)
  await expectHeading(page, /Hello/)
  await beginApplication(page)
  for (const [index, section] of FORM_SECTIONS.entries()) {
    await typeSection(page, visit.borrower, section)
    for (const [name, happen] of Object.entries(MISHAPS)) {
      await test.step(`${section}: ${name}`, async () => {
        await happen(visit)
        await expectAllAnswers(page, visit.borrower.sections[section])
      })
    }
    await CUTS[index % CUTS.length]?.(visit)
    await expectHeading(page, SECTION_HEADINGS[FORM_SECTIONS[index + 1] ?? 'IBV'])
  }
})

/** Every screen of the section, from the last to the first and back to the last. */
async function expectAllAnswers(page: Page, screens: readonly Screenful[]): Promise<void> {
  for (const [index, answers] of screens.toReversed().entries()) {
    if (index > 0) await goBack(page)
    await expectAnswers(page, answers)
  }
  for (const answers of screens.slice(1)) {
    await goOn(page)
    await expectAnswers(page, answers)
  }
}
