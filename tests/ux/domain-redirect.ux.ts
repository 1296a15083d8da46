import { readFileSync } from 'node:fs'
import { type Browser, chromium, devices, expect, test } from '@playwright/test'
import config from '../../playwright.config.ts'
import { newBorrower } from '../journeys/borrower.ts'
import { createAccount, typePassword } from '../journeys/pages/account.ts'
import { press } from '../journeys/pages/form.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'

interface Domains {
  readonly domainOfWeb: string
  readonly domainOfWap: string
}

const domainsOf = (portfolioId: number): Domains =>
  JSON.parse(
    readFileSync(new URL(`../../data/portfolios/${portfolioId}/portfolio.json`, import.meta.url), 'utf8'),
  ) as Domains

const PHONE = devices['Pixel 5']
const DESKTOP = devices['Desktop Chrome']
const STRANGER = 'www.somebody-else.example'

let product: Product
let browser: Browser
let port: string

/** A browser that finds the brands' own host names, and a stranger's, on this machine. */
test.beforeAll(async () => {
  product = await Product.start()
  port = new URL(product.address(PORTFOLIOS[0])).port
  const hosts = [
    ...PORTFOLIOS.flatMap(({ portfolioId }) => Object.values(pick(domainsOf(portfolioId)))),
    STRANGER,
  ]
  const { executablePath, args = [] } = config.use?.launchOptions ?? {}
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      ...args,
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`,
      // What https gives a real domain: the cipher of the kept state needs a secure context
      `--unsafely-treat-insecure-origin-as-secure=${hosts.map((host) => `http://${host}:${port}`).join(',')}`,
    ],
  })
})
test.afterAll(async () => {
  await browser.close()
  await product.stop()
})

const pick = ({ domainOfWeb, domainOfWap }: Domains) => ({ domainOfWeb, domainOfWap })

/** Opens an address on that device and answers every document that was asked for, in order. */
async function arrive(device: typeof PHONE, host: string, path: string) {
  const context = await browser.newContext({ ...device })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      const { hostname, pathname, search } = new URL(request.url())
      asked.push(hostname + pathname + search)
    }
  })
  const answer = await page.goto(`http://${host}:${port}${path}`)
  await page.waitForLoadState('networkidle')
  return { context, page, asked, answer }
}

const KEPT = [
  '/returning/t0',
  '/application/t0',
  '/coupon/verification/SAVE10',
  '/create-account/t0',
  '/reset-password/t0',
  '/complete-information/t0',
  '/pending-application/t0',
]

for (const { portfolioId } of PORTFOLIOS) {
  const { domainOfWeb, domainOfWap } = domainsOf(portfolioId)
  for (const [name, device, proper, other] of [
    ['a phone', PHONE, domainOfWap, domainOfWeb],
    ['a desktop', DESKTOP, domainOfWeb, domainOfWap],
  ] as const) {
    test(`${portfolioId}: ${name} on ${other} is led to ${proper}, once, and keeps what it asked for (product.md §2)`, async () => {
      for (const path of portfolioId === 118 ? KEPT : KEPT.slice(0, 1)) {
        const { context, asked } = await arrive(device, other, `${path}?from=mail`)
        expect(asked, path).toEqual([`${other}${path}?from=mail`, `${proper}${path}?from=mail`])
        await context.close()
      }
      const { context, page, asked } = await arrive(device, other, '/coupon/overview?tab=used')
      const parameter = encodeURIComponent('/coupon/overview?tab=used')
      expect(asked).toEqual([
        `${other}/coupon/overview?tab=used`,
        `${proper}/?redirectUrlParameter=${parameter}`,
      ])
      await expect(page).toHaveURL(`http://${proper}:${port}/sign-in`)
      await context.close()
    })
  }
}

test('where it may stay: the proper domain, signature routes, /loan-agreement, localhost', async () => {
  const { domainOfWeb, domainOfWap } = domainsOf(118)
  for (const [device, host, path] of [
    [PHONE, domainOfWap, '/coupon/overview'],
    [DESKTOP, domainOfWeb, '/coupon/overview'],
    [PHONE, domainOfWeb, '/signature/t0'],
    [PHONE, domainOfWeb, '/loan-agreement'],
    [PHONE, 'localhost', '/coupon/overview'],
  ] as const) {
    const { context, asked } = await arrive(device, host, path)
    expect(asked).toEqual([`${host}${path}`])
    await context.close()
  }
})

test('a host of no portfolio gets no page', async () => {
  const { context, asked, answer } = await arrive(PHONE, STRANGER, '/home')
  expect(answer?.status()).toBe(404)
  expect(asked).toHaveLength(1)
  await context.close()
})

test('what was asked for on the other domain is reached after signing in; only paths of this site are', async ({
  page: local,
}) => {
  const { domainOfWeb, domainOfWap } = domainsOf(118)
  const [portfolio] = PORTFOLIOS
  const borrower = newBorrower(portfolio)
  await createAccount({ product, portfolio, page: local, borrower })
  const { context, page } = await arrive(PHONE, domainOfWeb, '/documents')
  await expect(page).toHaveURL(`http://${domainOfWap}:${port}/sign-in`)
  await typePassword({ page, borrower })
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  await expect
    .poll(async () => (await product.mails(borrower.email)).some(({ kind }) => kind === 'loginCode'))
    .toBe(true)
  const code = /\b\d{6}\b/.exec((await product.mail(borrower.email, 'loginCode')).text)?.[0] ?? ''
  await page.getByLabel('Code').fill(code)
  await press(page, 'Continue')
  await expect(page).toHaveURL(`http://${domainOfWap}:${port}/documents`)
  for (const evil of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`http://${domainOfWap}:${port}/?redirectUrlParameter=${encodeURIComponent(evil)}`)
    await expect(page).toHaveURL(`http://${domainOfWap}:${port}/sign-in`)
  }
  await context.close()
})
