import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/verification'
import type { showStatementCall } from '@dolphin/contract/verification-staff'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire, sum } from '@dolphin/domain/money/cents'
import type { BankTransaction } from '@dolphin/domain/verification/bank-report'
import type { IncomeSummary } from '@dolphin/domain/verification/income'
import { SKIP_REASONS } from '@dolphin/domain/verification/skip-reason'
import type { StatementContent, StatementLine } from '@dolphin/domain/verification/statement'
import { STATEMENT_WORDS_VERSION } from '@dolphin/domain/verification/words/statement-words'
import type { ForReaders } from '../../reader-words.ts'

type StatementRead = NonNullable<ForReaders<CallReply<typeof uploadBankStatementCall>>['read']>

/** What was read of a table, for its sender and its reviewer. */
export function statementRead(content: StatementContent): StatementRead {
  const { bank, lines, rowsInFile, from, to, accountTail, balances, skipped, moreSkipped } = content
  return {
    bank,
    rows: lines.length,
    rowsInFile,
    from: formatLocalDate(from),
    to: formatLocalDate(to),
    accountMasked: accountTail === null ? null : `••••${accountTail}`,
    balances,
    totals: totalsOf(content),
    skipped: skipped.map(({ row, column, reason }) => ({
      row,
      column,
      code: reason,
      reason: SKIP_REASONS[reason].text,
    })),
    moreSkipped,
  }
}

function totalsOf({ openingBalance, closingBalance, lines }: StatementContent): StatementRead['totals'] {
  if (openingBalance === null || closingBalance === null) return null
  const rows = moneyToWire(sum(lines.map(({ amount }) => amount)))
  return { opening: moneyToWire(openingBalance), rows, closing: moneyToWire(closingBalance) }
}

type Behind = NonNullable<CallReply<typeof showStatementCall>['behind']>

const MOST_LINES = 200
const MOST_SOURCES = 50

/** The lines behind the figures of a summary, newest first. */
export function linesBehind({ sources, behind }: IncomeSummary): Behind {
  return {
    wordsVersion: STATEMENT_WORDS_VERSION,
    income: sources.slice(0, MOST_SOURCES).map(({ payer, kind, cadence, monthlyNet, deposits }) => ({
      payer,
      kind,
      frequency: cadence,
      monthlyNet: moneyToWire(monthlyNet),
      lines: linesOf(deposits),
    })),
    fees: linesOf(behind.nsf),
    lenderDebits: linesOf(behind.lenderDebits),
    lenderCredits: linesOf(behind.lenderCredits),
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

const lineView = ({ date, amount, description }: StatementLine): Behind['fees'][number] => ({
  date: formatLocalDate(date),
  amount: moneyToWire(amount),
  description,
})

const MOST_ROWS = 500

/** The rows of a file as they were read, oldest first. */
export const rowsRead = (content: StatementContent | undefined): Behind['fees'] =>
  (content?.lines ?? []).slice(-MOST_ROWS).map(lineView)
