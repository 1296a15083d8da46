import { applyDueChanges } from '@dolphin/database/servicing/loan-change-repository'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { addDays, formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { strandedBecause } from '@dolphin/domain/loans/stranded'
import { cents, max, moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import { ok } from '@dolphin/domain/outcome'
import { runPastDueRound } from '../../modules/payments/past-due.ts'
import { expireChanges } from '../../modules/servicing/close-changes.ts'
import { readPosition } from '../../modules/servicing/loan-position.ts'
import type { TestApi } from '../api-fixture.ts'
import { signInEmployee } from '../employees.ts'
import { liveOn } from '../funded-loans.ts'
import { ledgerDifferences, moneyDays } from '../money-days.ts'
import { moneyViolations } from '../money-invariants.ts'
import { resetApi } from '../reset-api.ts'
import type { SignedLoan } from '../signed-loans.ts'
import type { Act } from './acts.ts'

const CALENDAR = federalReserveCalendar()
const MARK = { kind: 'typed', text: 'Jordan Sample' } as const
const BUG = RESPONSE_CODES.unexpected.code
const { onBatch, notChecked, checked } = TransactionStatus
const SENT: readonly number[] = [onBatch, notChecked, checked]

/** One loan on its way: 500.00 in ten payments from 2026-03-13 on. */
interface Life {
  readonly api: TestApi
  readonly days: ReturnType<typeof moneyDays>
  readonly loan: SignedLoan
  today: LocalDate
  /** Files of the bank so far. */
  files: number
  /** Calls that were answered, by change type. */
  readonly met: Map<string, number>
}

/** What a life came to. */
export interface LivedLife {
  readonly met: ReadonlyMap<string, number>
}

/** Lives a life on an empty lender; throws at the first act after which an invariant is broken. */
export async function live(api: TestApi, acts: readonly Act[]): Promise<LivedLife> {
  await resetApi(api)
  const days = moneyDays(api)
  const [loan] = await days.fund(1)
  const start = parseLocalDate('2026-03-05')
  assert(loan !== undefined && start !== undefined, 'a life begins with a loan')
  const life: Life = { api, days, loan, today: start, files: 0, met: new Map() }
  await beginDay(life)
  for (const [index, act] of acts.entries()) {
    await carryOut(life, act)
    const broken = await brokenIn(life)
    if (broken.length > 0)
      throw new Error(
        `after act ${index} (${JSON.stringify(act)}) on ${formatLocalDate(life.today)}: ${broken.join('; ')}`,
      )
  }
  return { met: life.met }
}

const iso = (life: Life, time: string): string => {
  const day = formatLocalDate(life.today)
  return `${day}T${time}:00${day < '2026-03-08' ? '-05:00' : '-04:00'}`
}

/** A morning: what has settled is posted, debits are announced, and the borrower's day begins. */
async function beginDay({ days, ...life }: Life): Promise<void> {
  const day = formatLocalDate(life.today)
  const settled = await days.settle(day)
  assert(settled.failed.length === 0, 'no loan fails in settlement')
  await days.announce(day)
  await liveOn(life.api, iso({ days, ...life }, '09:30'))
}

/** An afternoon: the batch, unless it is missed, and what the end of the day brings. */
async function endDay(life: Life, missesBatch: boolean): Promise<void> {
  const { days, api } = life
  if (!missesBatch) {
    const run = await days.batch(formatLocalDate(life.today))
    assert(run.failed.length === 0, 'no loan fails in a batch')
  }
  days.at(formatLocalDate(life.today), '17:30')
  await api.deps.units.write(async (unit) => ok(await applyDueChanges(unit.tx, 118, unit.now)))
  await expireChanges(days.money, 118)
  await runPastDueRound(days.money)
}

async function passDays(life: Life, count: number, missesBatch: boolean): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await endDay(life, missesBatch && passed === 0)
    life.today = CALENDAR.next(life.today)
    await beginDay(life)
  }
}

async function carryOut(life: Life, act: Act): Promise<void> {
  const { client, loanNo } = life.loan
  switch (act.act) {
    case 'days':
      return await passDays(life, act.count, act.missesBatch)
    case 'payOff':
      return await ask(life, 'payOff', {
        body: { loanNo, mode: 1, paymentMode: act.mode, date: await debitDay(life, act.day), mark: MARK },
      })
    case 'payDown':
      return await ask(life, 'requestChange', {
        params: { changeTypeCode: ChangeType.payDown },
        body: {
          loanNo,
          mode: 1,
          paymentMode: act.mode,
          date: await debitDay(life, act.day),
          amount: await shareOf(life, act.share),
          mark: MARK,
        },
      })
    case 'inN':
      return await ask(life, 'payOffInN', {
        body: { loanNo, mode: 1, paymentMode: act.mode, number: act.count, mark: MARK },
      })
    case 'fixed':
      return await ask(life, 'payFixedAmount', {
        body: { loanNo, mode: 1, paymentMode: act.mode, amount: `${act.amount}.00`, mark: MARK },
      })
    case 'move': {
      const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
      const hardship = choices?.hardship ?? null
      const date = hardship?.moveDates[act.day % Math.max(1, hardship.moveDates.length)]
      if (hardship === null || date === undefined) return
      return await ask(life, 'requestChange', {
        params: { changeTypeCode: ChangeType.changeDate },
        body: { loanNo, mode: 1, number: hardship.installmentNo, date, mark: MARK },
      })
    }
    case 'holiday':
      return await request(life, ChangeType.paydayOnHoliday, { paydayOnHoliday: act.code })
    case 'availability':
      return await request(life, ChangeType.paydayAvailability, { paydayOnAvailable: act.code })
    case 'wayToPay':
      return await request(life, ChangeType.changePaymentMode, { paymentMode: act.mode })
    case 'stop':
      return await request(life, ChangeType.revokeFutureAch, {})
    case 'authorize':
      return await ask(life, 'authorization', { body: { loanNo, version: 2, mark: MARK } })
    case 'undo': {
      const { openChange } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
      if (openChange === null) return
      return await ask(life, 'cancelChange', { params: { changeNo: openChange.changeNo }, body: {} })
    }
    case 'return':
      return await bankReturns(life, act.code, act.which)
    case 'receipt':
      return await receive(life, act.share, act.isChecked)
  }
}

