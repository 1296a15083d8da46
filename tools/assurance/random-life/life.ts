import type { CallReply } from '@dolphin/contract/call'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES, SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import type { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { noiaRoundJob } from '@dolphin/api/modules/applications/noia-round'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import { runPastDueRound } from '@dolphin/api/modules/payments/past-due'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { liveOn } from '@dolphin/api/testing/funded-loans'
import { type moneyDays, newYorkInstant } from '@dolphin/api/testing/money-days'
import type { SignedLoan } from '@dolphin/api/testing/signed-loans'
import type { TestClient } from '@dolphin/api/testing/test-client'
import type { Finding, LoanFacts, PageFacts } from '../loan-model/facts.ts'
import type { ChangeSeen } from '../loan-model/laws/change-laws.ts'
import type { ReadingSeen } from '../loan-model/laws/notice-laws.ts'
import { batchDoesAsShown, type BatchSeen, type QuoteSeen } from '../loan-model/laws/schedule-laws.ts'
import { RULES } from '../loan-model/rules.ts'
import { findingsOf } from '../loan-model/laws.ts'
import { factsOfLoan, pageFacts, seeLoan } from './facts-of-loan.ts'
import type { Staff } from './desk.ts'
import { letNoticesLeave, type LoanNotice, readNotices } from './notices.ts'
import { type OwnBank, receive } from './own-bank.ts'
import { nextOrder, type Story } from './story.ts'

export const CALENDAR = federalReserveCalendar()
const BUG = RESPONSE_CODES.unexpected.code

/** Keeps all that the laws looked at. */
export interface Witness {
  readonly facts: LoanFacts[]
  readonly batches: BatchSeen[]
  readonly readings: ReadingSeen[]
  readonly changes: ChangeSeen[]
}

/** A return that the bank has written. */
export interface HeldReturn {
  readonly transaction: MoneyTransaction
  readonly code: string
  readonly writtenOn: LocalDate
}

/** A borrower on the way, with a loan and perhaps others after it. */
export interface Life {
  readonly api: TestApi
  readonly days: ReturnType<typeof moneyDays>
  readonly portfolioId: number
  /** The borrower's, before the first loan. */
  readonly lastPayday: LocalDate
  /** Of all the borrower's loans. */
  readonly frequency: PaymentFrequency
  /** The borrower's loans, oldest first. */
  readonly loans: SignedLoan[]
  /** Which of them the present act is about: so many before the latest, counted round. */
  about: number
  today: LocalDate
  /** Entries of the bank so far. */
  bankEntries: number
  /** Files received and answers given, as the bank has them. */
  readonly bank: OwnBank
  /** Returns that the bank has written and not delivered. */
  readonly held: HeldReturn[]
  /** The employees of the lender; null before one was needed. */
  staff: Staff | null
  /** By loan number. */
  readonly stories: Map<string, Story>
  /** The status of each loan after the act before. */
  readonly known: Map<string, number>
  /** Numbers all that happens, in its order. */
  order: number
  /** Days on which a batch or a notice was missed. */
  readonly misses: LocalDate[]
  /** Of those, the days without a notice. */
  readonly unannounced: LocalDate[]
  /** Payoffs quoted since the laws were asked last. */
  readonly quotes: (QuoteSeen & { readonly loanNo: string })[]
  /** Messages that left to the borrower, by their numbers in the order in which they left. */
  readonly noticed: Map<string, LoanNotice>
  /** Those that were not held against a page yet. */
  unread: LoanNotice[]
  /** The payoff or extra payment that waited to be confirmed again when the borrower last asked for a change. */
  waitingNo: string | null
  /** What was seen, for who keeps it. */
  readonly witness: Witness | undefined
  /** What a batch did that the page had not said. */
  readonly surprises: Finding[]
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
const instantOf = ({ today }: Life, time: string): string =>
  newYorkInstant(formatLocalDate(today), time).toISOString()

/** A morning: what has settled is posted, debits are announced unless that is missed, and the borrower's day begins. */
export async function beginDay(life: Life, missesNotice = false): Promise<void> {
  const { days, api } = life
  const day = formatLocalDate(life.today)
  const settled = await days.settle(day)
  assert(settled.failed.length === 0, 'no loan fails in settlement')
  if (!missesNotice) await days.announce(day)
  await liveOn(api, instantOf(life, '09:30'))
  await letNoticesLeave(life)
}

/** Some minutes later on the same day: its clock never goes back. */
export async function liveFor({ api }: Life, minutes: number): Promise<void> {
  await liveOn(api, new Date(api.clock.now().getTime() + minutes * MINUTE_MS).toISOString())
}

/** What an act has changed is announced within the hour, on a day whose notices are not missed; all that is due leaves. */
export async function announceHourly(life: Life): Promise<void> {
  const { days, today, unannounced } = life
  if (!unannounced.includes(today)) await days.announceNow()
  await letNoticesLeave(life)
}

/** A batch of the day at the present time, perhaps begun once and broken off; acts of the same day go on after it. */
export async function cutBatch(life: Life, begin?: () => Promise<void>): Promise<void> {
  const before = await pagesOf(life)
  for (const [loanNo, page] of before) readNotices(life, loanNo, page)
  const known = [...life.bank.sent]
  await begin?.()
  const run = await life.days.batchNow()
  assert(run.failed.length === 0, 'no loan fails in a batch')
  await receiveFiles(life, before, known)
  await liveFor(life, 1)
}

/** A round of the timetable at a time that is no batch's: no page promises anything of it, so no debit leaves. */
export async function runRound(life: Life): Promise<void> {
  await runMoneyRound(life.days.money)
  const came = await receiveFiles(life, new Map(), [])
  assert(
    came.every(({ direction }) => direction === 'credit'),
    'no debit leaves outside the batch',
  )
}

/** The bank reads what came; what a loan's page said before is held against it. */
async function receiveFiles(
  life: Life,
  before: ReadonlyMap<string, PageFacts>,
  known: OwnBank['sent'],
): Promise<OwnBank['sent']> {
  const came = await receive(life.bank, life.days.money, { today: life.today, order: nextOrder(life) })
  for (const [loanNo, page] of before) {
    const of = (entries: OwnBank['sent']) => entries.filter((entry) => entry.loanNo === loanNo)
    const seen: BatchSeen = {
      before: page,
      on: life.today,
      sent: of(came),
      sentBefore: of(known),
      unannounced: life.unannounced,
    }
    life.witness?.batches.push(seen)
    life.surprises.push(...batchDoesAsShown(seen, RULES))
  }
  return came
}

/** The pages of the loans that have one. */
async function pagesOf({ api, loans }: Life): Promise<Map<string, PageFacts>> {
  const pages = new Map<string, PageFacts>()
  for (const loan of loans) {
    const row = await findLoan(api.database.db, loan)
    if (row?.effectiveDate !== null) pages.set(loan.loanNo, await pageFacts(loan))
  }
  return pages
}

/** An afternoon: the batch, unless it is missed, and what the end of the day brings. After the cut-off no debit leaves. */
async function endDay(life: Life, missesBatch: boolean): Promise<void> {
  if (!missesBatch) await cutBatch(life)
  await liveOn(life.api, instantOf(life, '17:30'))
  await runRound(life)
  await runDailyRounds(life)
  await letNoticesLeave(life)
  await judgeEvening(life)
}

/** At the end of a day every cent and every answer of the bank has had its effect. */
async function judgeEvening(life: Life): Promise<void> {
  for (const loan of life.loans) {
    const facts = await factsOfLoan(life, await seeLoan(life, loan), true)
    life.witness?.facts.push(facts)
    readNotices(life, loan.loanNo, facts.page)
    const found = findingsOf(facts)
    const day = formatLocalDate(life.today)
    life.surprises.push(
      ...found.map(({ law, words }) => ({ law, words: `in the evening of ${day}: ${words}` })),
    )
  }
}

async function runDailyRounds({ api, days }: Life): Promise<void> {
  await runPastDueRound(days.money)
  await noiaRoundJob(api.deps).run({})
}

/** The next day will have no notice. */
function missNotice({ misses, unannounced, today }: Life): void {
  const day = CALENDAR.next(today)
  misses.push(day)
  unannounced.push(day)
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
    if (missesBatch && passed === 0) life.misses.push(life.today)
    if (missesNotice) missNotice(life)
    await endDay(life, missesBatch && passed === 0)
    life.today = CALENDAR.next(life.today)
    await beginDay(life, missesNotice)
  }
}

/** Banking days on which the server does not run: no round, no notice, no batch. The morning after, every round runs. */
export async function daysWithoutServer(
  life: Life,
  { count: down }: { readonly count: number },
): Promise<void> {
  for (let passed = 0; passed < down; passed += 1) {
    life.misses.push(life.today)
    life.unannounced.push(life.today)
    life.today = CALENDAR.next(life.today)
  }
  await beginDay(life)
  await runRound(life)
  await runDailyRounds(life)
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
