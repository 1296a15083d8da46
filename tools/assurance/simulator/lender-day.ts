import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { assert } from '@dolphin/domain/assert'
import { batchCutOffOn, sameDayCutOffOn } from '@dolphin/domain/calendar/cut-off'
import { addDays, dayOfWeek, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { PaydayOfWeek } from '@dolphin/domain/calendar/payday-rules'
import type { FundingHours } from '@dolphin/domain/disbursement/same-day-ach'
import { instantOf, NEW_YORK } from '@dolphin/domain/time/new-york'
import { BankUnreachable } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { sql } from 'drizzle-orm'
import { MONEY_FAULT_POINTS, type MoneyFaultPoint } from '../crash-tests/fault-points.ts'
import { responseCodeOf } from '@dolphin/api/testing/response-code-of'
import { hoursOf } from '@dolphin/api/modules/portfolios/banking-hours'
import type { MoneyDeps } from '@dolphin/api/deps'
import { runPastDueRound } from '@dolphin/api/modules/payments/past-due'
import { takeInbox } from '@dolphin/api/modules/payments/returns/inbox-round'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import { announceDebits } from '@dolphin/api/modules/payments/upcoming-debits'
import { sweepNoticesJob } from '@dolphin/api/modules/notices/notice-outbox'
import type { Chance } from './chance.ts'
import { BrokenOff, type FaultBook } from './faults.ts'
import { type ExceptionAct, resolveExceptions } from './lender-staff.ts'
import type { BankEntry, SimulatedBank } from './simulated-bank.ts'
import type { SimulatedServer } from './simulated-server.ts'

const PORTFOLIO = 118
/** The timetable cuts the batch by itself in the last half hour before the cut-off. */
const BEFORE_CUT_OFF_MS = 20 * MINUTE_MS
/** How often a round is begun again after a fault before it counts as one that never ends. */
const MOST_ROUNDS = 20
/** Between two kills: each costs a process and a server that starts anew. */
const KILL_DAYS = 14
const ARREARS_DAYS: ReadonlySet<number> = new Set([PaydayOfWeek.monday, PaydayOfWeek.thursday])
const MAIL_REFUSES = 0.08
const MAIL_AWAY_HOURS = 17

/** Everything that a day is lived with. */
export interface Lender {
  readonly server: SimulatedServer
  readonly bank: SimulatedBank
  readonly faults: FaultBook
  readonly chance: Chance
  /** Where the next kill is made; each mark in its turn. */
  nextMark: number
  readonly kills: Map<MoneyFaultPoint, number>
  nextCrashOn: LocalDate
  /** Whether employees resolve what the bank sends oddly, and how much of it they did. */
  resolves: boolean
  readonly resolved: Map<ExceptionAct, number>
  /** Whether it rests on days on which no bank works, and follows arrears on Mondays and Thursdays alone. */
  readonly rests: boolean
  /** What borrowers and applicants do at ten. */
  readonly act: (today: LocalDate) => Promise<void>
}

/** Lives through one day by a clock that only the simulator moves; answers what went to the bank. */
export async function liveOneDay(lender: Lender, today: LocalDate): Promise<readonly BankEntry[]> {
  const { server, bank } = lender
  const { calendar } = server.api().deps
  const at = (hour: number, minute: number): void =>
    server.clock.set(instantOf(today, { hour, minute }, NEW_YORK))
  if (lender.rests && !calendar.isBankingDay(today)) return []
  at(3, 0)
  await server.api().deps.database.tend()
  at(7, 0)
  await bank.deliver(today)
  await patiently(server, (money) => emptyInbox(money))
  at(8, 31)
  await crashWhenDue(lender, today, 'settlement')
  await patiently(server, runMoneyRound)
  at(9, 0)
  await patiently(server, announceDebits)
  if (!lender.rests || ARREARS_DAYS.has(dayOfWeek(today))) await patiently(server, runPastDueRound)
  at(10, 0)
  await sendWaitingNotices(server)
  if (!calendar.isBankingDay(today)) return []
  if (lender.resolves) await resolve(lender)
  await lender.act(today)
  server.clock.set(sameDayCutOffOn(hoursOfLender(server), today))
  await patiently(server, runMoneyRound)
  server.clock.set(new Date(batchCutOffOn(hoursOfLender(server), today).getTime() - BEFORE_CUT_OFF_MS))
  refuseMails(lender, today)
  await crashWhenDue(lender, today, 'batch')
  await patiently(server, runMoneyRound)
  const entries = await bank.readOutbox()
  await sendWaitingNotices(server)
  return entries
}

async function resolve({ server, resolved }: Lender): Promise<void> {
  for (const [act, count] of await resolveExceptions(server.api()))
    resolved.set(act, (resolved.get(act) ?? 0) + count)
}

/** What the lender does every few minutes: a mail host that is away by night takes in the morning what it refused. */
async function sendWaitingNotices(server: SimulatedServer): Promise<void> {
  await sweepNoticesJob(server.api().deps).run({})
  await server.api().runJobs()
}

function hoursOfLender(server: SimulatedServer): FundingHours {
  const { portfolios, calendar } = server.api().deps
  const data = portfolios.byId(PORTFOLIO)
  assert(data !== undefined, 'the portfolio of the simulation')
  return hoursOf(data, calendar)
}

/** Does a round of work, and again after each fault that was made on purpose, as the timetable does. */
async function patiently(
  server: SimulatedServer,
  work: (money: MoneyDeps) => Promise<unknown>,
): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      return await server.round(work)
    } catch (error) {
      const isOurs = error instanceof BrokenOff || error instanceof BankUnreachable
      if (!isOurs || round === MOST_ROUNDS) throw error
    }
  }
}

