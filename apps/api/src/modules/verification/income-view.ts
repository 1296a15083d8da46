import type { CallReply } from '@dolphin/contract/call'
import type { showBankLinkCall } from '@dolphin/contract/verification-staff'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire, sum } from '@dolphin/domain/money/cents'
import { shownTail } from '@dolphin/domain/verification/account-match'
import type { BankReport, BankTransaction } from '@dolphin/domain/verification/bank-report'
import type { BalancesBehind, IncomeSummary } from '@dolphin/domain/verification/income'
import type { StatementLine } from '@dolphin/domain/verification/statement'
import { STATEMENT_WORDS_VERSION } from '@dolphin/domain/verification/words/statement-words'

type Shown = NonNullable<CallReply<typeof showBankLinkCall>['shown']>
type Behind = Shown['behind']

const MOST_LINES = 200
const MOST_SOURCES = 50
const MOST_DAYS = 200

/** The figures of a report as they were computed, for the employee who judges them. */
export function computedView({ asOf }: BankReport, summary: IncomeSummary): Shown['computed'] {
  const daysAgo = (days: number): LocalDate => addDays(asOf, -days)
  return {
    monthlyNetIncome: moneyToWire(summary.monthlyNetIncome),
    frequency: summary.cadence,
    nextPaydays: summary.nextPaydays.map(formatLocalDate),
    periodFrom: formatLocalDate(daysAgo(summary.daysOfHistory)),
    lastIncomeOn: summary.cadence === null ? null : formatLocalDate(daysAgo(summary.daysSinceLastIncome)),
    averageBalance: moneyToWire(summary.averageBalance),
    lowestBalance: moneyToWire(summary.lowestBalance),
    nsfCount30: summary.nsfCount30,
    nsfCount90: summary.nsfCount90,
    otherLenders: summary.otherLenders,
    otherLendersMonthly: moneyToWire(summary.otherLendersMonthly),
  }
}

/** The lines and days behind the figures of a summary, newest first. */
export function linesBehind(report: BankReport, { sources, behind }: IncomeSummary): Behind {
  const { nsf, lenderDebits, lenderCredits, lastIncome, balances } = behind
  return {
    wordsVersion: STATEMENT_WORDS_VERSION,
    income: sources.slice(0, MOST_SOURCES).map(({ payer, kind, cadence, monthlyNet, deposits }) => ({
      payer,
      kind,
      frequency: cadence,
      monthlyNet: moneyToWire(monthlyNet),
      lines: linesOf(deposits),
    })),
    fees: linesOf(nsf),
    lenderDebits: linesOf(lenderDebits),
    lenderCredits: linesOf(lenderCredits),
    lastIncome: lastIncome === undefined ? null : lineView(lastIncome),
    balances: balances === undefined ? null : balancesView(report, balances),
  }
}

function balancesView(
  { accounts }: BankReport,
  { accountId, from, to, lowestOn, overdrawnOn }: BalancesBehind,
): NonNullable<Behind['balances']> {
  const account = accounts.find((one) => one.accountId === accountId)
  return {
    accountMasked: account === undefined ? '' : `••••${shownTail(account)}`,
    from: formatLocalDate(from),
    to: formatLocalDate(to),
    lowestOn: formatLocalDate(lowestOn),
    overdrawnOn: overdrawnOn.slice(0, MOST_DAYS).map(formatLocalDate),
  }
}

/** The deposits behind a monthly income; none where a person entered another than was computed. */
export const sourcesBehind = ({ sources, monthlyNetIncome }: IncomeSummary) =>
  sum(sources.map(({ monthlyNet }) => monthlyNet)) === monthlyNetIncome
    ? sources.slice(0, MOST_SOURCES).map(({ payer, monthlyNet, deposits }) => ({
        payer,
        monthlyNet: moneyToWire(monthlyNet),
        deposits: linesOf(deposits),
      }))
    : []

const linesOf = (lines: readonly BankTransaction[]): Behind['fees'] =>
  lines
    .toSorted((a, b) => b.date - a.date)
    .slice(0, MOST_LINES)
    .map(lineView)

/** One line of an account or a file. */
export const lineView = ({ date, amount, description }: StatementLine): Behind['fees'][number] => ({
  date: formatLocalDate(date),
  amount: moneyToWire(amount),
  description,
})
