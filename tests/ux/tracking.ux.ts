import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, signOut } from '../journeys/pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from '../journeys/pages/application.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { OFFER } from '../journeys/pages/plan.ts'

const [portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

interface Sent {
  readonly source: string
  readonly event: string
  readonly route: string
  readonly name: string
  readonly value: number | null
}

/** Stores the body of every report where it outlives the page: requests sent on leaving a page are not observable. */
const KEEP_BODIES = `{
  const Real = Blob
  window.Blob = class extends Real {
    constructor(parts, options) {
      super(parts, options)
      if (options?.type !== 'application/json') return
      const kept = JSON.parse(sessionStorage.getItem('ux.reports') ?? '[]')
      sessionStorage.setItem('ux.reports', JSON.stringify([...kept, parts.join('')]))
    }
  }
}`

/** Leaves the page for a plain one of ours and answers the bodies of all reports until then. */
async function reportsOf(page: Page): Promise<string[]> {
  await page.goto(product.address(portfolio, '/portfolios/118/favicon.svg'))
  return page.evaluate<string[]>(`JSON.parse(sessionStorage.getItem('ux.reports') ?? '[]')`)
}

const recordsOf = (bodies: readonly string[]): Sent[] =>
  bodies.flatMap((body) => (JSON.parse(body) as { records: Sent[] }).records)

test('a whole application is reported by routes and kinds alone: nothing of the borrower is in it (product.md §7)', async ({
  page,
}) => {
  const borrower = newBorrower(portfolio)
  await page.addInitScript(KEEP_BODIES)
  await createAccount({ product, portfolio, page, borrower })
  await applyUpToBank(page, borrower)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expect(page.getByRole('heading', { name: OFFER })).toBeVisible()
  await page.goto(product.address(portfolio, '/web-guidance/start'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(page)
  const tokens = await page.evaluate<string[]>(`Object.values(localStorage)`)
  const bodies = await reportsOf(page)

  const records = recordsOf(bodies)
  expect(new Set(records.map(({ event }) => event))).toEqual(new Set(['page', 'click', 'vital']))
  expect(records).toContainEqual(
    expect.objectContaining({ source: 'webGuidance', event: 'page', route: '/web-guidance/*' }),
  )
  expect(records).toContainEqual(
    expect.objectContaining({ source: 'account', event: 'page', route: '/create-account/:resource' }),
  )
  expect(records).toContainEqual(expect.objectContaining({ event: 'click', name: 'forward' }))
  for (const vital of ['LCP', 'CLS', 'INP']) {
    expect(
      records.find(({ event, name }) => event === 'vital' && name === vital)?.value,
    ).toBeGreaterThanOrEqual(0)
  }

  const read = () =>
    product.rows<{ source: string; event: string; payload: object }>(
      'select source, event, payload from behavior_records',
    )
  await expect.poll(async () => (await read()).length).toBe(records.length)
  const stored = await read()
  const canaries = [
    borrower.firstName,
    borrower.lastName,
    borrower.email,
    borrower.password,
    borrower.ssnLast4,
    ...Object.values(borrower.sections).flatMap((screens) =>
      screens.flatMap((answers) => answers.filter(({ as }) => as === 'typed').map(({ value }) => value)),
    ),
    ...tokens,
  ].filter((canary) => canary.length > 2)
  const told = [...bodies, JSON.stringify(stored)]
  for (const canary of canaries) for (const text of told) expect(text).not.toContain(canary)
})

for (const [name, ask] of [
  ['Do Not Track', `Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })`],
  ['Global Privacy Control', `Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })`],
] as const) {
  test(`a visitor who asks for privacy by ${name} is not tracked`, async ({ page }) => {
    await page.addInitScript(ask)
    await page.addInitScript(KEEP_BODIES)
    await page.goto(product.address(portfolio, '/sign-in'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveTitle(/^Error: /)
    await page.waitForLoadState('networkidle')
    expect(await reportsOf(page)).toEqual([])
  })
}

test('the server takes nothing that is not on its lists', async () => {
  const good = {
    source: 'account',
    event: 'page',
    route: '/sign-in',
    name: '/sign-in',
    value: null,
    at: new Date().toISOString(),
  }
  const send = async (record: object) => {
    const answer = await fetch(product.address(portfolio, '/fssapi/infrastructure/save-behavior-record'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ records: [record] }),
    })
    return answer.status
  }
  expect(await send(good)).toBe(200)
  for (const wrong of [
    { source: 'elsewhere' },
    { event: 'keystroke' },
    { route: '/application/AbC123' },
    { route: '/home' },
    { name: 'lena.sample@example.com' },
    { event: 'click', name: 'Pay $120.00' },
    { event: 'error', name: 'TypeError: undefined is not a function' },
    { event: 'vital', name: 'LCP', value: null },
    { value: 5 },
    { email: 'lena.sample@example.com' },
  ]) {
    expect(await send({ ...good, ...wrong }), JSON.stringify(wrong)).toBe(422)
  }
})
