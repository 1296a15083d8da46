import { expect, type Page, type Response } from '@playwright/test'

/**
 * The payload of the call whose path ends so, made while something is done; where several are under way, of the one
 * that asked for just this.
 */
export async function answerDuring<Data>(
  page: Page,
  path: string,
  act: () => Promise<unknown>,
  asked: Readonly<Record<string, unknown>> = {},
): Promise<Data> {
  const asksForIt = (response: Response) => {
    const body = (response.request().postDataJSON() ?? {}) as Record<string, unknown>
    return Object.entries(asked).every(([name, value]) => body[name] === value)
  }
  const wanted = (response: Response) =>
    new URL(response.url()).pathname.endsWith(path) && response.ok() && asksForIt(response)
  let envelope: { data: Data } | undefined
  const answered = page.waitForResponse(async (response) => {
    if (!wanted(response)) return false
    // Read at once: a browser forgets the body when the page is left, and has none of a read that the page gave up
    envelope = (await response.json().catch(() => undefined)) as typeof envelope
    return envelope !== undefined
  })
  await Promise.all([answered, act()])
  if (envelope === undefined) throw new Error(`${path} was answered without a body`)
  return envelope.data
}

/** "1234.50" as people read it. */
export const dollars = (wire: string): string => {
  const [whole = '', rest = '00'] = wire.replace('-', '').split('.')
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

const centsIn = (wire: string): bigint => BigInt(wire.replace('.', ''))
const wireOf = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Two amounts of answers together, to the cent. */
export const together = (left: string, right: string): string => wireOf(centsIn(left) + centsIn(right))

/** What is left of one amount without another that is in it, to the cent. */
export const without = (whole: string, part: string): string => wireOf(centsIn(whole) - centsIn(part))

/** The day of an answer as the pages write it in English. */
export const day = (isoDate: string): string =>
  new Intl.DateTimeFormat('en', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${isoDate}T00:00:00Z`))

/** Opens the table behind a picture, as a reader would, and answers its rows as texts. */
export async function tableRows(page: Page, caption: string, behind?: string): Promise<string[][]> {
  if (behind !== undefined) await page.getByText(behind, { exact: true }).first().click()
  const table = page.getByRole('table', { name: caption, exact: true }).first()
  await expect(table).toBeVisible()
  const rows = await table.locator('tbody tr').all()
  return Promise.all(rows.map(async (row) => (await row.locator('td').allInnerTexts()).map(firstLine)))
}

/** "Why?" stands on lines of its own below some figures. */
const firstLine = (text: string): string => (text.trim().split('\n')[0] ?? '').trim()

/** The value beside a term of a list of figures. */
export async function figure(page: Page, term: string | RegExp): Promise<string> {
  const label = page.getByRole('term').filter({ hasText: term }).first()
  return firstLine(await label.locator('xpath=following-sibling::dd[1]').innerText())
}

/** Every picture has its name, a sentence that everybody sees, and a table under it. */
export async function expectPictures(page: Page, number: number): Promise<void> {
  const pictures = page.locator('figure:has(svg[role="img"])')
  await expect(pictures).toHaveCount(number)
  for (const picture of await pictures.all()) {
    const svg = picture.locator('svg[role="img"]')
    const sentence = page.locator(`[id="${await svg.getAttribute('aria-labelledby')}"]`)
    await expect(sentence).toBeVisible()
    expect((await sentence.innerText()).length).toBeGreaterThan(20)
    expect(await picture.locator('details table').count()).toBeGreaterThan(0)
  }
}

/** What reaches beyond the window, by its class and its words, where the page scrolls sideways at all. */
const BEYOND = `document.documentElement.scrollWidth <= innerWidth ? [] :
  Array.from(document.querySelectorAll('main *, header *, footer *'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.tagName + '.' + one.getAttribute('class') + ' ' + (one.textContent ?? '').slice(0, 40))`

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await expect
    .poll(() => page.evaluate<string[]>(BEYOND), { message: `${page.url()} at ${width} px` })
    .toEqual([])
}
