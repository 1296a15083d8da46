import { readFile } from 'node:fs/promises'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { expect, type Page, test } from '@playwright/test'
import { checkAchFile } from '../nacha/check-ach-file.ts'
import { newBorrower } from './borrower.ts'
import { signInAgain, type Visit } from './pages/account.ts'
import { expectHeading, press, RECEIPT } from './pages/form.ts'
import { receiveMoney, signLoan } from './pages/funding.ts'
import { PORTFOLIOS, Product } from './product.ts'
import { returnFileFor, sentEntry } from './returned-file.ts'

let product: Product
test.beforeAll(async () => {
  product = await Product.start()
  await product.operate('login', '--demo', 'Servicing Journey')
})
test.afterAll(() => product.stop())

const [portfolio] = PORTFOLIOS
const PORTFOLIO = ['--portfolio', String(portfolio.portfolioId)] as const
const calendar = federalReserveCalendar()

/** Business days before a payment at which it is announced, with a day to spare. */
const ANNOUNCED = 5

test('three paydays with one R01 between, an extra payment, a payoff, and the letter', async ({ page }) => {
  test.setTimeout(360_000)
  const visit: Visit = { product, portfolio, page, borrower: newBorrower(portfolio) }
  const loanNo = await test.step('a signed loan', () => signLoan(visit))
  await test.step('the money arrives', () => receiveMoney(visit))
  const [first, second, third] = await paydays(loanNo)
  await test.step('the first payday', () => liveThrough(first))
  await test.step('the second comes back: R01', async () => {
    await takeAndSettle(second)
    await sendBack(loanNo, 'R01')
    expect(await debitStatuses(loanNo)).toEqual([3, -1, 0])
    await expectCameBack(visit, loanNo)
  })
  await test.step('the third payday, and after it the returned one again, on a day of its own', async () => {
    await liveThrough(third)
    expect(await debitStatuses(loanNo)).toEqual([3, -1, 3, 0])
    await runNextDebits()
    expect(await debitStatuses(loanNo)).toEqual([3, -1, 3, 3])
  })
  await test.step('an extra payment', async () => {
    await signInAgain(visit)
    await payExtra(visit, loanNo)
    await runNextDebits()
  })
  await test.step('the payoff', async () => {
    await signInAgain(visit)
    await payOff(visit, loanNo)
    await runNextDebits()
  })
  await test.step('paid in full: status, ledger, letter', () => expectPaidOff(visit, loanNo))
})

/** The agreed days of the first three payments. */
async function paydays(loanNo: string): Promise<readonly [LocalDate, LocalDate, LocalDate]> {
  const rows = await product.rows<{ due: string }>(
    `select to_char(i.due_date, 'YYYY-MM-DD') as due from installments i join loans l
      on l.portfolio_id = i.portfolio_id and l.plan_no = i.plan_no where l.loan_no = $1 order by i.number limit 3`,
    [loanNo],
  )
  const [first, second, third] = rows.map(({ due }) => parseLocalDate(due))
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('a loan has payments')
  return [first, second, third]
}

/** Nine in the morning of a day, New York; the timetable's jobs have done what is due by then. */
async function goTo(day: LocalDate): Promise<void> {
  const now = JSON.parse(await product.operate('clock', '--json')) as { today: string }
  if (formatLocalDate(day) > now.today) {
    const isSummer = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'short' })
      .format(new Date(`${formatLocalDate(day)}T12:00:00Z`))
      .includes('EDT')
    await product.operate('clock', 'set', `${formatLocalDate(day)}T09:00:00-0${isSummer ? 4 : 5}:00`)
  } else {
    // That day has come by itself; what was settled since is announced when the hour's job looks again.
    await product.operate('clock', 'advance', '1h')
  }
  await timetableDone()
}

async function timetableDone(): Promise<void> {
  const waiting = () =>
    product.rows(
      `select 1 from pgboss.job where name in ('upcoming-debits', 'money-round') and state < 'completed'`,
    )
  await expect.poll(async () => (await waiting()).length, { message: 'jobs of the timetable' }).toBe(0)
}

/** Announced, sent with the batch of the banking day before, settled. */
async function takeAndSettle(payday: LocalDate): Promise<void> {
  await goTo(calendar.addBankingDays(payday, -ANNOUNCED))
  await goTo(calendar.previous(payday))
  await product.operate('batch', 'run', ...PORTFOLIO)
  const [newest] = product.bankFiles().toReversed()
  expect(checkAchFile(newest?.text ?? '')).toEqual([])
  await goTo(payday)
  await product.operate('settle', 'run', ...PORTFOLIO)
}

