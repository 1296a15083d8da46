import { SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { instantOf, NEW_YORK } from '@dolphin/domain/time/new-york'
import { dataPaths } from '@dolphin/api/config/config'
import { MONEY_FAULT_POINTS } from '../crash-tests/fault-points.ts'
import { type Chance, seededChance } from './chance.ts'
import { createDayChecks, type DayChecks, type DayViolation } from './day-checks.ts'
import { createFaultBook, type FaultBook, type FaultCount } from './faults.ts'
import { assertNoFailure, type Lender, liveOneDay } from './lender-day.ts'
import { type ExceptionAct, pausePayments } from './lender-staff.ts'
import { debitFate, type Life as BorrowersLife, lifeOf } from './lives.ts'
import { numberedPerson, type Person, takeAnother, takeLoan } from './newcomers.ts'
import { createSimulatedBank, type SimulatedBank } from './simulated-bank.ts'
import {
  hasEnded,
  hasPaidInFullLetter,
  liveDay,
  type SimulatedBorrower,
  signIn,
} from './simulated-borrower.ts'
import { type SimulatedServer, startSimulatedServer } from './simulated-server.ts'

const PORTFOLIO = 118
/** Newcomers of a banking day, at the least; with very many they come over the first half of the time. */
const NEWCOMERS_A_DAY = 5
const BANKING_DAYS_OF_SEVEN = 5 / 7
const WHOLE_CHECK_DAYS = 7
const PAUSE_DAYS = 30
const LOOKS_AGAIN_DAYS = 5
const MORNING_AFTER = { hour: 10, minute: 0 } as const

export interface SimulationPlan {
  readonly loans: number
  readonly days: number
  readonly from: LocalDate
  readonly seed: number
  readonly faults: boolean
  /** Whether the bank sends every kind of odd file each week, and two employees resolve what comes of it. */
  readonly oddFiles?: boolean
  /** The life of the borrower who comes first, of the row of lives; 0, the script, by default. */
  readonly firstLife?: number
  /** How many of the borrowers link their bank and sign by hand; one of so many. 1 for all. */
  readonly byHandEvery: number
  /** What runs a round of money in a process that may be killed. */
  readonly crashProgram: string
  /** Who comes as the nth, from 0; people who differ by their number alone by default. */
  readonly personAt?: (index: number) => Person
  /** How the loan of the nth borrower goes, from 0; by the row of lives by default. */
  readonly lifeAt?: (index: number) => BorrowersLife
  /** How many have come by a day, counted from 0; an even number a day by default. */
  readonly comeBy?: (day: number) => number
  /** How many of the last days have odd files, where there are any; all by default. */
  readonly oddDays?: number
  /** Whether the lender rests on days on which no bank works, and follows arrears twice a week alone. */
  readonly restsAtWeekends?: boolean
  /** Whether every invariant is checked after each day; they are by default. */
  readonly isChecked?: boolean
  /** How many of the last days leave to employees what the bank sends oddly; none by default. */
  readonly leavesOpen?: number
  /** Called after each day, with how many were lived; the next waits for it. */
  readonly onDay?: (day: number) => void | Promise<void>
}

/** What a simulation came to; `broken` names the first day on which an invariant was. */
export interface SimulationOutcome {
  readonly plan: SimulationPlan
  readonly daysLived: number
  /** Days that loans lived through, each from the day on which its borrower came. */
  readonly loanDays: number
  readonly broken: { readonly day: LocalDate; readonly violations: readonly DayViolation[] } | undefined
  readonly entriesSent: number
  readonly returned: ReadonlyMap<string, number>
  /** Odd files of the bank, by kind, and exceptions of bank files that two employees resolved, by what they did. */
  readonly odd: ReadonlyMap<string, number>
  /** Returns sent back that the bank contested. */
  readonly contested: number
  readonly resolved: ReadonlyMap<ExceptionAct, number>
  /** Requests of borrowers, by the code that answered. */
  readonly asked: ReadonlyMap<number, number>
  readonly faults: readonly FaultCount[]
  /** Processes killed, by mark. */
  readonly kills: ReadonlyMap<string, number>
  /** The script of the first loan came to its end: paid in full, with the letter. */
  readonly letter: boolean
}

/** A running simulation, and its database for the report. */
export interface RunningSimulation {
  readonly server: SimulatedServer
  run(): Promise<SimulationOutcome>
  close(): Promise<void>
}

/** Where it is lived: an empty database that others used before, or a place of its own with its keys. */
export type SimulationHome = Pick<Parameters<typeof startSimulatedServer>[0], 'home' | 'place' | 'keys'>

interface Life {
  readonly plan: SimulationPlan
  readonly server: SimulatedServer
  readonly bank: SimulatedBank
  readonly faults: FaultBook
  readonly chance: Chance
  readonly checks: DayChecks
  readonly borrowers: SimulatedBorrower[]
  readonly indexOf: Map<string, number>
  readonly asked: Map<number, number>
  readonly pausedOn: Map<string, LocalDate>
  perDay: number
}

/**
 * Prepares a lender's days on the real services and a real database: borrowers act by its calls, the bank by files
 * alone, and after each day every invariant is checked. It ends on the first day on which one is broken. The same plan
 * lives the same days again. Simulations in turn may share a database. Source: domain.md §13.
 */
export async function prepareSimulation(
  plan: SimulationPlan,
  home: SimulationHome = {},
): Promise<RunningSimulation> {
  const chance = seededChance(plan.seed)
  const faults = createFaultBook(plan.faults)
  let drawn = 0
  const draw = () => {
    drawn += 1
    return chance('next', drawn)
  }
  const server = await startSimulatedServer({ faults, draw, crashProgram: plan.crashProgram, ...home })
  return {
    server,
    run: () => live(plan, { server, faults, chance }),
    close: () => server.close(),
  }
}

async function live(
  plan: SimulationPlan,
  { server, faults, chance }: Pick<Life, 'server' | 'faults' | 'chance'>,
): Promise<SimulationOutcome> {
  const { calendar } = server.api().deps
  const indexOf = new Map<string, number>()
  const bank = createSimulatedBank({
    folder: dataPaths(server.place.dataDir).bank,
    portfolioId: PORTFOLIO,
    calendar,
    chance,
    faults,
    ...(plan.oddFiles === true
      ? { oddFrom: addDays(plan.from, plan.days - (plan.oddDays ?? plan.days)) }
      : {}),
    fate: (loanNo, nth) => {
      const index = indexOf.get(loanNo) ?? 0
      return debitFate(lifeIn(plan, index, chance), index, nth, chance)
    },
  })
  const days = plan.days * BANKING_DAYS_OF_SEVEN
  const perDay = Math.max(NEWCOMERS_A_DAY, Math.ceil((2 * plan.loans) / days))
  const life: Life = {
    plan,
    server,
    faults,
    chance,
    bank,
    indexOf,
    perDay,
    checks: createDayChecks(),
    borrowers: [],
    asked: new Map(),
    pausedOn: new Map(),
  }
  const lender: Lender = {
    server,
    bank,
    faults,
    chance,
    kills: new Map(),
    nextMark: Math.floor(chance('first mark') * MONEY_FAULT_POINTS.length),
    nextCrashOn: plan.from,
    resolves: plan.oddFiles === true,
    rests: plan.restsAtWeekends === true,
    resolved: new Map(),
    act: (today) => borrowersAct(life, today),
  }
  return await liveDays(life, lender)
}

async function liveDays(life: Life, lender: Lender): Promise<SimulationOutcome> {
  const { plan, server, bank, faults } = life
  let daysLived = 0
  let loanDays = 0
  let broken: SimulationOutcome['broken']
  for (; daysLived < plan.days && broken === undefined; daysLived += 1) {
    const day = addDays(plan.from, daysLived)
    const daysLeft = plan.days - daysLived
    lender.resolves =
      plan.oddFiles === true && daysLeft <= (plan.oddDays ?? plan.days) && daysLeft > (plan.leavesOpen ?? 0)
    const isWhole = daysLived % WHOLE_CHECK_DAYS === 0 || daysLived === plan.days - 1
    const violations = await violationsOf(life, lender, day, isWhole)
    if (violations.length > 0) broken = { day, violations }
    else faults.dayIsWhole()
    loanDays += life.borrowers.length
    await plan.onDay?.(daysLived + 1)
  }
  const [first] = life.borrowers
  // On the last evening the mail host may have been away, and no code to sign in would come.
  server.clock.set(instantOf(addDays(plan.from, daysLived), MORNING_AFTER, NEW_YORK))
  const letter =
    broken === undefined && first !== undefined && (await hasPaidInFullLetter(server.api(), first))
  return {
    plan,
    daysLived,
    loanDays,
    broken,
    letter,
    entriesSent: bank.entries.length,
    returned: bank.returned,
    odd: bank.odd,
    contested: bank.contested(),
    resolved: lender.resolved,
    asked: life.asked,
    faults: faults.counts(),
    kills: lender.kills,
  }
}

/** Lives through a day and checks it. A server that fails breaks the day like an invariant. */
async function violationsOf(
  { plan, server, checks }: Life,
  lender: Lender,
  day: LocalDate,
  isWhole: boolean,
): Promise<readonly DayViolation[]> {
  try {
    const entries = await liveOneDay(lender, day)
    if (plan.isChecked === false) return []
    const outside = { entries, mails: server.mailHost.newlyTaken() }
    return await checks.check(server.api(), day, outside, isWhole)
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return [{ rule: 'failure', loanNo: null, words }]
  }
}

async function borrowersAct(life: Life, today: LocalDate): Promise<void> {
  const { server, borrowers, bank } = life
  const payable = formatLocalDate(server.api().deps.calendar.addBankingDays(today, 2))
  for (const [place, borrower] of borrowers.entries()) {
    const { loanNo } = borrower
    const fundedOn = bank.fundedOn(loanNo)
    const isFunded = fundedOn !== undefined && fundedOn <= today
    const debits = bank.debitsOf(loanNo)
    const asked = await liveDay(server.api(), borrower, { payable, debits, isFunded })
    if (asked === undefined) {
      await pauseOrReturn(life, place, { today, debits })
      continue
    }
    assertNoFailure(asked.code)
    life.asked.set(asked.code, (life.asked.get(asked.code) ?? 0) + 1)
    // A borrower refused as too late does not repeat the request.
    if (asked.code !== SUCCESS_CODE && asked.turn !== 'tookBack') continue
    if (asked.turn === 'revoked') life.checks.promised(loanNo, server.clock.now())
    borrowers[place] = { ...borrower, done: new Set([...borrower.done, asked.turn]) }
  }
  const { loans, from, comeBy } = life.plan
  const most = Math.min(loans, comeBy?.(today - from) ?? borrowers.length + life.perDay)
  while (borrowers.length < most) await welcome(life)
}

async function welcome({ plan, server, faults, chance, borrowers, indexOf }: Life): Promise<void> {
  const index = borrowers.length
  const life = lifeIn(plan, index, chance)
  const byHand = index % plan.byHandEvery === 0
  const person = personOf(plan, index)
  const arrived = await takeLoan({ api: () => server.api(), faults, chance }, { index, life, person, byHand })
  indexOf.set(arrived.loanNo, index)
  borrowers.push({ ...arrived, index, life, done: new Set() })
}

const lifeIn = (plan: SimulationPlan, index: number, chance: Chance): BorrowersLife =>
  plan.lifeAt?.(index) ?? lifeOf(index + (plan.firstLife ?? 0), chance)

const personOf = ({ personAt = numberedPerson }: SimulationPlan, index: number): Person => personAt(index)

/** What happens without the borrower asking for a change: payments that rest, and another loan after the first. */
async function pauseOrReturn(
  life: Life,
  place: number,
  { today, debits }: { readonly today: LocalDate; readonly debits: number },
): Promise<void> {
  const borrower = life.borrowers[place]
  if (borrower === undefined) return
  if (borrower.life.kind === 'pauses') await pause(life, place, borrower, { today, debits })
  if (borrower.life.returns && borrower.done.has('payoffAsked') && today % LOOKS_AGAIN_DAYS === 0)
    await comeAgain(life, place, borrower)
}

async function pause(
  { server, borrowers, pausedOn }: Life,
  place: number,
  borrower: SimulatedBorrower,
  { today, debits }: { readonly today: LocalDate; readonly debits: number },
): Promise<void> {
  const { loanNo, life, done } = borrower
  const since = pausedOn.get(loanNo)
  if (!done.has('paused') && debits >= life.afterPayments) {
    const code = await pausePayments(server.api(), loanNo, true)
    assertNoFailure(code)
    if (code !== SUCCESS_CODE) return
    pausedOn.set(loanNo, today)
    borrowers[place] = { ...borrower, done: new Set([...done, 'paused']) }
  } else if (since !== undefined && today - since >= PAUSE_DAYS) {
    pausedOn.delete(loanNo)
    assertNoFailure(await pausePayments(server.api(), loanNo, false))
  }
}

async function comeAgain(life: Life, place: number, borrower: SimulatedBorrower): Promise<void> {
  const { server, plan, indexOf, borrowers, faults, chance } = life
  if (!(await hasEnded(server.api(), borrower))) return
  const { client, email, index } = borrower
  await signIn(server.api(), borrower)
  const byHand = index % plan.byHandEvery === 0
  const person = personOf(plan, index)
  const again = { client, email, person, byHand }
  const loanNo = await takeAnother({ api: () => server.api(), faults, chance }, again)
  indexOf.set(loanNo, index)
  const steady = { ...borrower.life, kind: 'steady', returns: false } as const
  borrowers[place] = { ...borrower, loanNo, life: steady, done: new Set() }
}
