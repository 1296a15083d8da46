import { expect, type Page, test } from '@playwright/test'
import { Product } from '../journeys/product.ts'
import { axeFindings, snifferFindings } from './inspectors.ts'
import { stopFindings, walkByTab } from './focus-walk.ts'
import {
  cutFindings,
  motionFindings,
  sidewaysFindings,
  sizeFindings,
  structureFindings,
  targetFindings,
  seenWords,
  type SeenWords,
} from './page-checks.ts'
import { type Look, lookText, looksAt, openScreen, partOf, screenNames } from './screens.ts'

/** Small enough that no browser waits long for the last one. */
const PARTS = 8
/** Source: ux.md "Pictures over reading". */
const MOST_WORDS_P95 = 120
/** What a phone shows at once. */
const PHONE = { width: 360, height: 800 }

/** A recorder of every step would make each take twice as long; a finding says where it was seen. */
test.use({ trace: 'off' })

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
})
test.afterAll(() => product.stop())

/** Looks at a screen by every inspector. */
async function inspect(page: Page): Promise<readonly string[]> {
  return [
    ...(await axeFindings(page)),
    ...(await snifferFindings(page)),
    ...(await structureFindings(page)),
    ...(await targetFindings(page)),
    ...(await sizeFindings(page)),
    ...(await sidewaysFindings(page)),
  ]
}

type Check = (page: Page) => Promise<readonly string[]>

/** Opens the screen and answers what the checks find, each line with where it was seen. */
async function findings(page: Page, name: string, look: Look, checks: readonly Check[]): Promise<string[]> {
  const found: string[] = []
  try {
    await openScreen(page, product, name, look)
    for (const check of checks) found.push(...(await check(page)))
  } catch (cause) {
    found.push(String(cause))
  }
  return found.map((line) => `${name} (${lookText(look)}) ${line}`)
}

for (let part = 0; part < PARTS; part += 1)
  test(`axe, HTML_CodeSniffer, structure, targets and sizes find nothing on any screen; each supports 320 px, 400 %, wide spacing, no motion, forced colors and Tab, and shows few words at once, part ${part + 1} of ${PARTS} (WCAG 2.2 AA, product.md §9)`, async ({
    page,
  }) => {
    test.setTimeout(process.env['UX_ALL'] === '1' ? 3_600_000 : 1_200_000)
    const found: string[] = []
    const words: ScreenWords[] = []
    // What is borne and what is to be read is looked at once, on the page that is open anyway
    for (const [number, name] of partOf(await screenNames(page, product), part, PARTS))
      for (const [at, look] of looksAt(number).entries()) {
        found.push(...(await findings(page, name, look, at === 0 ? [inspect, bear] : [inspect])))
        if (look.language === 'en' && !/^control-|^spinner-/.test(name))
          words.push(await countWords(page, name))
      }
    expect(found).toEqual([])
    expect(percentile95(words), fullest(words)).toBeLessThanOrEqual(MOST_WORDS_P95)
  })

interface ScreenWords extends SeenWords {
  readonly name: string
}

/** Pictures before words: what a phone shows of the page that is open. */
async function countWords(page: Page, name: string): Promise<ScreenWords> {
  await page.setViewportSize(PHONE)
  return { name, ...(await seenWords(page)) }
}

function percentile95(words: readonly ScreenWords[]): number {
  const sorted = words.map(({ atOnce }) => atOnce).toSorted((a, b) => a - b)
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0
}

const fullest = (words: readonly ScreenWords[]): string =>
  words
    .toSorted((a, b) => b.atOnce - a.atOnce)
    .slice(0, 12)
    .map(({ name, atOnce, inAll }) => `${name}: ${atOnce} at once, ${inAll} in all`)
    .join('; ')

/** The settings of a reader who sees little, or cannot use a pointer. */
async function bear(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  const note = (where: string, lines: readonly string[]) =>
    found.push(...lines.map((line) => `${where}: ${line}`))
  await page.setViewportSize({ width: 360, height: 800 })
  const walk = await walkByTab(page)
  note('by Tab', walk.found)
  await page.setViewportSize({ width: 320, height: 256 })
  note('at 320 px, as 1280 px at 400 %', await sidewaysFindings(page))
  await page.evaluate(spaceOut)
  note('with wide spacing', [...(await sidewaysFindings(page)), ...(await cutFindings(page))])
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  note('without motion', await motionFindings(page))
  await page.setViewportSize({ width: 360, height: 800 })
  note('in forced colors', await stopFindings(page, walk.stops))
  await page.emulateMedia({ reducedMotion: null, forcedColors: null })
  return found
}

/** Runs in the page. Source: WCAG 1.4.12. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
}

const QUICK = [
  'sign-in-errors',
  'create-account',
  'guidance',
  'application-personal-errors',
  'bank-link-not-started',
  'offer',
  'check-loan',
  'signature-sign-errors',
  'home-5-repayment',
  'repayment-loan-details',
  'change-pay-off-review',
  'notification-301',
  'error-404',
]

/** For `npm test`: all screens are looked at above. */
test('axe finds nothing on the screens of the main journey @quick-only', async ({ page }) => {
  const found: string[] = []
  for (const [number, name] of QUICK.entries()) {
    const [look] = looksAt(number)
    if (look) found.push(...(await findings(page, name, look, [axeFindings])))
  }
  expect(found).toEqual([])
})