/** Imports the bank's inbound files; the next round takes a file that could not be fetched. */
async function emptyInbox(money: MoneyDeps): Promise<void> {
  for (let round = 1; (await money.bank.listInbound()).length > 0; round += 1) {
    assert(round < MOST_ROUNDS, 'what the bank sends is taken')
    await takeInbox(money)
  }
}

/** From the batch on until the next morning, so that codes of the day come through. */
function refuseMails({ server, faults, chance }: Lender, today: LocalDate): void {
  if (!faults.on || chance('mail', formatLocalDate(today)) >= MAIL_REFUSES) return
  server.mailHost.refuseUntil(new Date(server.clock.now().getTime() + MAIL_AWAY_HOURS * HOUR_MS))
}

/**
 * Kills the server in a round of money at the mark whose turn it is, once in a fortnight: on the first day from then on
 * whose round passes it.
 */
async function crashWhenDue(lender: Lender, today: LocalDate, round: 'settlement' | 'batch'): Promise<void> {
  const { faults, server } = lender
  const faultPoint = MONEY_FAULT_POINTS[lender.nextMark % MONEY_FAULT_POINTS.length]
  assert(faultPoint !== undefined, 'there are marks')
  if (
    !faults.on ||
    today < lender.nextCrashOn ||
    faultPoint.startsWith('settlement') !== (round === 'settlement')
  )
    return
  const isDue = round === 'settlement' ? await isToSettle(server, today) : await isToSend(server, today)
  if (!isDue || !(await server.killedAt(faultPoint))) return
  faults.inject('process killed at a mark')
  lender.kills.set(faultPoint, (lender.kills.get(faultPoint) ?? 0) + 1)
  lender.nextMark += 1
  lender.nextCrashOn = addDays(today, KILL_DAYS)
}

async function isToSettle(server: SimulatedServer, today: LocalDate): Promise<boolean> {
  const { rows } = await server.api().database.db.execute(sql`
    select 1 from transactions where status = ${TransactionStatus.onBatch} and effective_date <= ${formatLocalDate(today)}::date limit 1`)
  return rows.length > 0
}

async function isToSend(server: SimulatedServer, today: LocalDate): Promise<boolean> {
  const by = formatLocalDate(server.api().deps.calendar.next(today))
  const { rows } = await server.api().database.db.execute(sql`
    select 1 from transactions where status = ${TransactionStatus.none} and effective_date <= ${by}::date
    union all select 1 from installments i join payment_plans p using (portfolio_id, plan_no)
      where p.superseded_at is null and i.due_date = ${by}::date limit 1`)
  return rows.length > 0
}

/** An answer to a borrower is a success or a rule that says no, never a failure of the server. */
export function assertNoFailure(code: number): void {
  const { httpStatus = 500 } = responseCodeOf(code) ?? {}
  assert(code === SUCCESS_CODE || httpStatus < 500, 'the server answers borrowers by its rules')
}
