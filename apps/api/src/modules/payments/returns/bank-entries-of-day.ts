import { type AchInboxEntry, listInboxEntriesBetween } from '@dolphin/database/payments/ach-inbox-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listWorkItemsOpenedBetween, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import type { CallReply } from '@dolphin/contract/call'
import type { listBankEntryCall } from '@dolphin/contract/returns'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone, startOfDay } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { entryKindSchema } from '@dolphin/contract/returns'

type Entry = CallReply<typeof listBankEntryCall>['entries'][number]

/** Entries that are shown of a day. */
const MOST_SHOWN = 10_000

/** What the bank sent a portfolio on a day, in order of its coming, with what became of each entry. */
export async function bankEntriesOfDay(
  executor: Executor,
  { portfolioId, timeZone }: { readonly portfolioId: number; readonly timeZone: string },
  day: LocalDate,
): Promise<{ readonly entries: Entry[]; readonly isCut: boolean }> {
  const from = startOfDay(day, timeZone)
  const window = { portfolioId, from, to: startOfDay(addDays(day, 1), timeZone), limit: MOST_SHOWN + 1 }
  const kept = await listInboxEntriesBetween(executor, window)
  const kinds = ['entryQuarantined', 'unreadBankEntry'] as const
  const held = await listWorkItemsOpenedBetween(executor, kinds, window)
  const entries = [
    ...kept.map((entry) => keptView(entry, timeZone)),
    ...held.map((item) => heldView(item, timeZone)),
  ].toSorted(
    (left, right) => (left.at < right.at ? -1 : Number(left.at > right.at)) || left.line - right.line,
  )
  return { entries: entries.slice(0, MOST_SHOWN), isCut: entries.length > MOST_SHOWN }
}

function keptView(entry: AchInboxEntry, timeZone: string): Entry {
  const { kind, code, originalTrace, amount, loanNo, transactionNo, applied: outcome, sha256, line } = entry
  const isDispute = kind === STORED_NAMES.inboxEntryKind.dishonored
  return {
    at: isoInZone(entry.at, timeZone),
    kind: isDispute ? 'dispute' : kind,
    code,
    originalTrace,
    amount: moneyToWire(amount),
    loanNo,
    transactionNo,
    outcome,
    reason: null,
    workItemNo: null,
    sha256,
    line,
  }
}

function heldView(
  { since, facts, loanNo, reason, workItemNo, closedAt, closedFor }: WorkItem,
  zone: string,
): Entry {
  const textOf = (name: string): string | null => {
    const value = facts[name]
    return typeof value === 'string' ? value : null
  }
  const lines = Array.isArray(facts['lines']) ? facts['lines'] : []
  const kind = entryKindSchema.safeParse(facts['kind'])
  return {
    at: isoInZone(since, zone),
    kind: kind.success ? kind.data : 'unread',
    code: textOf('code'),
    originalTrace: textOf('originalTrace'),
    amount: textOf('amount'),
    loanNo,
    transactionNo: null,
    outcome: closedAt === null ? 'quarantined' : 'solved',
    reason: closedFor ?? reason,
    workItemNo,
    sha256: textOf('sha256') ?? '',
    line: Number(facts['line'] ?? lines[0] ?? 0),
  }
}
