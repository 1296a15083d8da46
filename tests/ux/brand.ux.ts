import { constantFrom, integer, oneof, record, sample } from 'fast-check'
import { expect, type Page, test } from '@playwright/test'
import { brandPalette } from '@dolphin/domain/portfolios/brand-palette'
import { safeGradient, type ThemeColors } from '@dolphin/domain/portfolios/on-color'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { measureContrasts } from './contrast.ts'
import { openScreen } from './screens.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

const LOOKS = [
  { portfolio: PORTFOLIOS[0], name: 'Tidewater Installment', primary: '#0b5563' },
  { portfolio: PORTFOLIOS[1], name: 'Redstone Advance', primary: '#9f2d20' },
] as const

/** What stood on the page when it was painted first. */
interface FirstFrame {
  readonly text: string
  readonly ground: string
  readonly primary: string
  readonly icon: string | null
  readonly height: number
}

for (const { portfolio, name, primary } of LOOKS) {
  test(`the first painted frame is ${name}'s, though style sheets and scripts are slow (pages.md "Everywhere")`, async ({
    page,
  }) => {
    await page.route(/\/assets\/.*\.(css|js)/, async (route) => {
      await new Promise((later) => setTimeout(later, route.request().url().endsWith('.css') ? 700 : 2_500))
      await route.continue()
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        if (!list.getEntries().some((entry) => entry.name === 'first-contentful-paint')) return
        const first = document.querySelector('#first')
        const style = getComputedStyle(document.documentElement)
        const frame = {
          text: document.body.innerText.trim(),
          ground: getComputedStyle(document.body).backgroundColor,
          primary: style.getPropertyValue('--brand-primary').trim(),
          icon: document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? null,
          height: first?.getBoundingClientRect().height ?? 0,
        }
        Object.assign(globalThis, { firstFrame: frame })
      }).observe({ type: 'paint', buffered: true })
    })
    await page.goto(product.address(portfolio, '/sign-in'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 })
    const frame = await page.evaluate<FirstFrame>('firstFrame')
    expect(frame.text).toContain(name)
    expect(frame.primary).toBe(primary)
    expect(frame.icon).toBe(`/portfolios/${portfolio.portfolioId}/favicon.svg`)
    const { page: ground } = brandPalette({ primaryColor: primary }, 'light')
    expect(frame.ground).toBe(rgb(ground))
    const header = await page.locator('header').first().boundingBox()
    expect(Math.abs((header?.height ?? 0) - frame.height)).toBeLessThanOrEqual(1)
  })

  test(`icon, bars, footer and print are ${name}'s (pages.md "Everywhere")`, async ({ page }) => {
    await page.goto(product.address(portfolio, '/sign-in'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const type = await page.evaluate(async () => {
      const href = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ''
      return (await fetch(href)).headers.get('content-type')
    })
    expect(type).toContain('image/svg+xml')
    await expect(page.locator('meta[name="theme-color"]')).toHaveCount(2)
    const footer = page.locator('footer')
    for (const text of [/sample license/, /\(\d{3}\) 555-01\d\d/, /@/, /a\.m\. to/])
      await expect(footer).toContainText(text)
    await page.emulateMedia({ media: 'print' })
    await expect(footer).toBeVisible()
    await expect(page.locator('header')).toContainText(name)
    await expect(page.getByRole('button').first()).toBeHidden()
  })
}

const rgb = (hex: string): string => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return `rgb(${part(1)}, ${part(3)}, ${part(5)})`
}

test('two brands differ in more than color (issue 5, point 2)', async ({ page }) => {
  const looks: Record<string, string>[] = []
  for (const { portfolio } of LOOKS) {
    await page.goto(product.address(portfolio, '/sign-in'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    looks.push(
      await page.evaluate(() => {
        const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body)
        return {
          headingFace: of('h1').fontFamily,
          corners: of('button[type="submit"]').borderRadius,
          headerGround: of('header').backgroundImage.slice(0, 15),
          gradient: /\d+deg/.exec(of('button[type="submit"]').backgroundImage)?.[0] ?? '',
          picture: of('main').backgroundImage,
          mark: document.querySelector('header img')?.getAttribute('src') ?? '',
        }
      }),
    )
  }
  const [one = {}, other = {}] = looks
  for (const trait of Object.keys(one)) expect(one[trait], trait).not.toBe(other[trait])
})

const anyHex = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const nasty = constantFrom('#ffffff', '#000000', '#ffff00', '#808080', '#00ff00', '#ff00ff')
const anyColor = oneof({ arbitrary: anyHex, weight: 3 }, { arbitrary: nasty, weight: 1 })
const THEMES: readonly ThemeColors[] = [
  ...['#ffffff', '#000000', '#ffff00', '#808080'].map((one) => ({
    primaryColor: one,
    secondaryColor: one,
    thirdColor: one,
  })),
  ...sample(record({ primaryColor: anyColor, secondaryColor: anyColor, thirdColor: anyColor }), {
    seed: 118,
    numRuns: 16,
  }),
]

/** Puts a theme on the page as its head would, by the names that tokens.css reads. */
async function applyTheme(page: Page, theme: ThemeColors, mode: 'light' | 'dark'): Promise<void> {
  const { stops, onColor } = safeGradient(theme)
  const variables: Record<string, string> = {
    '--gradient-start': stops[0],
    '--gradient-middle': stops[1],
    '--gradient-end': stops[2],
    '--on-gradient': onColor,
    ...Object.fromEntries(
      Object.entries(brandPalette(theme, mode)).map(([name, color]) => [`--theme-${name}`, color]),
    ),
  }
  await page.evaluate((all) => {
    for (const [name, color] of Object.entries(all)) document.documentElement.style.setProperty(name, color)
  }, variables)
}

/** Between them: header, forms, errors, choices, steps, tracker, figures, charts, calendar, tables, dialogs. */
const SCREENS = [
  'sign-in-errors',
  'guidance',
  'offer-open',
  'application-personal-2',
  'application-tracker',
  'application-tracker-exception',
  'consent-errors',
  'amount-match-account-errors',
  'coupon-schedule',
  'change-signed-review',
  'signature-sign-errors',
  'statement-upload-errors',
  'offline',
]

/** Each header in one scheme; in both with `UX_ALL=1`. */
const MODES = { 118: ['light', 'dark'], 110: ['dark', 'light'] } as const
const modesOf = (portfolio: 118 | 110) =>
  process.env['UX_ALL'] === '1' ? MODES[portfolio] : MODES[portfolio].slice(0, 1)

for (const portfolio of [118, 110] as const) {
  for (const mode of modesOf(portfolio)) {
    test(`every text of ${SCREENS.length} screens is readable under 20 themes, ${mode}, header of ${portfolio} (WCAG 1.4.3, 1.4.11)`, async ({
      page,
    }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const found: string[] = []
      for (const name of SCREENS) {
        await openScreen(page, product, name, { portfolio, language: 'en', mode, width: 360 })
        for (const theme of THEMES) {
          await applyTheme(page, theme, mode)
          const measured = await measureContrasts(page)
          expect(measured.texts, name).toBeGreaterThan(10)
          found.push(...measured.found.map((line) => `${name}, ${Object.values(theme).join(' ')}: ${line}`))
        }
      }
      expect(found).toEqual([])
    })
  }
}
