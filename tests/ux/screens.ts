import type { Page } from '@playwright/test'
import { PORTFOLIOS, type Product } from '../journeys/product.ts'

/** How a screen is looked at. */
export interface Look {
  readonly portfolio: 110 | 118
  readonly language: 'en' | 'es'
  readonly mode: 'light' | 'dark'
  readonly width: 360 | 1280
}

const HEIGHT = 800

/** Every combination: two brands, languages, color modes and widths. */
const ALL_LOOKS: readonly Look[] = ([118, 110] as const).flatMap((portfolio) =>
  (['en', 'es'] as const).flatMap((language) =>
    (['light', 'dark'] as const).flatMap((mode) =>
      ([360, 1280] as const).map((width) => ({ portfolio, language, mode, width })),
    ),
  ),
)

/**
 * The looks at the screen of that number: all of them with `UX_ALL=1`; else two that have nothing in common, another
 * two from screen to screen. So every screen meets each brand, language, mode and width, and every two of these meet
 * on many screens.
 */
export function looksAt(number: number): readonly Look[] {
  if (process.env['UX_ALL'] === '1') return ALL_LOOKS
  const one = number % (ALL_LOOKS.length / 2)
  return [ALL_LOOKS[one], ALL_LOOKS[ALL_LOOKS.length - 1 - one]].flatMap((look) => look ?? [])
}

/** The names of all screens, as their list shows them; with `UX_SCREENS` those whose name fits that expression. */
export async function screenNames(page: Page, product: Product): Promise<readonly string[]> {
  await page.goto(product.address(PORTFOLIOS[0], '/dev/screens'))
  const links = page.locator('[data-screen-name]')
  await links.first().waitFor()
  const names = await links.evaluateAll((all) => all.map((one) => one.getAttribute('data-screen-name') ?? ''))
  const wanted = new RegExp(process.env['UX_SCREENS'] ?? '')
  return names.filter((name) => wanted.test(name))
}

/** Opens a screen and waits until its state is there. */
export async function openScreen(page: Page, product: Product, name: string, look: Look): Promise<void> {
  const { portfolio, language, mode, width } = look
  await page.setViewportSize({ width, height: HEIGHT })
  await page.emulateMedia({ colorScheme: mode })
  await page.goto(
    product.address(PORTFOLIOS[0], `/dev/screens/${name}?brand=${portfolio}&language=${language}`),
  )
  const root = page.locator('html[data-screen]')
  await root.waitFor({ state: 'attached' })
  if ((await root.getAttribute('data-screen')) !== 'ready')
    throw new Error(`${name}: ${await root.getAttribute('data-why')}`)
}

/** What of `names` belongs to one of `parts` parallel tests. */
export const partOf = (names: readonly string[], part: number, parts: number): readonly [number, string][] =>
  [...names.entries()].filter(([number]) => number % parts === part)

export const lookText = ({ portfolio, language, mode, width }: Look): string =>
  `${portfolio} ${language} ${mode} ${width}`
