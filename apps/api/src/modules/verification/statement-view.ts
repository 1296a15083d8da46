import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/verification'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { StatementContent } from '@dolphin/domain/verification/statement'

type StatementRead = NonNullable<CallReply<typeof uploadBankStatementCall>['read']>

/** What was read of a table, for its sender and its reviewer. */
export function statementRead(content: StatementContent): StatementRead {
  const { lines, from, to, accountTail, duplicates, badRows, moreBadRows } = content
  return {
    rows: lines.length,
    from: formatLocalDate(from),
    to: formatLocalDate(to),
    accountMasked: accountTail === null ? null : `••••${accountTail}`,
    duplicates,
    badRows,
    moreBadRows,
  }
}
