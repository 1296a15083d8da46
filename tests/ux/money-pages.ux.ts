import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { newBorrower } from '../journeys/borrower.ts'
import {
  createAccount,
  signInAgain,
  signInWithCode,
  signOut,
  typePassword,
  type Visit,
} from '../journeys/pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from '../journeys/pages/application.ts'
import { expectHeading, press } from '../journeys/pages/form.ts'
import { receiveMoney } from '../journeys/pages/funding.ts'
import { expectRedirect, openedDocument, proveRecords, readAndSign } from '../journeys/pages/signing.ts'
import { pdfText } from '../journeys/pdf.ts'
import { PORTFOLIOS, Product } from '../journeys/product.ts'
import { expectKeptState } from './kept-state.ts'
import {
  answerDuring,
  day,
  dollars,
  expectNoSidewaysScroll,
  expectPictures,
  figure,
  tableRows,
  together,
  without,
} from './money-tables.ts'

/** One loan, from its plan to its first missed payment; each test goes on where the one before it stopped. */
test.describe.configure({ mode: 'serial', timeout: 240_000 })

const [portfolio] = PORTFOLIOS
let product: Product
let context: BrowserContext
let visit: Visit
let loanNo = ''

test.beforeAll(async ({ browser }) => {
  product = await Product.start()
  await product.operate('employee', 'create', '--name', 'Money Pages')
  context = await browser.newContext()
  visit = { product, portfolio, page: await context.newPage(), borrower: newBorrower(portfolio) }
})
test.afterAll(async () => {
  await context?.close()
  await product?.stop()
})

const at = (path: string) => product.address(portfolio, path)
const loanPath = (change = '') => at(`/repayment/loan-details?loanNo=${loanNo}${change}`)

interface Row {
  readonly dueDate: string
  readonly amount: string
  readonly principal: string
  readonly interest: string
  readonly fee: string
  readonly balanceAfter: string
  readonly source: string
}
interface Plan {
  readonly apr: string
  readonly financeCharge: string
  readonly prepaidFinanceCharge: string
  readonly amountFinanced: string
  readonly totalOfPayments: string
  readonly installment: string
  readonly number: number
  readonly firstDate: string
  readonly optionId: string
}
interface Preview {
  readonly quoteId: string
  readonly oldSchedule: readonly Row[]
  readonly newSchedule: readonly Row[]
  readonly costDifference: string
  readonly cutOffAt: string
}

test('plan cost, paychecks and schedule: each picture says in its table what the call answered', async () => {
  const { page, borrower } = visit
  await createAccount(visit)
  await signOut(page)
  await signInWithCode(visit)
  await expectHeading(page, /Hello/)
  await applyUpToBank(page, borrower)
  await linkBank(page, 'user_good')
  await askForAmount(page)
  await expectHeading(page, 'Choose your amount')
  const schedule = await answerDuring<{ plan: Plan; installments: readonly Row[] }>(
    page,
    '/calculate-payment-schedule',
    () => press(page, 'Continue'),
  )
  await expectHeading(page, 'Choose your payment plan')
  await expectPictures(page, 3)
  const { plan, installments } = schedule
  const interest = without(plan.financeCharge, plan.prepaidFinanceCharge)
  expect(await tableRows(page, 'What you pay back, part by part', 'Show as a table')).toEqual([
    ['Money you receive', dollars(plan.amountFinanced)],
    ['Interest', dollars(interest)],
    ['One-time fee', dollars(plan.prepaidFinanceCharge)],
    ['Total of payments', dollars(plan.totalOfPayments)],
  ])
  const rows = await tableRows(page, 'Payment schedule', 'Show every payment as a table')
  expect(rows.map((row) => row.slice(2))).toEqual(
    installments.map((row) => [row.amount, row.principal, row.interest, row.balanceAfter].map(dollars)),
  )
  const paychecks = await tableRows(
    page,
    'Each paycheck and what of it goes to this loan',
    'Show paychecks as a table',
  )
  const amounts = installments.map(({ amount }) => dollars(amount))
  expect(paychecks.filter((row) => amounts.includes(row[2] ?? '')).length).toBeGreaterThan(0)
  for (const width of [320, 1280]) await expectNoSidewaysScroll(page, width)
})

