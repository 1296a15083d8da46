import { expect, type Page, test } from '@playwright/test'
import { createAccount, signInWithCode, signOut } from '../journeys/pages/account.ts'
import { applyUpToBank, askForAmount, linkBank } from '../journeys/pages/application.ts'
import { expectHeading, press } from '../journeys/pages/form.ts'
import { OFFER } from '../journeys/pages/plan.ts'
import { receiveMoney } from '../journeys/pages/funding.ts'
import { expectRedirect, openedDocument, readAndSign } from '../journeys/pages/signing.ts'
import { pdfText } from '../journeys/pdf.ts'
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
import { context, visit, at, loanPath, type Row, type Preview, setLoanNo } from './money-scene.ts'

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

/** The figures of the preview in hand, as the page shows them. */
const savedAndLast = async (page: Page) => [
  await figure(page, /^You save$/),
  await figure(page, /^Last payment$/),
]

/** The amount of "7 × $109.72, then $109.68". */
const exactly = (text: string): string => /\$[\d.,]*\d/.exec(text)?.[0] ?? text

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

export function figureTests(): void {
  test('plan cost, paychecks and schedule: each picture says in its table what the call answered', async () => {
    const { page, borrower } = visit
    await createAccount(visit)
    await signOut(page)
    await signInWithCode(visit)
    await expectHeading(page, /Hello/)
    await applyUpToBank(page, borrower)
    await linkBank(page, 'user_good')
    const schedule = await answerDuring<{ plan: Plan; installments: readonly Row[] }>(
      page,
      '/calculate-payment-schedule',
      () => askForAmount(page),
    )
    await expectHeading(page, OFFER)
    for (const fold of ['How your balance goes down', 'How it fits your budget'])
      await page.locator('summary', { hasText: fold }).click()
    await expectPictures(page, 3)
    const { plan, installments } = schedule
    const interest = without(plan.financeCharge, plan.prepaidFinanceCharge)
    expect(await tableRows(page, 'What you pay back, by part', 'Show as a table')).toEqual([
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
      'Each paycheck and how much of it goes to this loan',
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
      () => press(page, 'Continue'),
    )
    await expectHeading(page, 'Check your loan')
    const plan = options.plans.find(({ optionId }) => optionId === options.savedOptionId)
    if (plan === undefined) throw new Error('the saved plan is one of those on offer')
    const shown = {
      apr: await figure(page, /^APR$/),
      financeCharge: await figure(page, /^Finance charge$/),
      amountFinanced: await figure(page, /^Amount financed$/),
      total: await figure(page, /^Total of payments$/),
      payment: exactly(await figure(page, new RegExp(`^${plan.number} payments, `))),
      first: (await figure(page, /^First and last payment$/)).split(' and ')[0],
    }
    expect(shown).toEqual({
      apr: `${plan.apr}%`,
      financeCharge: dollars(plan.financeCharge),
      amountFinanced: dollars(plan.amountFinanced),
      total: dollars(plan.totalOfPayments),
      payment: dollars(plan.installment),
      first: day(plan.firstDate),
    })
    await press(page, 'Read the agreement')
    // The agreement is made before its page opens
    await page.waitForURL(/\/signature\//, { timeout: 60_000 })
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
    setLoanNo(reference?.replace('Loan ', '') ?? '')
    await expect(page.getByRole('list', { name: 'Your loan status' }).getByRole('listitem')).toHaveCount(5)
    await expect(page.getByText('We send the money', { exact: true })).toBeVisible()
    await expect
      .poll(() => expectKeptState(page))
      .toEqual(expect.arrayContaining(['onlineSignature', 'portfolio', 'session', 'workflow']))
  })

  test('calendar and balance of a live loan: the tables have every payment of the call, to the cent', async () => {
    const { page } = visit
    await receiveMoney(visit)
    await expect(page.getByText('0 of', { exact: false }).first()).toBeVisible()
    const detail = await answerDuring<Detail>(page, '/payment-detail', () => page.goto(loanPath()))
    await expectHeading(page, 'Your loan')
    await page.getByRole('tab', { name: 'Calendar' }).click()
    const payments = detail.timeline.filter(({ direction }) => direction === 'in')
    const days = await tableRows(page, 'Your payment calendar', 'Show these days as a table')
    const listed = days.filter((row) => row[2] !== '')
    expect(listed.map((row) => [row[0], row[2], row[3], row[4]])).toEqual(
      payments.map(({ date, amount }) => [
        day(date),
        dollars(amount),
        detail.account.accountMasked.replace('••••', '••'),
        'Scheduled',
      ]),
    )
    expect(listed.filter((row) => row[5] === 'Change this payment')).toHaveLength(1)
    await expect(
      page.getByText(
        `${payments.length} payments left. Next: ${dollars(detail.nextDueAmount)} on ${day(detail.nextDueDate)}.`,
      ),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Chart' }).click()
    await expectPictures(page, 1)
    const balances = await tableRows(page, 'How your balance goes down', 'Show all payments as a table')
    expect(balances).toEqual(
      detail.installments.map(({ dueDate, amount, principal, interest, fee, balanceAfter }) => [
        day(dueDate),
        dollars(amount),
        dollars(principal),
        dollars(together(interest, fee)),
        dollars(balanceAfter),
      ]),
    )
    const steps = page.getByRole('list', { name: 'Steps of Payment 1' })
    const first = page.getByRole('listitem').filter({ has: page.getByText('Payment 1', { exact: true }) })
    const summary = first.getByText('Each step with its day').last()
    await expect(summary).toBeVisible()
    // While the bank may still return what was paid, that comes first and stands open.
    if (!(await steps.isVisible())) await summary.click()
    await expect(steps).toBeVisible()
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
      await page.getByRole('tab', { name: 'Chart' }).click()
      await expectPictures(page, 1)
    }
    await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: null })
    const detail = await answerDuring<Detail>(page, '/payment-detail', () => page.goto(loanPath()))
    // The picture and its table come after the list; on paper all of them stand
    await expect(page.getByText('Show all payments as a table')).toBeAttached()
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
}
