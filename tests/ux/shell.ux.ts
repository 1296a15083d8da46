import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, type Visit } from '../journeys/pages/account.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { ADDRESSES, ENDS_SESSION } from './routes.ts'
import { openScreen } from './screens.ts'
import { watchPage } from './watch-page.ts'

const [portfolio] = PORTFOLIOS

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const open = (page: Page, path: string) => page.goto(product.address(portfolio, path))
const host = () => new URL(product.address(portfolio)).host

/** Help as it is met on a page: what it says, in which order, and where it stands. */
const helpOf = (page: Page) =>
  page.evaluate<{ order: string[]; phoneAt: number[] }>(`(() => {
    const help = document.querySelectorAll('header a[href^="tel:"], footer a[href^="tel:"], footer a[href^="mailto:"], footer a[href="/messages"]')
    const box = document.querySelector('header a[href^="tel:"]').getBoundingClientRect()
    return {
      order: [...help].map((link) => link.closest('header, footer').tagName + ' ' + link.getAttribute('href')),
      phoneAt: [Math.round(box.right), Math.round(box.top)],
    }
  })()`)

for (const width of [360, 1280]) {
  test(`on every route at ${width} px: heading, help in one place, nothing foreign, no fault (ux.md)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await createAccount({ product, portfolio, page, borrower: newBorrower(portfolio) })
    const watched = watchPage(page, host())
    const titles = new Map<string, string>()
    const places = new Map<string, Awaited<ReturnType<typeof helpOf>>>()
    for (const { path, title } of ADDRESSES.filter(({ path }) => !ENDS_SESSION.has(path))) {
      await test.step(path, async () => {
        await open(page, path)
        await expect(heading(page), path).toBeVisible()
        await expect(heading(page), path).toHaveCount(1)
        await expect(page, path).toHaveTitle(/ \| Tidewater/)
        const shown = (await page.title()).replace(/ \| .*$/, '')
        if (title !== undefined) expect(shown, path).toBe(title)
        titles.set(path, shown)
        places.set(path, await helpOf(page))
        expect(await page.evaluate(`document.documentElement.scrollWidth`), path).toBeLessThanOrEqual(width)
      })
    }
    const [[, first] = []] = [...places]
    for (const [path, help] of places) expect(help, path).toEqual(first)
    expect(first?.order.length).toBeGreaterThanOrEqual(3)
    expect(watched).toEqual({ faults: [], foreign: [] })
  })
}

test('paths that only lead elsewhere, and unknown ones (product.md §2)', async ({ page }) => {
  for (const [from, to] of [
    ['/', '/sign-in'],
    ['/simulator', '/sign-in'],
    ['/no/such/page', '/404'],
  ] as const) {
    const answer = await open(page, from)
    await expect(page).toHaveURL(new RegExp(`${to}$`))
    expect(answer?.status(), from).toBe(to === '/404' ? 404 : 200)
  }
})

test('moving on: to the top, focus on the new heading, said once; arriving at sign-in ends the session', async ({
  page,
}) => {
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await createAccount(visit)
  await page.setViewportSize({ width: 360, height: 500 })
  await page.evaluate(`
    window.focused = []
    document.addEventListener('focusin', ({ target }) => focused.push(target.tagName + ' ' + target.textContent.slice(0, 40)))
  `)
  await page.evaluate(`scrollTo(0, 400)`)
  await page.evaluate(`document.querySelector('footer').scrollIntoView()`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to us' }).click()
  await expect(page).toHaveURL(/\/messages$/)
  await expect(heading(page)).toBeFocused()
  expect(await page.evaluate(`scrollY`)).toBe(0)
  const said = await page.evaluate<string[]>(`focused.filter((name) => name.startsWith('H1'))`)
  expect(said).toHaveLength(1)

  const held = () => page.evaluate(`localStorage.getItem('dolphin.access-token')`)
  expect(await held()).not.toBeNull()
  await open(page, '/sign-in')
  await expect(heading(page)).toHaveText('Sign in')
  await expect.poll(held).toBeNull()
})

test('only what is ours is loaded, packed by brotli and kept for a year (issue: speed)', async ({ page }) => {
  const headers: Record<string, string>[] = []
  page.on('response', async (response) => {
    if (/\/assets\/.*\.(?:js|css)$/.test(response.url())) headers.push(await response.allHeaders())
  })
  const answer = await open(page, '/sign-in')
  await page.waitForLoadState('networkidle')
  expect(headers.length).toBeGreaterThan(3)
  for (const header of headers) {
    expect(header['content-encoding']).toBe('br')
    expect(header['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  const policy = (await answer?.allHeaders())?.['content-security-policy'] ?? ''
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect((await answer?.allHeaders())?.['cache-control']).toBe('no-store')
})

test('a button forward is 48 px high, at least 136 px wide and has the three colors (product.md §9)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/sign-in')
  const button = page.getByRole('button', { name: 'Sign in' })
  const box = await button.boundingBox()
  expect(box?.height).toBe(48)
  expect(box?.width).toBeGreaterThanOrEqual(136)
  const image = await button.evaluate((element) => getComputedStyle(element).backgroundImage)
  expect(image).toMatch(
    /^linear-gradient\(.*(?:rgb|oklch|color)\(.*(?:rgb|oklch|color)\(.*(?:rgb|oklch|color)\(/,
  )
  const transition = await button.evaluate((element) => getComputedStyle(element).transitionDuration)
  expect(new Set(transition.split(', '))).toEqual(new Set(['0.3s']))
})

for (const [kind, title] of [
  ['successful', 'Successful'],
  ['error', 'Error'],
  ['warning', 'Warning'],
] as const)
  test(`a popup is titled "${title}", at most 600 px wide, and closes by Escape (product.md §8, §9)`, async ({
    page,
  }) => {
    await openScreen(page, product, `popup-${kind}`, {
      portfolio: 118,
      language: 'en',
      mode: 'light',
      width: 1280,
    })
    const popup = page.getByRole('dialog', { name: title, exact: true })
    await expect(popup.getByRole('heading', { name: title, exact: true })).toBeVisible()
    expect((await popup.boundingBox())?.width).toBeLessThanOrEqual(600)
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
  })