test('the cost box before signing is one screen, and says what the PDF and the call say (I10)', async () => {
  const { page } = visit
  const options = await answerDuring<{ plans: readonly Plan[]; savedOptionId: string | null }>(
    page,
    '/get-payment-option',
    () => press(page, 'Use this plan'),
  )
  await expectHeading(page, 'Check your loan')
  const plan = options.plans.find(({ optionId }) => optionId === options.savedOptionId)
  if (plan === undefined) throw new Error('the saved plan is one of those on offer')
  const shown = {
    apr: await figure(page, /^APR$/),
    financeCharge: await figure(page, /^Finance charge$/),
    amountFinanced: await figure(page, /^You receive$/),
    total: await figure(page, /^Total of payments$/),
    payment: await figure(page, new RegExp(`^${plan.number} payments of$`)),
    first: await figure(page, /^First payment$/),
  }
  expect(shown).toEqual({
    apr: `${plan.apr}%`,
    financeCharge: dollars(plan.financeCharge),
    amountFinanced: dollars(plan.amountFinanced),
    total: dollars(plan.totalOfPayments),
    payment: dollars(plan.installment),
    first: day(plan.firstDate),
  })
  await expect(page.getByRole('term').locator('svg')).not.toHaveCount(0)
  await press(page, 'Read and sign my agreement')
  // The agreement is made before its page opens
  await page.waitForURL(/\/signature\//, { timeout: 60_000 })
  await proveRecords(page)
  await expectHeading(page, 'Read your loan agreement')
  const text = await pdfText(await openedDocument(page, 'Open as PDF (new tab)'))
  const document = text.replaceAll(/\s+/g, ' ')
  for (const said of [shown.apr, shown.financeCharge, shown.amountFinanced, shown.total, shown.payment])
    expect(document, said).toContain(said)
  const [year, month, date] = plan.firstDate.split('-')
  expect(document).toContain(`${month}/${date}/${year}`)
  const beside = page.getByRole('region', { name: 'Your loan at a glance' })
  for (const said of [shown.apr, shown.financeCharge, shown.total]) await expect(beside).toContainText(said)
  await readAndSign(page, `${visit.borrower.firstName} ${visit.borrower.lastName}`)
  await expectRedirect(page)
  const reference = await page.getByRole('heading', { name: /^Loan \d/ }).textContent()
  loanNo = reference?.replace('Loan ', '') ?? ''
  await expect(page.getByRole('list', { name: 'Where your loan stands' }).getByRole('listitem')).toHaveCount(
    5,
  )
  await expect(page.getByText('We send the money', { exact: true })).toBeVisible()
  await expect
    .poll(() => expectKeptState(page))
    .toEqual(expect.arrayContaining(['onlineSignature', 'portfolio', 'session', 'workflow']))
})

interface Detail {
  readonly installments: readonly Row[]
  readonly timeline: readonly {
    readonly direction: string
    readonly amount: string
    readonly date: string
    readonly phase: string
  }[]
  readonly account: { readonly accountMasked: string }
  readonly nextDueAmount: string
  readonly nextDueDate: string
}

test('calendar and balance of a live loan: the tables have every payment of the call, to the cent', async () => {
  const { page } = visit
  await receiveMoney(visit)
  await expect(page.getByText('0 of', { exact: false }).first()).toBeVisible()
  const detail = await answerDuring<Detail>(page, '/payment-detail', () => page.goto(loanPath()))
  await expectHeading(page, 'Your loan')
  await expectPictures(page, 1)
  const payments = detail.timeline.filter(({ direction }) => direction === 'in')
  const days = await tableRows(page, 'Your payment calendar', 'Show these days as a table')
  const listed = days.filter((row) => row[2] !== '')
  expect(listed.map((row) => [row[0], row[2], row[3], row[4]])).toEqual(
    payments.map(({ date, amount }) => [
      day(date),
      dollars(amount),
      detail.account.accountMasked,
      'Scheduled',
    ]),
  )
  expect(listed.filter((row) => row[5] === 'Change this payment')).toHaveLength(1)
  await expect(
    page.getByText(
      `${payments.length} payments to come. The next: ${dollars(detail.nextDueAmount)} on ${day(detail.nextDueDate)}.`,
    ),
  ).toBeVisible()
  const balances = await tableRows(page, 'How your loan gets smaller', 'Show all payments as a table')
  expect(balances).toEqual(
    detail.installments.map(({ dueDate, amount, principal, interest, fee, balanceAfter }) => [
      day(dueDate),
      dollars(amount),
      dollars(principal),
      dollars(together(interest, fee)),
      dollars(balanceAfter),
    ]),
  )
  await expect(page.getByRole('list', { name: 'The way of Money paid to you' })).toBeVisible()
  for (const width of [320, 360, 1280]) await expectNoSidewaysScroll(page, width)
  await expect.poll(() => expectKeptState(page)).toContain('loan')
})

test('charts stay readable in forced colors, in dark mode, in print and in Spanish at 320 px', async ({
  browser,
}) => {
  const { page } = visit
  for (const media of [
    { forcedColors: 'active' },
    { colorScheme: 'dark' },
    { reducedMotion: 'reduce' },
  ] as const) {
    await page.emulateMedia(media)
    await page.goto(loanPath())
    await expectHeading(page, 'Your loan')
    await expectPictures(page, 1)
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: null })
  const detail = await answerDuring<Detail>(page, '/payment-detail', () => page.goto(loanPath()))
  // The picture and its table come after the figures
  await expectPictures(page, 1)
  const document = await pdfText(await page.pdf({ format: 'Letter' }))
  for (const { amount, balanceAfter } of detail.installments) {
    expect(document).toContain(dollars(amount))
    expect(document).toContain(dollars(balanceAfter))
  }
  const spanish = await browser.newContext({
    locale: 'es-US',
    storageState: await context.storageState(),
    viewport: { width: 320, height: 800 },
  })
  const other = await spanish.newPage()
  for (const path of [loanPath(), loanPath('&change=extra-payment'), at('/home')]) {
    await other.goto(path)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(other, 320)
  }
  await expect(other.locator('html')).toHaveAttribute('lang', 'es')
  await spanish.close()
})

