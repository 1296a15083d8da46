import { expect, type Locator, type Page, test } from '@playwright/test'
import { Product } from '../journeys/product.ts'
import { FIELD_TABLE, fieldsOf } from './field-table.ts'
import { openScreen, screenNames } from './screens.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** Screens whose form is sent empty; what only differs by what was typed or refused before stands here once. */
const WITH_FORMS =
  /^(?:sign-in|send-|create-account|reset-password|change-password|consent|guidance|application|amount|offer|check-loan|signature-|home-6|disbursement-|statement-upload|change-|coupon-|verify|messages-room)/
const SAME_FORM =
  /-(?:errors|refused|sent|review|receipt|checking|whole|changed|foreign|open|draft|cut|sending|picture)$/

/** Forms that have something to find fault with; one that no longer says anything is missed here. */
const ERRONEOUS = [
  'sign-in',
  'send-set-link',
  'send-reset-link',
  'create-account',
  'reset-password',
  'change-password',
  'consent',
  'application-personal-1',
  'application-employment-1',
  'application-bank',
  'application-question',
  'application-confirm',
  'application-account',
  'application-identity',
  'signature-consent',
  'signature-sign',
  'home-6-repair',
  'disbursement-paper-check',
  'statement-upload',
  'change-extra-payment-form',
  'change-payday-form',
  'change-authorization',
  'coupon-overview',
  'verify',
  'messages-room',
]

const open = (page: Page, name: string) =>
  openScreen(page, product, name, { portfolio: 118, language: 'en', mode: 'light', width: 1280 })

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
  await expect.soft(page, where).toHaveTitle(/^Error: /)
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

/** Sends one form empty; false where nothing is wrong with that. */
async function sendEmpty(page: Page, form: Locator, where: string): Promise<boolean> {
  const submit = form.locator('button[type=submit]').first()
  if (!(await submit.isEnabled())) return false
  await emptyOut(form)
  await submit.click()
  const errors = form.locator('[id$="-error"]')
  // What is found wrong is shown at once; a form that is right goes on instead
  const isWrong = await errors
    .first()
    .waitFor({ timeout: 700 })
    .then(
      () => true,
      () => false,
    )
  if (isWrong) await expectErrorsAgree(page, form, where)
  return isWrong
}

test('every form that is sent empty lists what is wrong in focus, with the same words at each field and links to them (ux.md "Error summary")', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const withErrors = new Set<string>()
  const names = await screenNames(page, product)
  for (const name of names.filter((each) => WITH_FORMS.test(each) && !SAME_FORM.test(each))) {
    await open(page, name)
    // A screen whose popup is open is held by it
    if (await page.locator('dialog[open]').count()) continue
    const count = await formsOf(page).count()
    for (let at = 0; at < count; at += 1) {
      if (at > 0) await open(page, name)
      if (await sendEmpty(page, formsOf(page).nth(at), `${name}, form ${at + 1}`)) withErrors.add(name)
    }
  }
  expect(ERRONEOUS.filter((name) => !withErrors.has(name))).toEqual([])
})

/** One screen of each page that asks for something by fields of its own; the forms of the lender have a table of theirs. */
const WITH_FIELDS =
  /^(?:sign-in(?:-code|-code-app-errors)?|send-set-link|create-account|reset-password|change-password(?:-app)?|guidance|application-(?:account|identity)|amount-match-account|offer|signature-(?:consent|sign)|home-6-repair|disbursement-(?:loan-application|loan-details|paper-check)|statement-upload|offer-.+|check-loan-open|coupon-.+|change-(?:extra-payment|fixed-amount|help|pay-off)-form|change-(?:payday|frequency)-.+|change-authorization|coupon-overview|verify|messages-room)$/

test('every field that a page of ours asks for has its keyboard and its token (WCAG 1.3.5; ux.md "Autocomplete, input modes")', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const found = new Set<string>()
  for (const name of (await screenNames(page, product)).filter((each) => WITH_FIELDS.test(each))) {
    await open(page, name)
    for (const field of await fieldsOf(page)) found.add(field)
  }
  expect([...found].toSorted()).toEqual(FIELD_TABLE)
})

for (const name of ['create-account', 'consent', 'signature-consent'])
  test(`${name}: beside each consent stands what it says in plain words (issue 5, point 4)`, async ({
    page,
  }) => {
    await open(page, name)
    const boxes = await page.getByRole('group').getByRole('checkbox').all()
    expect(boxes.length).toBeGreaterThan(0)
    for (const box of boxes) {
      const ids = (await box.getAttribute('aria-describedby'))?.split(' ') ?? []
      const summary = page.locator(`[id="${ids.find((id) => id.endsWith('-summary'))}"]`)
      await expect(summary).toBeVisible()
      expect((await summary.innerText()).length).toBeGreaterThan(20)
    }
  })
