import { SUCCESS_CODE } from '@dolphin/contract/response-codes'
import type { Executor } from '@dolphin/database/executor'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { missingShares } from './funnel.ts'
import { readReport, type SimulationReport } from './simulation-report.ts'
import type { SimulationOutcome } from './simulation.ts'

const WIDTH = 36
const PER_CENT = 100

const row = (name: string, value: string | number): string => `  ${name.padEnd(WIDTH)}${value}`
const shareOf = (count: number, outOf: number): string =>
  outOf === 0 ? '' : `  ${((count / outOf) * PER_CENT).toFixed(1)} %`

/** The command that lives the same days again, up to and with the last one lived. */
export const sameDaysAgain = ({ plan, daysLived }: SimulationOutcome, extra = ''): string =>
  `npm run simulate -- --loans ${plan.loans} --days ${daysLived} --from ${formatLocalDate(plan.from)} --seed ${plan.seed}${
    plan.faults ? ' --faults' : ''
  }${plan.byHandEvery === 1 ? '' : ` --by-hand ${plan.byHandEvery}`}${
    plan.firstLife === undefined ? '' : ` --first-life ${plan.firstLife}`
  }${extra}`

/** What a simulation came to, as lines of a table for a terminal. */
export async function simulationTable(executor: Executor, outcome: SimulationOutcome): Promise<string[]> {
  return tableOf(await readReport(executor, outcome), outcome)
}

function tableOf(report: SimulationReport, outcome: SimulationOutcome): string[] {
  const { cash, portfolio, funnel } = report
  const missing = new Set(missingShares(funnel))
  return [
    'Funnel',
    ...funnel.map((stage) => {
      const { name, count, outOf } = stage
      return row(
        name,
        `${String(count).padStart(6)}${shareOf(count, outOf)}${missing.has(stage) ? '  TOO FEW' : ''}`,
      )
    }),
    'Portfolio by status',
    ...portfolio.map(({ name, count }) => row(name, count)),
    'Cash',
    ...cash.map(({ name, amount }) => row(name, formatCurrency(amount))),
    'Bank',
    row('entries sent', outcome.entriesSent),
    ...report.returns.map(({ name, count }) => row(name, count)),
    'Requests of borrowers',
    ...[...outcome.asked].map(([code, count]) =>
      row(code === SUCCESS_CODE ? 'done' : `refused ${code}`, count),
    ),
    row('letter of the first loan', outcome.letter ? 'there' : 'not there'),
    ...faultLines(outcome),
    ...brokenLines(outcome),
  ]
}

function faultLines({ plan, faults, kills }: SimulationOutcome): string[] {
  if (!plan.faults) return []
  return [
    'Faults: injected, survived',
    ...faults.map(({ kind, injected, survived }) =>
      row(kind, `${String(injected).padStart(6)} ${String(survived).padStart(6)}`),
    ),
    ...[...kills].map(([mark, count]) => row(`  killed: ${mark}`, count)),
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