/** The figures of the preview in hand, as the page shows them. */
const savedAndLast = async (page: Page) => [
  await figure(page, /^You save$/),
  await figure(page, /^Last payment$/),
]

test('what if: by slider keys, by buttons and typed; the figures are those of the last answer', async () => {
  const { page } = visit
  await page.goto(loanPath('&change=extra-payment'))
  await expectHeading(page, 'Make an extra payment')
  await expect(page.getByRole('figure').first()).toBeVisible()
  const amount = page.getByRole('textbox', { name: 'Extra amount' })
  const slider = page.getByRole('slider', { name: 'Extra amount' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  const afterKey = await amount.inputValue()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  expect(Number(await amount.inputValue())).toBe(Number(afterKey) + 5)
  // The first of two questions is answered last; what stands in the end is the second one's answer
  let held = 0
  await page.route('**/change/103', async (route) => {
    const asked = route.request().postDataJSON() as { amount: string }
    if (asked.amount === '75.00') {
      held += 1
      await new Promise((done) => setTimeout(done, 1_500))
    }
    await route.continue().catch(() => {})
  })
  await amount.fill('75.00')
  await expect.poll(() => held).toBeGreaterThan(0)
  const preview = await answerDuring<Preview>(page, '/change/103', () => amount.fill('120.00'), {
    amount: '120.00',
    effect: 'shorter',
  })
  await expect(page.getByText('$120.00').first()).toBeVisible()
  const saved = preview.costDifference.replace('-', '')
  await expect
    .poll(() => savedAndLast(page))
    .toEqual([dollars(saved), day(preview.newSchedule.at(-1)?.dueDate ?? '')])
  await page.unroute('**/change/103')
  const rows = await tableRows(
    page,
    'Your payments, now and with the change',
    'Show these figures as a table',
  )
  for (const { dueDate, amount: paid, balanceAfter } of preview.newSchedule)
    expect(rows.find(([date]) => date === day(dueDate))?.slice(1, 3)).toEqual([
      dollars(paid),
      dollars(balanceAfter),
    ])
  test.info().annotations.push({ type: 'slowest of ten steps, ms', description: await slowestStep(page) })
})

/** How long the page took to answer the slowest of ten steps of the slider; told, not judged, on a busy machine. */
async function slowestStep(page: Page): Promise<string> {
  const slider = page.getByRole('slider', { name: 'Extra amount' })
  await page.evaluate(`
    globalThis.slowest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.slowest = Math.max(globalThis.slowest, duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  `)
  await slider.focus()
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight')
  return String(await page.evaluate('globalThis.slowest'))
}

/** Requests that save a change: mode 1 of the paths that move money. */
function watchSaves(page: Page): string[] {
  const saves: string[] = []
  page.on('request', (request) => {
    if (!/\/(change\/\d+|pay-off|pay-off-in-n|pay-fixed-amount)$/.test(new URL(request.url()).pathname))
      return
    const body = request.postDataJSON() as { mode?: number } | null
    if (body?.mode === 1) saves.push(request.headers()['idempotency-key'] ?? '')
  })
  return saves
}

/** From the form to the review of an extra payment. */
async function reviewExtra(page: Page, amount: string): Promise<Preview> {
  await page.goto(loanPath('&change=extra-payment'))
  await expectHeading(page, 'Make an extra payment')
  const fillAndAsk = async () => {
    await page.getByRole('textbox', { name: 'Extra amount' }).fill(amount)
    await press(page, 'See what changes')
  }
  const preview = await answerDuring<Preview>(page, '/change/103', fillAndAsk, { amount, effect: 'shorter' })
  await expectHeading(page, 'Check your change')
  return preview
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

const changes = () =>
  product.rows<{ change_no: string; status: string; document_no: string | null }>(
    'select change_no, status, document_no from loan_changes where loan_no = $1 order by requested_at',
    [loanNo],
  )

const statuses = async () => (await changes()).map(({ status }) => status)

test('a payment: reviewed, named by its button, sent once by a double tap; its receipt everywhere the same', async () => {
  const { page, borrower } = visit
  const saves = watchSaves(page)
  const preview = await reviewExtra(page, '25.00')
  const single = preview.newSchedule.find(({ source }) => source === 'single')
  if (single === undefined) throw new Error('an extra payment is one debit')
  expect(saves, 'no money call before the review').toEqual([])
  expect(await figure(page, /^From$/)).toMatch(/^Your account ••••\d{4}$/)
  expect(await figure(page, /^Amount$/)).toBe(dollars(single.amount))
  expect(await figure(page, /^Date$/)).toBe(day(single.dueDate))
  expect(await figure(page, /^Principal left after it$/)).toBe(dollars(single.balanceAfter))
  await expect(payButton(page)).toHaveText(`Pay $25.00 on ${day(single.dueDate)}`)
  await payButton(page).dblclick()
  await expectHeading(page, 'Your payments are changed')
  expect(saves).toHaveLength(1)
  const [change] = await changes()
  const reference = change?.change_no ?? ''
  expect(await figure(page, /^Reference$/)).toBe(reference)
  const next = await figure(page, /^Next payment$/)
  const document = await pdfText(await openedDocument(page, 'Open the confirmation (PDF)'))
  expect(document).toContain(reference)
  expect(document).toContain(next.split(' ')[0])
  const mail = await product.mail(borrower.email, 'changeConfirmed')
  expect(mail.text).toContain(reference)
  expect(mail.text).toContain(next.split(' ')[0])
  await test.step('back, reload and a second tab make nothing more of it', async () => {
    await page.reload()
    await expect(page.getByText(reference)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const second = await context.newPage()
    await second.goto(loanPath('&change=extra-payment'))
    await expectHeading(second, 'This is not possible now')
    await second.close()
    expect(await statuses()).toEqual(['open'])
    expect(saves).toHaveLength(1)
  })
})

/** Settles what is on its way, so that another change may be asked for; the borrower comes back days later. */
async function carryOut(): Promise<void> {
  const portfolioOption = ['--portfolio', String(portfolio.portfolioId)]
  await product.operate('batch', 'run', ...portfolioOption)
  for (let days = 0; days < 3; days += 1) {
    await product.operate('clock', 'next-banking-day')
    await product.operate('settle', 'run', ...portfolioOption)
  }
  await expect
    .poll(async () => (await statuses()).includes('open'), { message: 'the change is done' })
    .toBe(false)
  await signInAgain(visit)
}

test('a broken line after the tap: checking, never paying twice; it arrived, and the page finds its receipt', async () => {
  const { page } = visit
  await carryOut()
  const saves = watchSaves(page)
  await reviewExtra(page, '20.00')
  // The request reaches the server, its answer never reaches the page
  await page.route('**/change/103', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.route('**/online/change?*', (route) => route.abort('connectionreset'))
  await payButton(page).click()
  await expectHeading(page, 'We are checking, do not pay again')
  await expect(page.getByText('We cannot reach our server yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
  await page.unroute('**/online/change?*')
  await page.unroute('**/change/103')
  await expectHeading(page, 'Your payments are changed')
  const [newest] = (await changes()).toReversed()
  expect(await figure(page, /^Reference$/)).toBe(newest?.change_no)
  expect(newest?.status).toBe('open')
  expect(saves).toHaveLength(1)
  await press(page, 'Undo this change')
  await press(page, 'Yes, undo it')
  await expect.poll(async () => (await statuses()).at(-1)).toBe('cancelled')
})

test('a broken line before the server: nothing was changed, and what is sent again is the same act', async () => {
  const { page } = visit
  const saves = watchSaves(page)
  const known = (await changes()).length
  await reviewExtra(page, '20.00')
  await page.route('**/change/103', (route) => route.abort('connectionreset'))
  await payButton(page).click()
  await expectHeading(page, 'We are checking, do not pay again')
  await expect(page.getByRole('heading', { name: 'Your change did not arrive' })).toBeVisible({
    timeout: 60_000,
  })
  expect(await changes()).toHaveLength(known)
  await page.unroute('**/change/103')
  await press(page, 'Look at it again')
  await expectHeading(page, 'Check your change')
  await payButton(page).click()
  await expectHeading(page, 'Your payments are changed')
  expect(saves).toHaveLength(2)
  expect(new Set(saves).size, 'one key for one act').toBe(1)
  expect(await changes()).toHaveLength(known + 1)
})

test('a reload while it is sent asks what became of it, and shows the outcome', async () => {
  const { page } = visit
  await press(page, 'Undo this change')
  await press(page, 'Yes, undo it')
  await expect.poll(async () => (await statuses()).at(-1)).toBe('cancelled')
  const known = (await changes()).length
  await reviewExtra(page, '20.00')
  let arrived = false
  await page.route('**/change/103', async (route) => {
    await route.fetch()
    arrived = true
    await new Promise((done) => setTimeout(done, 20_000))
    await route.abort().catch(() => {})
  })
  await payButton(page).click()
  await expect(page.getByRole('button', { name: 'Confirming…' })).toBeDisabled()
  await expect.poll(() => arrived).toBe(true)
  await page.reload()
  await expectHeading(page, 'Your payments are changed')
  await page.unroute('**/change/103')
  expect(await changes()).toHaveLength(known + 1)
})

test('two windows with the same change: the second confirmation moves no money and says why (ux.md "Double tap")', async () => {
  const { page } = visit
  await page.goto(loanPath())
  await press(page, 'Undo this change')
  await press(page, 'Yes, undo it')
  await expect.poll(async () => (await statuses()).at(-1)).toBe('cancelled')
  const known = (await changes()).length
  const second = await context.newPage()
  await reviewExtra(page, '20.00')
  await reviewExtra(second, '20.00')
  await payButton(page).click()
  await expectHeading(page, 'Your payments are changed')
  await payButton(second).click()
  await expect(second.getByText(/A change of this loan is already open/)).toBeVisible()
  expect(await changes()).toHaveLength(known + 1)
  expect((await statuses()).filter((status) => status === 'open')).toHaveLength(1)
  await second.close()
})

test('undo holds to its cut-off: at −1 s by a countdown in the reader’s zone, at +1 s not any more', async ({
  browser,
}) => {
  const { page } = visit
  await page.goto(loanPath())
  await press(page, 'Undo this change')
  await press(page, 'Yes, undo it')
  await expect(page.getByText(/You took it back\.|Undone\./).first()).toBeVisible()
  expect((await statuses()).at(-1)).toBe('cancelled')
  const { cutOffAt } = await reviewExtra(page, '25.00')
  await payButton(page).click()
  await expectHeading(page, 'Your payments are changed')
  const cutOff = new Date(cutOffAt)
  const before = (seconds: number) => new Date(cutOff.getTime() - seconds * 1_000)
  await product.operate('clock', 'set', before(180).toISOString())
  const chicago = await browser.newContext({
    timezoneId: 'America/Chicago',
    storageState: { ...(await context.storageState()), origins: [] },
  })
  const late = await chicago.newPage()
  await late.clock.install({ time: before(180) })
  await signInAgain({ ...visit, page: late })
  await late.goto(loanPath())
  await expect(late.getByRole('button', { name: 'Undo this change' })).toBeVisible()
  const inChicago = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'America/Chicago',
    timeZoneName: 'short',
  }).format(cutOff)
  await expect(late.getByText(`${inChicago}.`)).toBeVisible()
  await late.clock.pauseAt(before(1))
  await expect(late.getByText('Time left: 0:01 minutes')).toBeVisible()
  await expect(late.getByRole('button', { name: 'Undo this change' })).toBeEnabled()
  await product.operate('clock', 'set', before(-1).toISOString())
  await late.clock.runFor(2_000)
  // What the server says next is read on the page's own timers
  await late.clock.resume()
  await expect(late.getByText('It can no longer be undone')).toBeVisible()
  await expect(late.getByRole('button', { name: 'Undo this change' })).toHaveCount(0)
  expect((await statuses()).slice(-2)).toEqual(['cancelled', 'open'])
  await chicago.close()
})

test('automatic payments end within three taps from home, with a confirmation and its PDF', async () => {
  const { page } = visit
  // Signing in under the same cookie took this page's session: it left for sign-in, which leads back to where it was
  await page.goto(product.address(visit.portfolio, '/sign-in'))
  await typePassword(visit)
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
  await page.goto(product.address(visit.portfolio, '/home'))
  await expectHeading(page, /Hello/)
  const taps: (() => Promise<unknown>)[] = [
    () => page.getByRole('link', { name: 'Stop automatic payments' }).click(),
    () => press(page, 'See what changes'),
    () => page.getByRole('button', { name: 'Stop automatic payments' }).click(),
  ]
  for (const tap of taps) await tap()
  await expectHeading(page, 'Your payments are changed')
  expect(taps.length).toBeLessThanOrEqual(3)
  expect(await figure(page, /^Reference$/)).toMatch(/^C\d{9}$/)
  const document = await pdfText(await openedDocument(page, 'Open the confirmation (PDF)'))
  expect(document).toContain('Stop automatic payments')
  await product.mail(visit.borrower.email, 'authorizationEnded')
})

test('a loan that is behind: the way to help stands on home, on its page and on every change', async () => {
  const { page } = visit
  // A payment whose debit was sent before automatic payments ended is made; whether one was depends on today's weekday
  const [row] = await product.rows<{ day: string }>(
    `select to_char(min(i.due_date) + 12, 'YYYY-MM-DD') as day from installments i join loans l
      on l.portfolio_id = i.portfolio_id and l.plan_no = i.plan_no where l.loan_no = $1
      and not exists (select 1 from transactions t where t.portfolio_id = l.portfolio_id and t.loan_no = l.loan_no
        and t.purpose = 'installment' and t.status > 0 and t.effective_date = i.due_date)`,
    [loanNo],
  )
  await product.operate('clock', 'set', `${row?.day}T10:00:00-05:00`)
  await signInAgain(visit)
  const title = page.getByText('A payment is past due', { exact: true })
  await expect(title).toBeVisible()
  const acts = ['extra-payment', 'pay-off', 'pay-off-in-n', 'way-to-pay', 'payday']
  for (const path of [at('/home'), loanPath(), ...acts.map((act) => loanPath(`&change=${act}`))]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('a[href$="change=help"]').first(), path).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="tel:"]').first(), path).toBeVisible()
  }
})
