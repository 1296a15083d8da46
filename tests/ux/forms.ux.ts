import { expect, type Locator, type Page, test } from '@playwright/test'
import { BRANDS, Product } from '../journeys/product.ts'

const [brand] = BRANDS
let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** The entry pages and the application; what is asked later has tests of its own. */
const WITH_FORMS =
  /^(?:sign-in|send-|create-account|reset-password|change-password|consent|guidance|application)/

/** The screens of /dev/screens that may hold a form, by name. */
async function screenNames(page: Page): Promise<readonly string[]> {
  await page.goto(product.address(brand, '/dev/screens'))
  await expect(page.locator('a[href*="/dev/screens/"]').first()).toBeVisible()
  const links = await page
    .locator('a[href*="/dev/screens/"]')
    .evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').pop() ?? ''),
    )
  return [...new Set(links)].filter((name) => name !== '' && name !== 'screens' && WITH_FORMS.test(name))
}

async function openScreen(page: Page, name: string): Promise<void> {
  await page.goto(product.address(brand, `/dev/screens/${name}`))
  await expect(page.locator('html')).toHaveAttribute('data-screen', /ready|failed/)
}

const formsOf = (page: Page): Locator => page.locator('form:has(button[type=submit]):visible')

/** Takes away what a form was filled with, as far as it is text. */
async function emptyOut(form: Locator): Promise<void> {
  for (const field of await form
    .locator('input:not([type=radio],[type=checkbox],[type=file],[type=range]), textarea')
    .all())
    if ((await field.isVisible()) && (await field.isEditable())) await field.fill('')
}

/** Summary in focus, "Error: " in the title, each line the same words as at its field and a link that leads there. */
async function expectErrorsAgree(page: Page, form: Locator, where: string): Promise<void> {
  const summary = form.locator('[role=alert]').first()
  await expect.soft(summary, where).toBeFocused()
  await expect.soft(summary.getByRole('heading'), where).toHaveText('There is a problem')
  expect.soft(await page.title(), where).toMatch(/^Error: /)
  const links = summary.getByRole('link')
  expect.soft(await links.count(), `${where}: links to fields`).toBeGreaterThan(0)
  for (const link of await links.all()) {
    const id = (await link.getAttribute('href'))?.slice(1) ?? ''
    const words = (await link.textContent()) ?? ''
    await expect.soft(page.locator(`[id="${id}-error"]`), `${where}: ${id}`).toHaveText(words)
    await link.click()
    const inside = await page.evaluate((target) => {
      const field = document.getElementById(target)
      return field !== null && document.activeElement !== null && field.contains(document.activeElement)
    }, id)
    expect.soft(inside, `${where}: the link to ${id} moves focus there`).toBe(true)
  }
}

test('every form of entry and application that is sent empty lists what is wrong in focus, with the same words at each field and links to them (ux.md: error summary)', async ({
  page,
}) => {
  test.setTimeout(900_000)
  const withErrors: string[] = []
  for (const name of await screenNames(page)) {
    await openScreen(page, name)
    // A screen whose popup is open is held by it.
    if (await page.locator('dialog[open]').count()) continue
    const count = await formsOf(page).count()
    for (let at = 0; at < count; at += 1) {
      if (at > 0) await openScreen(page, name)
      const form = formsOf(page).nth(at)
      const submit = form.locator('button[type=submit]').first()
      if (!(await submit.isEnabled())) continue
      await emptyOut(form)
      await submit.click()
      if ((await form.locator('[id$="-error"]').count()) === 0) continue
      await expectErrorsAgree(page, form, `${name}, form ${at + 1}`)
      withErrors.push(name)
    }
  }
  // A list that shrinks would hide a form that no longer says anything.
  expect(new Set(withErrors).size).toBeGreaterThanOrEqual(10)
})
