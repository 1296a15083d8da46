import { expect, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount } from '../journeys/pages/account.ts'
import { answerStart } from '../journeys/pages/application.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

const [portfolio] = PORTFOLIOS
/** As product.md §9 writes phones. */
const PHONE = /\(\d{3}\) \d{3}-\d{4}/
const CHUNK_TIMEOUT_MS = 120_000

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const open = (page: Page, path: string) => page.goto(product.address(portfolio, path))
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** How often the document itself was asked for. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  return () => loads
}

test('a page chunk that fails reloads the page once, and the page opens (product.md §2)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await page.route(/\/assets\/sign-in-/, (route) => (loads() === 1 ? route.abort() : route.continue()))
  await open(page, '/sign-in')
  await expect(heading(page, 'Sign in')).toBeVisible()
  expect(loads()).toBe(2)
})

test('a page chunk that the head asked for in vain is asked for again, without a reload', async ({
  page,
}) => {
  const loads = countLoads(page)
  let asked = 0
  await page.route(/\/assets\/sign-in-/, (route) => {
    asked += 1
    return asked === 1 ? route.abort() : route.continue()
  })
  await open(page, '/sign-in')
  await expect(heading(page, 'Sign in')).toBeVisible()
  expect([loads(), asked]).toEqual([1, 2])
})

test('a page chunk that fails for good: one reload, then /500 with whom to call', async ({ page }) => {
  const loads = countLoads(page)
  await page.route(/\/assets\/sign-in-/, (route) => route.abort())
  await open(page, '/sign-in')
  await expect(page).toHaveURL(/\/500$/)
  await expect(heading(page, 'Something went wrong on our side')).toBeVisible()
  await expect(page.getByText('Your saved details are safe.')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: PHONE })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a page chunk may take 120 s and no longer (product.md §9)', async ({ page }) => {
  await page.clock.install()
  const loads = countLoads(page)
  await page.route(/\/assets\/sign-in-/, () => {})
  await open(page, '/sign-in')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.clock.runFor(CHUNK_TIMEOUT_MS - 5_000)
  expect(loads()).toBe(1)
  const again = page.waitForEvent('framenavigated')
  await page.clock.runFor(10_000)
  await again
  expect(loads()).toBe(2)
})

test('what comes after the first paint may fail: no error, and an announcement is shown once it can be', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  let isBlocked = true
  await page.route(/\/assets\/after-paint-/, (route) => (isBlocked ? route.abort() : route.continue()))
  await page.route(/\/dolphin-customer\/sign-in$/, (route) => route.abort())
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill('unknown@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Harbor-Lantern-7')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('You are offline')).toBeVisible()
  isBlocked = false
  const popup = page.getByRole('dialog', { name: 'Error' })
  await expect(popup).toBeVisible({ timeout: 30_000 })
  await expect(popup).toContainText('We could not reach our server')
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  expect(errors).toEqual([])
})

for (const [path, title] of [
  ['/404', 'We cannot find that page'],
  ['/403', 'You do not have access to this page'],
  ['/500', 'Something went wrong on our side'],
] as const) {
  test(`${path}: title, code 10000001, whom to call, a way back (product.md §2)`, async ({ page }) => {
    await open(page, path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${title} \\|`))
    await expect(page.getByText('Code 10000001')).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: PHONE })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Go to sign in' }).click()
    await expect(heading(page, 'Sign in')).toBeVisible()
  })
}

test('offline: a banner says so, and what was typed is still there when the line is back', async ({
  page,
}) => {
  await createAccount({ product, portfolio, page, borrower: newBorrower(portfolio) })
  await page.getByRole('link', { name: 'Find your loan' }).first().click()
  await answerStart(page)
  await page.getByLabel('First Name').fill('Lenora')
  await page.context().setOffline(true)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(banner).toBeVisible()
  await page.getByLabel('Last Name').fill('Samplewood')
  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
  await expect(page.getByLabel('First Name')).toHaveValue('Lenora')
  await expect
    .poll(() => page.evaluate(`Object.keys(localStorage).some((key) => key.startsWith('dolphin.draft.'))`))
    .toBe(true)
  await page.reload()
  await expect(page.getByLabel('Last Name')).toHaveValue('Samplewood')
})

for (const [locale, words, saved] of [
  ['en-US', 'This page needs JavaScript', 'Your saved answers are safe.'],
  ['es-US', 'Esta página necesita JavaScript', 'Las respuestas que guardó están a salvo.'],
] as const) {
  test(`without scripts, ${locale}: what to do, that answers are saved, whom to call`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale })
    const page = await context.newPage()
    await open(page, '/home')
    await expect(heading(page, words)).toBeVisible()
    await expect(page.locator('main.plain-help')).toContainText(saved)
    await expect(page.getByRole('link', { name: PHONE }).first()).toBeVisible()
    await context.close()
  })
}

test('scripts that never come: after a while the page says whom to call', async ({ page }) => {
  await page.route(/\/assets\/frame-/, (route) => route.abort())
  const tools = await page.context().newCDPSession(page)
  await tools.send('Animation.enable')
  await tools.send('Animation.setPlaybackRate', { playbackRate: 50 })
  await open(page, '/sign-in')
  await expect(heading(page, 'This page did not start')).toBeVisible()
  await expect(page.getByRole('link', { name: PHONE })).toBeVisible()
})

/** A crowded cell: 400 kbps and 400 ms each way. Source: ux.md "Speed on a cheap phone". */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

test('on a slow line the brand stands first, the page opens without a reload, and impatient taps sign in once', async ({
  page,
}) => {
  const borrower = newBorrower(portfolio)
  await createAccount({ product, portfolio, page, borrower })
  await page.context().clearCookies()
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await tools.send('Network.emulateNetworkConditions', SLOW)
  const loads = countLoads(page)
  const signIns: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/sign-in')) signIns.push(request.url())
  })
  await page.goto(product.address(portfolio, '/sign-in'), { waitUntil: 'commit' })
  await expect(page.locator('header').first()).toContainText('Tidewater')
  await expect(heading(page, 'Sign in')).toBeVisible({ timeout: 30_000 })
  const usableAfter = await page.evaluate(() => Math.round(performance.now()))
  test.info().annotations.push({ type: 'sign-in usable after, ms', description: String(usableAfter) })
  await page.getByLabel('Email').fill(borrower.email)
  await page.getByLabel('Password', { exact: true }).fill(borrower.password)
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.dblclick()
  await button.click({ timeout: 1_000 }).catch(() => {})
  await expect(heading(page, 'Enter your code')).toBeVisible({ timeout: 30_000 })
  expect(signIns).toHaveLength(1)
  expect(loads()).toBe(1)
})
