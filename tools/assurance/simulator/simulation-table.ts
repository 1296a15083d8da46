import { SUCCESS_CODE } from '@dolphin/contract/response-codes'
import { responseCodeOf } from '@dolphin/api/testing/response-code-of'
import type { Executor } from '@dolphin/database/driver/executor'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { missingShares } from './funnel.ts'
import { readReport, type SimulationReport } from './simulation-report.ts'
import type { SimulationOutcome } from './simulation.ts'

const PER_CENT = 100
const GAP = 2

/** A title of its own, or a name and what stands beside it. */
type Line = string | readonly [name: string, value: string | number]

/** Values below one another, beside the longest name. */
function aligned(lines: readonly Line[]): string[] {
  const width = Math.max(...lines.map((line) => (typeof line === 'string' ? 0 : line[0].length))) + GAP
  return lines.map((line) => (typeof line === 'string' ? line : `  ${line[0].padEnd(width)}${line[1]}`))
}

const shareOf = (count: number, outOf: number): string =>
  outOf === 0 ? '' : `  ${((count / outOf) * PER_CENT).toFixed(1)} %`

/** The command that lives the same days again, up to and with the last one lived. */
export const sameDaysAgain = ({ plan, daysLived }: SimulationOutcome, extra = ''): string =>
  `npm run simulate -- --loans ${plan.loans} --days ${daysLived} --from ${formatLocalDate(plan.from)} --seed ${plan.seed}${
    plan.faults ? ' --faults' : ''
  }${plan.oddFiles === true ? ' --odd-files' : ''}${plan.byHandEvery === 1 ? '' : ` --by-hand ${plan.byHandEvery}`}${
    plan.firstLife === undefined ? '' : ` --first-life ${plan.firstLife}`
  }${extra}`

/** What a simulation came to, as lines of a table for a terminal. */
export async function simulationTable(executor: Executor, outcome: SimulationOutcome): Promise<string[]> {
  return [...aligned(tableOf(await readReport(executor, outcome), outcome)), ...brokenLines(outcome)]
}

function tableOf(report: SimulationReport, outcome: SimulationOutcome): Line[] {
  const { cash, portfolio, funnel } = report
  const missing = new Set(missingShares(funnel))
  return [
    'Funnel',
    ...funnel.map((stage) => {
      const { name, count, outOf } = stage
      const few = missing.has(stage) ? '  TOO FEW' : ''
      return [name, `${String(count).padStart(6)}${shareOf(count, outOf)}${few}`] as const
    }),
    'Portfolio by status',
    ...portfolio.map(({ name, count }) => [name, count] as const),
    'Cash',
    ...cash.map(({ name, amount }) => [name, formatCurrency(amount)] as const),
    'Bank',
    ['entries sent', outcome.entriesSent],
    ...report.returns.map(({ name, count }) => [name, count] as const),
    ...oddLines(outcome),
    'Requests of borrowers',
    ...[...outcome.asked].map(([code, count]) => [answerOf(code), count] as const),
    ['letter of the first loan', outcome.letter ? 'there' : 'not there'],
    ...faultLines(outcome),
  ]
}

/** Odd files by kind, and what came of them. */
function oddLines({ plan, odd, resolved, contested }: SimulationOutcome): Line[] {
  if (plan.oddFiles !== true) return []
  return [
    ...[...odd].map(([kind, count]) => [`odd file: ${kind}`, count] as const),
    ...[...resolved].map(
      ([act, count]) => [`exceptions that two employees resolved: ${act}`, count] as const,
    ),
    ['returns sent back and contested', contested],
  ]
}

const answerOf = (code: number): string =>
  code === SUCCESS_CODE ? 'done' : `refused: ${responseCodeOf(code)?.name ?? code}`

function faultLines({ plan, faults, kills }: SimulationOutcome): Line[] {
  if (!plan.faults) return []
  return [
    'Faults: injected, survived',
    ...faults.map(
      ({ kind, injected, survived }) =>
        [kind, `${String(injected).padStart(6)} ${String(survived).padStart(6)}`] as const,
    ),
    ...[...kills].map(([mark, count]) => [`  killed: ${mark}`, count] as const),
  ]
}

/** Whether every day was whole, or what was broken on which. */
export function brokenLines({ daysLived, broken }: SimulationOutcome): string[] {
  const state = broken === undefined ? 'all whole' : `BROKEN on ${formatLocalDate(broken.day)}`
  return [
    `Invariants checked on ${daysLived} days: ${state}`,
    ...(broken?.violations ?? []).map(
      ({ rule, loanNo, words }) => `  ${rule}  ${loanNo ?? 'book'}  ${words}`,
    ),
  ]
}
