import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, test } from '@playwright/test'
import journeys from '../../../../playwright.config.ts'
import { newBorrower } from '../../../../tests/journeys/borrower.ts'
import {
  createAccount,
  signInWithCode,
  signOut,
  type Visit,
} from '../../../../tests/journeys/pages/account.ts'
import {
  askForAmount,
  awaitCheck,
  beginApplication,
  fillApplication,
  linkBank,
} from '../../../../tests/journeys/pages/application.ts'
import { expectHeading, press } from '../../../../tests/journeys/pages/form.ts'
import { receiveMoney } from '../../../../tests/journeys/pages/funding.ts'
import { OFFER, takePlan } from '../../../../tests/journeys/pages/plan.ts'
import { expectRedirect, readAndSign } from '../../../../tests/journeys/pages/signing.ts'
import { PORTFOLIOS, freePort, Product } from '../../../../tests/journeys/product.ts'
import { serveEmptyPage } from './empty-page.ts'
import { type Look, lookAt, median, medianLook, slowestAnswer } from './measure.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const REPORT = process.env['BENCH_REPORT']
const [portfolio] = PORTFOLIOS

/** What is asked of each kind of page (ux.md "Speed on a cheap phone"): LCP in ms. */
const LCP_GATES = { entry: 1_800, application: 2_500, chart: 2_800 } as const
const CLS_GATE = 0.05

interface Measured {
  readonly name: string
  readonly kind: keyof typeof LCP_GATES
  readonly look: Look
  readonly tbtRatio: number
  readonly inp?: number
  readonly inpRatio?: number
}

let product: Product
let empty: Awaited<ReturnType<typeof serveEmptyPage>>
let context: BrowserContext
let port: number
let profile: string
const measured: Measured[] = []

test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Pages Bench')
  empty = await serveEmptyPage(await freePort())
  port = await freePort()
  profile = mkdtempSync(join(tmpdir(), 'dolphin-bench-pages-'))
  const { executablePath, args = [] } = journeys.use?.launchOptions ?? {}
  context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...args, `--remote-debugging-port=${port}`],
  })
})

test.afterAll(async () => {
  report()
  await context.close()
  rmSync(profile, { recursive: true, force: true })
  empty.stop()
  await product.stop()
})

test('pages of the main journey on a slow phone, beside an empty React page', async () => {
  const page = await context.newPage()
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  await page.goto(product.address(portfolio, '/sign-in'))
  await measure('sign-in', 'entry', page, () =>
    page.getByLabel('Email').pressSequentially('lena.sample@example.com'),
  )
  await page.goto(product.address(portfolio, '/send-set-link'))
  await measure('send-set-link', 'entry', page)
  await createAccount(visit)
  await signOut(page)
  await signInWithCode(visit)
  await expectHeading(page, /Hello/)
  await measure('home, nothing begun', 'application', page)
  await beginApplication(page)
  await measure('application, first section', 'application', page, () =>
    page.getByLabel('First Name').pressSequentially('Magdalena'),
  )
  await fillApplication(page, visit.borrower)
  await linkBank(page, 'user_good')
  await awaitCheck(page)
  await measure('application, confirm', 'application', page)
  await askForAmount(page)
  await expectHeading(page, OFFER)
  await measure('application, plan', 'chart', page)
  await takePlan(page)
  await press(page, 'Read the agreement')
  await expectHeading(page, 'Read your loan agreement')
  await measure('signature', 'chart', page)
  await readAndSign(page, `${visit.borrower.firstName} ${visit.borrower.lastName}`)
  await expectRedirect(page)
  await receiveMoney(visit)
  await measure('home, repaying', 'application', page)
  await page.goto(product.address(portfolio, '/repayment/loan-details'))
  await measure('repayment', 'chart', page)
})

/** The median of the rounds; the empty page is looked at between, so that the hour falls on both alike. */
async function measure(
  name: string,
  kind: Measured['kind'],
  page: Page,
  act?: () => Promise<void>,
): Promise<void> {
  await page.waitForLoadState('networkidle')
  const url = page.url()
  const looks: Look[] = []
  const floors: Look[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await firstLook(page, empty.url))
    looks.push(await firstLook(page, url))
  }
  const look = medianLook(looks)
  const floor = medianLook(floors)
  const hands = act === undefined ? {} : await compareAnswers(page, act)
  measured.push({ name, kind, look, tbtRatio: look.tbt / Math.max(1, floor.tbt), ...hands })
}

/** A look with nothing in the browser's cache, as at a first visit. */
async function firstLook(page: Page, url: string): Promise<Look> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.detach()
  return lookAt(url, port)
}

async function compareAnswers(page: Page, act: () => Promise<void>) {
  const bare = await context.newPage()
  await bare.goto(empty.url)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await slowestAnswer(bare, () => bare.getByLabel('Text').pressSequentially('Magdalena')))
    ours.push(await slowestAnswer(page, act))
  }
  await bare.close()
  return { inp: median(ours), inpRatio: median(ours) / median(theirs) }
}

function report(): void {
  const lines = measured.map(({ name, kind, look, tbtRatio, inp, inpRatio }) => {
    const gate = LCP_GATES[kind]
    const met = look.lcp <= gate && look.cls <= CLS_GATE && look.performance >= 95
    const hands = inp === undefined ? '' : `${inp.toFixed(0)} (${inpRatio?.toFixed(1)} ×)`
    return [
      name.padEnd(28),
      `${look.performance}/${look.accessibility}/${look.bestPractices}`.padEnd(12),
      `${look.lcp.toFixed(0)} of ${gate}`.padEnd(14),
      look.cls.toFixed(3).padEnd(7),
      `${look.tbt.toFixed(0)} (${tbtRatio.toFixed(1)} ×)`.padEnd(14),
      hands.padEnd(14),
      String(look.requests).padEnd(9),
      look.scriptKib.toFixed(1).padEnd(8),
      met ? 'met' : 'NOT met',
      ` ${look.unmet.join(' ')}`,
      ...(look.cls > CLS_GATE ? look.moved.map((what) => `\n    moved ${what}`) : []),
    ].join('')
  })
  const head =
    'page                        perf/acc/bp LCP ms        CLS    TBT ms        INP ms        requests JS KiB  gates'
  const text = [head, ...lines].join('\n')
  process.stdout.write(`\n${text}\n`)
  if (REPORT !== undefined) writeFileSync(REPORT, JSON.stringify(measured, undefined, 2))
}
