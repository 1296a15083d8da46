import { responseCodeOf, SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { batchCutOffOn } from '@dolphin/domain/calendar/cut-off'
import { addDays, type LocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { NEW_YORK, instantOf } from '@dolphin/domain/time/new-york'
import { assert } from '@dolphin/domain/assert'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { dataPaths } from '../../config.ts'
import { hoursOf, type MoneyParts } from '../../money/money-parts.ts'
import { runPastDueRound } from '../../money/past-due.ts'
import { takeInbox } from '../../money/returns/inbox-round.ts'
import { runMoneyRound } from '../../money/timetable.ts'
import { announceDebits } from '../../money/upcoming-debits.ts'
import type { TestApi } from '../api-fixture.ts'
import { moneyViolations } from '../money-invariants.ts'
import type { Violation } from '../money-invariants/money-rows.ts'
import { type Chance, seededChance } from './chance.ts'
import { createSimulatedBank, type SimulatedBank } from './simulated-bank.ts'
import { hasPaidInFullLetter, liveDay, type SimulatedBorrower, takeLoan } from './simulated-borrower.ts'

const PORTFOLIO = 118
const FIRST_DAY = localDate(2026, 3, 3)
const NEWCOMERS_A_DAY = 5
/** The timetable cuts the batch by itself in the last half hour before the cut-off. */
const BEFORE_CUT_OFF_MS = 20 * 60_000
/** From here on an answer is a failure of the server, not a rule that says no. */
const FIRST_SERVER_ERROR = 500

export interface SimulationPlan {
  readonly loans: number
  readonly days: number
  readonly seed: number
  /** Told after each day, of how many. */
  readonly onDay?: (day: number) => void
}

/** What a simulation came to; `broken` names the first day on which an invariant was. */
export interface SimulationOutcome {
  readonly daysLived: number
  readonly broken: { readonly day: LocalDate; readonly violations: readonly Violation[] } | undefined
  readonly entriesSent: number
  readonly returned: ReadonlyMap<string, number>
  /** Requests of borrowers for a change, by the code that answered. */
  readonly asked: ReadonlyMap<number, number>
  /** The script of the first loan came to its end: paid in full, with the letter. */
  readonly letter: boolean
}

interface Lender {
  readonly api: TestApi
  readonly money: MoneyParts
  readonly bank: SimulatedBank
  readonly chance: Chance
  readonly borrowers: SimulatedBorrower[]
  readonly asked: Map<number, number>
}

/**
 * Lives through a lender's days on the real services and a real database: borrowers act by its calls, the bank by files
 * alone, and after each day every money invariant is checked. It ends on the first day on which one is broken. The same
 * plan lives the same days again. Source: domain.md §13.
 */
export async function simulate(api: TestApi, plan: SimulationPlan): Promise<SimulationOutcome> {
  const folder = dataPaths(api.deps.config.dataDir).bank
  const chance = seededChance(plan.seed)
  const borrowers: SimulatedBorrower[] = []
  const { calendar } = api.deps
  const storyLoanNo = (): string | undefined => borrowers[0]?.loanNo
  const bank = createSimulatedBank({ folder, portfolioId: PORTFOLIO, calendar, chance, storyLoanNo })
  const money: MoneyParts = { ...api.deps, bank: createBankFolder(folder) }
  const lender: Lender = { api, money, bank, chance, borrowers, asked: new Map() }
  let entriesSent = 0
  let daysLived = 0
  let broken: SimulationOutcome['broken']
  for (; daysLived < plan.days && broken === undefined; daysLived += 1) {
    const today = addDays(FIRST_DAY, daysLived)
    entriesSent += await liveOneDay(lender, today, plan.loans)
    const violations = await moneyViolations(api.deps, api.database.db)
    if (violations.length > 0) broken = { day: today, violations }
    plan.onDay?.(daysLived + 1)
  }
  const [first] = borrowers
  const letter = first !== undefined && (await hasPaidInFullLetter(api, first))
  return { daysLived, broken, entriesSent, returned: bank.returned, asked: lender.asked, letter }
}

/** Answers how many entries went to the bank. */
async function liveOneDay(lender: Lender, today: LocalDate, loans: number): Promise<number> {
  const { api, money, bank } = lender
  const at = (hour: number, minute: number): void =>
    api.clock.set(instantOf(today, { hour, minute }, NEW_YORK))
  at(7, 0)
  if ((await bank.deliver(today)) > 0) assert((await takeInbox(money)) > 0, 'what the bank sends is taken')
  at(8, 31)
  await runMoneyRound(money)
  at(9, 0)
  await announceDebits(money)
  await runPastDueRound(money)
  if (!api.deps.calendar.isBankingDay(today)) return 0
  at(10, 0)
  await borrowersAct(lender, today, loans)
  const data = api.deps.portfolios.byId(PORTFOLIO)
  assert(data !== undefined, 'the portfolio of the simulation')
  const cutOffAt = batchCutOffOn(hoursOf(data, api.deps.calendar), today)
  api.clock.set(new Date(cutOffAt.getTime() - BEFORE_CUT_OFF_MS))
  await runMoneyRound(money)
  const entries = await bank.readOutbox()
  await api.runJobs()
  return entries
}

async function borrowersAct(lender: Lender, today: LocalDate, loans: number): Promise<void> {
  const { api, borrowers, chance, asked } = lender
  const payable = api.deps.calendar.addBankingDays(today, 2)
  for (const borrower of borrowers) {
    const code = await liveDay(api, borrower, chance, { today, payable })
    if (code === undefined) continue
    const { httpStatus = FIRST_SERVER_ERROR } = responseCodeOf(code) ?? {}
    assert(
      code === SUCCESS_CODE || httpStatus < FIRST_SERVER_ERROR,
      'the server answers borrowers by its rules',
    )
    asked.set(code, (asked.get(code) ?? 0) + 1)
  }
  for (let come = 0; come < NEWCOMERS_A_DAY && borrowers.length < loans; come += 1)
    borrowers.push(await takeLoan(api, borrowers.length === 0))
}
