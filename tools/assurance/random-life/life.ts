import type { CallReply } from '@dolphin/contract/call'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES, SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { noiaRoundJob } from '@dolphin/api/modules/applications/noia-round'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import { runPastDueRound } from '@dolphin/api/modules/payments/past-due'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { liveOn } from '@dolphin/api/testing/funded-loans'
import type { moneyDays } from '@dolphin/api/testing/money-days'
import type { SignedLoan } from '@dolphin/api/testing/signed-loans'
import type { TestClient } from '@dolphin/api/testing/test-client'

export const CALENDAR = federalReserveCalendar()
const BUG = RESPONSE_CODES.unexpected.code

/** A borrower on the way: 500.00 in ten payments from 2026-03-13 on, and perhaps other loans after it. */
export interface Life {
  readonly api: TestApi
  readonly days: ReturnType<typeof moneyDays>
  /** The borrower's loans, oldest first. */
  readonly loans: SignedLoan[]
  /** Which of them the present act is about: so many before the latest, counted round. */
  about: number
  today: LocalDate
  /** Entries of the bank so far. */
  bankEntries: number
  /** Whether the borrower or the bank has done anything for which a payment may be past due. */
  isExcused: boolean
  /** How often each call was answered or refused. */
  readonly met: Map<string, number>
}

/** The loan that the present act is about. */
export function loanOf({ loans, about }: Life): SignedLoan {
  const loan = loans.at(-1 - (about % loans.length))
  assert(loan !== undefined, 'a life begins with a loan')
  return loan
}

export const transactionsOf = ({ api }: Life, loan: SignedLoan): Promise<MoneyTransaction[]> =>
  listTransactions(api.database.db, loan)

/** An instant of today. */
function instantOf({ today }: Life, time: string): string {
  const day = formatLocalDate(today)
  return `${day}T${time}:00${day < '2026-03-08' ? '-05:00' : '-04:00'}`
}

/** A morning: what has settled is posted, debits are announced unless that is missed, and the borrower's day begins. */
export async function beginDay(life: Life, missesNotice = false): Promise<void> {
  const { days, api } = life
  const day = formatLocalDate(life.today)
  const settled = await days.settle(day)
  assert(settled.failed.length === 0, 'no loan fails in settlement')
  if (!missesNotice) await days.announce(day)
  await liveOn(api, instantOf(life, '09:30'))
}

/** Some minutes later on the same day: its clock never goes back. */
export async function liveFor({ api }: Life, minutes: number): Promise<void> {
  await liveOn(api, new Date(api.clock.now().getTime() + minutes * MINUTE_MS).toISOString())
}

/** A batch of the day at the present time; acts of the same day go on after it. */
export async function cutBatch(life: Life): Promise<void> {
  const run = await life.days.batchNow()
  assert(run.failed.length === 0, 'no loan fails in a batch')
  await liveFor(life, 1)
}

/** An afternoon: the batch, unless it is missed, and what the end of the day brings. */
async function endDay(life: Life, missesBatch: boolean): Promise<void> {
  const { days, api } = life
  if (!missesBatch) await cutBatch(life)
  days.at(formatLocalDate(life.today), '17:30')
  await runMoneyRound(days.money)
  await runPastDueRound(days.money)
  await noiaRoundJob(api.deps).run({})
}

/** Banking days pass; the first of them may miss its batch, each its notices. */
export async function passDays(
  life: Life,
  {
    count,
    missesBatch,
    missesNotice,
  }: Readonly<{ count: number; missesBatch: boolean; missesNotice: boolean }>,
): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await endDay(life, missesBatch && passed === 0)
    life.today = CALENDAR.next(life.today)
    await beginDay(life, missesNotice)
  }
}

type CallName = keyof typeof CALLS

/** Makes a call of which any answer is fine but that of a defect; the answer, or undefined where it is refused. */
export async function ask(life: Life, client: TestClient, name: CallName, input: object): Promise<unknown> {
  const { code, data } = await client.call<(typeof CALLS)[CallName]>(CALLS[name], input)
  assert(code !== BUG, `${name} fails: ${JSON.stringify(data)}`)
  const isDone = code === SUCCESS_CODE
  count(life, `${name} ${isDone ? 'answered' : 'refused'}`)
  return isDone ? data : undefined
}

/** The page of the loan that the present act is about; undefined where it is not funded. */
export async function pageOf(life: Life): Promise<CallReply<(typeof CALLS)['paymentDetail']> | undefined> {
  const { client, loanNo } = loanOf(life)
  const page = await ask(life, client, 'paymentDetail', { query: { loanNo } })
  // `ask` answers what the call it names replies.
  return page as CallReply<(typeof CALLS)['paymentDetail']> | undefined
}

/** Notes that something was met. */
export const count = ({ met }: Pick<Life, 'met'>, what: string): void =>
  void met.set(what, (met.get(what) ?? 0) + 1)