/** The same, and two banking days more without a return. */
async function liveThrough(payday: LocalDate): Promise<void> {
  await takeAndSettle(payday)
  await goTo(calendar.addBankingDays(payday, 2))
  await product.operate('settle', 'run', ...PORTFOLIO)
}

/** What the borrower has confirmed goes with the next batch, and two banking days after its settlement it is checked. */
async function runNextDebits(): Promise<void> {
  const rows = await product.rows<{ day: string }>(
    `select to_char(max(effective_date), 'YYYY-MM-DD') as day from transactions where status = ${TransactionStatus.none} and type = ${TransactionType.debit}`,
  )
  const day = parseLocalDate(rows[0]?.day ?? '')
  if (day === undefined) throw new Error('a debit is planned')
  await goTo(calendar.previous(day))
  await product.operate('batch', 'run', ...PORTFOLIO)
  await goTo(day)
  await product.operate('settle', 'run', ...PORTFOLIO)
  await goTo(calendar.addBankingDays(day, 2))
  await product.operate('settle', 'run', ...PORTFOLIO)
}

/** The borrower's bank sends back the newest debit. */
async function sendBack(loanNo: string, code: string): Promise<void> {
  const text = returnFileFor(sentEntry(product.bankFiles(), loanNo, 'debit'), code)
  expect(await product.importReturns(text, portfolio)).toContain('1 returns')
}

async function debitStatuses(loanNo: string): Promise<number[]> {
  const rows = await product.rows<{ status: number }>(
    `select status from transactions where loan_no = $1 and type = ${TransactionType.debit} order by effective_date, created_at`,
    [loanNo],
  )
  return rows.map(({ status }) => status)
}

async function expectCameBack(visit: Visit, loanNo: string): Promise<void> {
  await signInAgain(visit)
  await visit.page.goto(product.address(portfolio, `/repayment/loan-details?loanNo=${loanNo}`))
  await expectHeading(visit.page, 'Your loan')
  await expect(visit.page.getByText(/^Returned \w{3}, /)).toBeVisible()
  await mailedByDay(visit, 'paymentReturned')
}

/** Nine in New York is before eight where the borrower lives: what answers no act of theirs leaves an hour later. */
async function mailedByDay({ borrower }: Visit, kind: string): Promise<void> {
  await product.operate('clock', 'advance', '1h')
  await product.mail(borrower.email, kind)
}

async function payExtra({ page }: Visit, loanNo: string): Promise<void> {
  await page.goto(product.address(portfolio, `/repayment/loan-details?loanNo=${loanNo}`))
  await page.getByRole('link', { name: 'Make an extra payment' }).click()
  await expectHeading(page, 'Make an extra payment')
  await page.getByRole('textbox', { name: 'Extra amount' }).fill('40.00')
  await press(page, 'See what changes')
  await expectHeading(page, 'Check your change')
  await page.getByRole('button', { name: /^Pay \$40\.00 on / }).click()
  await expectHeading(page, RECEIPT)
}

async function payOff({ page }: Visit, loanNo: string): Promise<void> {
  await page.goto(product.address(portfolio, `/repayment/loan-details?loanNo=${loanNo}`))
  await page.getByRole('link', { name: 'Pay off my loan' }).click()
  await expectHeading(page, 'Pay off your loan')
  await press(page, 'See what changes')
  await expectHeading(page, 'Check your change')
  await page.getByRole('button', { name: /^Pay \$[\d.,]+ on / }).click()
  await expectHeading(page, RECEIPT)
}

async function expectPaidOff(visit: Visit, loanNo: string): Promise<void> {
  const { page } = visit
  const [loan] = await product.rows<{ status: number; sub_status: string }>(
    'select status, sub_status from loans where loan_no = $1',
    [loanNo],
  )
  expect(loan).toEqual({ status: LoanStatus.terminated, sub_status: 'paidOff' })
  expect(await product.operate('ledger', 'verify', loanNo)).toContain('intact')
  const owed = await product.rows<{ account: string; balance: string }>(
    `select account, sum(amount)::text as balance from ledger_entries where loan_no = $1
      and account in ('principal', 'interestReceivable', 'fees', 'cashInTransit') group by account`,
    [loanNo],
  )
  for (const { balance } of owed) expect(Number(balance)).toBe(0)
  await mailedByDay(visit, 'paidOff')
  await signInAgain(visit)
  await expectLetter(page)
}

async function expectLetter(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: 'Save Paid in full' })
  await expect(async () => {
    await page.goto(product.address(portfolio, '/documents'))
    await expect(save).toBeVisible({ timeout: 3_000 })
  }, 'the letter is made by a job').toPass()
  const download = page.waitForEvent('download')
  await save.click()
  const pdf = await readFile(await (await download).path())
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-')
}
