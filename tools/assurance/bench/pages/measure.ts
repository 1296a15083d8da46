import type { Page } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

/** What one look at a page gives; times in ms, scores of 100. */
export interface Look {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly lcp: number
  readonly cls: number
  readonly tbt: number
  readonly requests: number
  readonly scriptKib: number
  /** Audits that are not met, of access and good practice. */
  readonly unmet: readonly string[]
  /** What moved while the page came, as "by how much: which element". */
  readonly moved: readonly string[]
}

const PERCENT = 100
const KIB = 1024
/** How often a page whose recording was lost is looked at again. */
const LOST_RECORDINGS = 2
const LONGEST_SNIPPET = 80

/**
 * One look by lighthouse's mobile profile (150 ms, 1.6 Mbit/s, processor slowed four times), in the browser that
 * answers at the port and with what it has stored, so that signed-in pages are seen as their borrower sees them; its
 * cache is to be empty.
 */
export async function lookAt(url: string, port: number): Promise<Look> {
  const { audits, categories } = await examine(url, port, LOST_RECORDINGS)
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * PERCENT)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const requests = itemsOf(audits['network-requests']?.details)
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    requests: requests.length,
    scriptKib: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0) / KIB,
    unmet: ['accessibility', 'best-practices'].flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
    moved: itemsOf(audits['layout-shifts']?.details).map(transaction),
  }
}

/** Lighthouse's report. The browser sometimes loses the recording of a load, which is then looked at `again` times. */
async function examine(url: string, port: number, again: number): Promise<Result> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    disableStorageReset: true,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  })
  const failure = result?.lhr.runtimeError
  if (result !== undefined && failure === undefined) return result.lhr
  if (failure?.code === 'NO_NAVSTART' && again > 0) return examine(url, port, again - 1)
  throw new Error(`lighthouse could not look at ${url}: ${failure?.message ?? 'no result'}`)
}

function transaction({ score, node }: Record<string, unknown>): string {
  const { snippet = '', selector = '' } = (node ?? {}) as { snippet?: string; selector?: string }
  return `${Number(score).toFixed(3)}: ${selector} ${snippet.slice(0, LONGEST_SNIPPET)}`
}

const itemsOf = (details: unknown) =>
  (details as { items?: Record<string, unknown>[] } | undefined)?.items ?? []

/** Median of each figure. */
export function medianLook(looks: readonly Look[]): Look {
  const figure = (key: Exclude<keyof Look, 'unmet' | 'moved'>) => median(looks.map((look) => look[key]))
  return {
    performance: figure('performance'),
    accessibility: figure('accessibility'),
    bestPractices: figure('bestPractices'),
    lcp: figure('lcp'),
    cls: figure('cls'),
    tbt: figure('tbt'),
    requests: figure('requests'),
    scriptKib: figure('scriptKib'),
    unmet: [...new Set(looks.flatMap(({ unmet }) => unmet))],
    moved: [...new Set(looks.flatMap(({ moved }) => moved))],
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const SLOWER = 4

/**
 * The longest of the answers to a borrower's hand (INP's measure: from the event to the next paint, in ms) while
 * `act` is done with the processor slowed four times.
 */
export async function slowestAnswer(page: Page, act: () => Promise<void>): Promise<number> {
  // A page behind another one is painted once a second
  await page.bringToFront()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { answers: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId) seen.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  await act()
  // An event's entry is written after its paint
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 200))))
  const answers = await page.evaluate(() => (globalThis as unknown as { answers: number[] }).answers)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await browser.detach()
  return Math.max(16, ...answers)
}
