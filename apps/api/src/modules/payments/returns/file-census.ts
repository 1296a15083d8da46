import type { NachaError } from '@dolphin/nacha/nacha-error'
import { MOST_FAULTS } from '@dolphin/nacha/nacha-error'
import type { EntryClue } from '@dolphin/nacha/entry-clue'
import { inboxItems } from './inbox-file.ts'

/** More entries than these that cannot be read are no file whose entries can be told apart. */
const MOST_UNREAD = 1_000
/** Clues that are looked at of a file that is quarantined whole. */
const MOST_CLUES = 10_000

/** What a file of the bank holds, before anything is done with it. */
export interface FileCensus {
  /** Entries that can be read, and what may be one and cannot. */
  readonly entries: number
  readonly unread: number
  /** By company, of what can be read. */
  readonly companies: ReadonlyMap<string, { readonly returns: number; readonly noticesOfChange: number }>
  /** The first of them. */
  readonly faults: readonly NachaError[]
  readonly clues: readonly EntryClue[]
  readonly isWhole: boolean
}

/**
 * Counts the items of a file. Not whole: its entries cannot be told apart, for there is nothing in it that looks like
 * one beside what cannot be read, or far too much that cannot. Source: domain.md §14.
 */
export function takeCensus(bytes: Uint8Array): FileCensus {
  const companies = new Map<string, { returns: number; noticesOfChange: number }>()
  const faults: NachaError[] = []
  const clues: EntryClue[] = []
  const counts = { entries: 0, unread: 0, lookAlike: 0 }
  const addFaults = (more: readonly NachaError[]) => {
    faults.push(...more.slice(0, MOST_FAULTS - faults.length))
  }
  for (const item of inboxItems(bytes)) {
    if (item.is === 'entry') {
      counts.entries += 1
      const { companyId, exception } = item.entry
      const of = companies.get(companyId) ?? { returns: 0, noticesOfChange: 0 }
      of[exception.kind === 'noticeOfChange' ? 'noticesOfChange' : 'returns'] += 1
      companies.set(companyId, of)
    } else if (item.is === 'unread') {
      counts.unread += 1
      if (item.unread.place.records[0]?.startsWith('6')) counts.lookAlike += 1
      if (clues.length < MOST_CLUES) clues.push(item.unread.clue)
      addFaults(item.unread.faults)
    } else addFaults(item.frame.faults)
  }
  const { entries, unread, lookAlike } = counts
  const isTold = entries + lookAlike > 0 || faults.length === 0
  return {
    entries: entries + unread,
    unread,
    companies,
    faults,
    clues,
    isWhole: isTold && unread <= MOST_UNREAD,
  }
}
