import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/verification'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { SKIP_REASONS } from '@dolphin/domain/verification/skip-reason'
import type { StatementContent } from '@dolphin/domain/verification/statement'
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
    skipped: skipped.map(({ row, column, reason }) => ({
      row,
      column,
      code: reason,
      reason: SKIP_REASONS[reason].text,
    })),
    moreSkipped,
  }
}
