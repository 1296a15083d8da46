import { expect, type Page, test } from '@playwright/test'
import { Employee } from '../../../../tests/journeys/pages/desk.ts'
import { freePort, Product } from '../../../../tests/journeys/product.ts'
import { serveEmptyPage } from './empty-page.ts'
import { median, slowestAnswer } from './measure.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const KIND = 'undeliveredNotice'
const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 10_000)
const PAGE = 100
const STEPS = 10

const QUEUE = `insert into work_items (portfolio_id, work_item_no, kind, subject, loan_no, concerns, since, due, reason, facts)
  select 118, 'W' || lpad((100000 + n)::text, 9, '0'), $1, 'loan/' || n, '118-' || lpad(n::text, 7, '0'), '{}',
    now() - n * interval '1 minute', current_date + 3, 'Made for the measure', '{}'
  from generate_series(0, $2::integer - 1) n`

let product: Product
let empty: Awaited<ReturnType<typeof serveEmptyPage>>
test.beforeAll(async () => {
  product = await Product.start()
  empty = await serveEmptyPage(await freePort())
})
test.afterAll(async () => {
  empty.stop()
  await product.stop()
})

/** The key as often, one after the other. */
async function press(page: Page, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key)
}

/** Reads the queue to its end, page by page. */
async function readAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more' })
  for (let read = PAGE; read < ITEMS; read += PAGE) {
    const answered = page.waitForResponse((response) => response.url().includes('/dolphin-ops/work-item?'))
    await more.click()
    await answered
  }
  await expect(more).toHaveCount(0)
}

test('a queue of ten thousand rows takes each key, beside an empty React page', async ({ browser }) => {
  await product.rows(QUEUE, [KIND, ITEMS])
  await product.operate('login', '--demo', 'Theo Lead')
  const theo = await Employee.open(product, browser, 'Theo Lead')
  await theo.demonstrate()
  await theo.goTo(`/work?kind=${KIND}`)
  const { page } = theo
  await expect(page.locator('tbody tr').first()).toBeVisible()
  const begunAt = Date.now()
  await readAll(page)
  const readSeconds = (Date.now() - begunAt) / 1_000
  const bare = await page.context().newPage()
  await bare.goto(empty.url)
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    'pages through it': async () => {
      for (const key of ['End', 'PageUp', 'Home', 'PageDown']) await press(page, key, STEPS)
    },
    'walks it row by row': () => press(page, 'j', STEPS),
    'filters it and shows it again': async () => {
      await page.getByLabel('Taken by').focus()
      await press(page, 'ArrowDown', 1)
      await expect(page.getByText('Nothing needs a person here')).toBeVisible()
      await press(page, 'ArrowUp', 1)
      await page.getByLabel('Taken by').blur()
      await expect(page.locator('tbody tr').first()).toBeVisible()
    },
  }
  const floor: number[] = []
  const took = new Map<string, number[]>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    floor.push(await slowestAnswer(bare, () => bare.getByLabel('Text').pressSequentially('Magdalena')))
    for (const [name, act] of Object.entries(acts))
      took.set(name, [...(took.get(name) ?? []), await slowestAnswer(page, act)])
    // No key was lost: so many steps, so many rows further
    const row = String(100_000 + round * STEPS - 1).padStart(9, '0')
    await expect(page).toHaveURL(new RegExp(`/work/W${row}`))
  }
  const lines = [...took].map(([name, values]) => {
    const inp = median(values)
    return `  ${name.padEnd(32)} INP ${inp.toFixed(0)} ms, ${(inp / median(floor)).toFixed(1)} × the empty page's ${median(floor).toFixed(0)} ms`
  })
  const drawn = await page.locator('tbody th').count()
  const head = `\na queue of ${ITEMS} rows at the desk, read in ${readSeconds.toFixed(0)} s, ${drawn} of them drawn; processor slowed four times`
  process.stdout.write(`${[head, ...lines].join('\n')}\n`)
})
