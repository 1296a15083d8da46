import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/verification'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire, sum } from '@dolphin/domain/money/cents'
import { SKIP_REASONS } from '@dolphin/domain/verification/skip-reason'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import type { ForReaders } from '../../reader-words.ts'
import { lineView } from './income-view.ts'

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

const MOST_ROWS = 500

/** The rows of a file as they were read, oldest first. */
export const rowsRead = (content: StatementContent | undefined) =>
  (content?.lines ?? []).slice(-MOST_ROWS).map(lineView)