const request = (life: Life, changeTypeCode: 104 | 107 | 108 | 109, body: Record<string, unknown>) =>
  ask(life, 'requestChange', {
    params: { changeTypeCode },
    body: { loanNo: life.loan.loanNo, mode: 1, mark: MARK, ...body },
  })

/** Any answer is fine but that of a defect. */
async function ask(life: Life, name: keyof typeof CALLS, input: object): Promise<void> {
  const { code, data } = await life.loan.client.call<(typeof CALLS)[typeof name]>(CALLS[name], input)
  assert(code !== BUG, `${name} fails: ${JSON.stringify(data)}`)
  const key = `${name} ${code === 1 ? 'answered' : 'refused'}`
  life.met.set(key, (life.met.get(key) ?? 0) + 1)
}

/** One of the days offered for a single debit. */
async function debitDay({ loan: { client, loanNo } }: Life, which: number): Promise<string> {
  const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
  const dates = choices?.debitDates ?? []
  return dates[which % Math.max(1, dates.length)] ?? '2026-12-01'
}

/** So much of what ends the debt today. */
async function shareOf({ loan: { client, loanNo } }: Life, percent: number): Promise<string> {
  const { payoffToday } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  const owed = BigInt(payoffToday.replace('.', ''))
  return moneyToWire(max(cents((owed * BigInt(percent)) / 100n), cents(100n)))
}

/** The bank sends a debit back, one of the newest that it has; not after its sixty days. */
async function bankReturns(life: Life, code: string, which: number): Promise<void> {
  const { api, days, loan, today } = life
  const all = await listTransactions(api.database.db, loan)
  const sent = all.filter(
    ({ type, status, traceNumber, effectiveDate }) =>
      type === TransactionType.debit &&
      traceNumber !== null &&
      SENT.includes(status) &&
      effectiveDate <= today &&
      addDays(effectiveDate, 60) >= today,
  )
  const transaction = sent.at(-1 - (which % Math.max(1, sent.length)))
  if (transaction === undefined) return
  life.files += 1
  await days.bankSays(
    formatLocalDate(today),
    [{ transaction, code, bankSequence: life.files }],
    life.files % 26,
  )
  await liveOn(api, iso(life, '12:30'))
}

/** Two employees post money that the borrower sent, and check it where it is final. */
async function receive(life: Life, share: number, isChecked: boolean): Promise<void> {
  const { api, loan } = life
  const before = await receiptsOf(life)
  const amount = await shareOf(life, share)
  await post(life, { kind: 'receipt', amount, paymentMode: PaymentMode.wire })
  const fresh = (await receiptsOf(life)).find(
    (one) => !before.some(({ transactionNo }) => transactionNo === one.transactionNo),
  )
  if (!isChecked || fresh === undefined || fresh.status === checked) return
  const { transactionNo } = fresh
  await post(life, { kind: 'checkReceipt', changeTypeCode: ChangeType.manualChecked, transactionNo })
  assert((await findLoan(api.database.db, loan)) !== undefined, 'a loan is never deleted')
}

const receiptsOf = async ({ api, loan }: Life) =>
  (await listTransactions(api.database.db, loan)).filter(({ purpose }) => purpose === 'receipt')

async function post({ api, loan, today }: Life, order: object): Promise<void> {
  const body = {
    loanNo: loan.loanNo,
    changeTypeCode: 0,
    amount: null,
    effectiveDate: formatLocalDate(today),
    transactionNo: null,
    installmentNo: null,
    paymentMode: null,
    note: 'wire of the borrower',
    ...order,
  }
  const ada = await signInEmployee(api)
  const entered = await ada.call(CALLS.manualPosting, { body } as never)
  if (entered.code !== 1) return
  const { postingNo } = (entered.data as { readonly posting: { readonly postingNo: string } }).posting
  const bea = await signInEmployee(api, 'bea-example')
  const { code, data } = await bea.call(CALLS.manualPosting, {
    body: { ...body, confirms: postingNo },
  } as never)
  assert(code !== BUG, `manualPosting fails: ${JSON.stringify(data)}`)
}

/** What is broken now; empty where all holds. Source: domain.md §14; design/security.md, invariants. */
async function brokenIn({ api, days, loan, today }: Life): Promise<string[]> {
  const { db } = api.database
  const row = await findLoan(db, loan)
  const plan = await findCurrentPlan(db, loan)
  assert(row !== undefined && plan !== undefined, 'a funded loan has a plan')
  const dates = plan.installments.filter(isLive).map(({ dueDate }) => dueDate)
  const { loan: position } = await readPosition(days.money, db, row, { today, timeZone: NEW_YORK })
  const clause = strandedBecause(position)
  const off = await ledgerDifferences(api, loan)
  const violations = await moneyViolations(api.deps, db, { chains: false })
  return [
    ...(clause === undefined ? [] : [`stranded: ${clause}`]),
    ...(off.length === 0 ? [] : [`the ledger differs: ${off.join(', ')}`]),
    ...violations.map(({ rule, words }) => `${rule}: ${words}`),
    ...(new Set(dates).size === dates.length ? [] : ['two installments share a day']),
  ]
}
