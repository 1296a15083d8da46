import { cents, type Cents } from '@dolphin/domain/money/cents'
import { type InboxEntry, linesOf } from './inbox-file.ts'

/** What can be read of an entry of the bank that tells which loan it may be about; parts may be missing. */
export interface EntryClue {
  readonly originalTrace?: string | undefined
  /** First eight digits of the routing number of the receiver's bank. */
  readonly originalRdfi?: string | undefined
  readonly accountNumber?: string | undefined
  readonly individualName?: string | undefined
  readonly individualIdentification?: string | undefined
  readonly amount?: Cents | undefined
}

/** What the lines of a damaged file tell. */
export interface FileClues {
  readonly clues: readonly EntryClue[]
  /** Lines, from 1, that tell nothing of any loan. */
  readonly unreadable: readonly number[]
}

/** The clue of an entry that was read. */
export const clueOf = ({ amount, receiver, exception }: InboxEntry): EntryClue => ({
  originalTrace: exception.originalTrace,
  originalRdfi: exception.originalRdfi,
  amount,
  ...receiver,
})

/** Positions: ach.md §1, records 6 and 7 with addenda 98 and 99. */
const ENTRY = /^6\d{2}/
const ADDENDA = /^7(98|99)/
const FRAME = /^(?:[158]|9{94}|9\d{6})/

const digits = (text: string): string | undefined => (/^\d+$/.test(text) ? text : undefined)
const some = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

const ofEntry = (line: string): EntryClue => {
  const amount = digits(line.slice(29, 39))
  return {
    accountNumber: some(line.slice(12, 29)),
    amount: amount === undefined ? undefined : cents(BigInt(amount)),
    individualIdentification: some(line.slice(39, 54)),
    individualName: some(line.slice(54, 76)),
  }
}

const ofAddenda = (line: string): EntryClue => ({
  originalTrace: digits(line.slice(6, 21)),
  originalRdfi: digits(line.slice(27, 35)),
})

/** Whether a clue can lead to a loan: by trace, by account, by number, or by amount and name. */
const isReadable = (clue: EntryClue): boolean =>
  clue.originalTrace?.length === 15 ||
  (clue.accountNumber !== undefined && clue.originalRdfi?.length === 8) ||
  (clue.individualIdentification !== undefined && /^\d{3}-\d{7}$/.test(clue.individualIdentification)) ||
  (clue.amount !== undefined && clue.amount > 0n && clue.individualName !== undefined)

/**
 * Reads what it can of a file that cannot be read whole: entry by entry, by position. A line that belongs to no entry
 * and to no header or control is an entry of its own. Nothing is applied by it. Source: domain.md §14.
 */
export function readFileClues(bytes: Uint8Array): FileClues {
  const clues: EntryClue[] = []
  const unreadable: number[] = []
  let open: { clue: EntryClue; line: number } | undefined
  const close = () => {
    if (open === undefined) return
    if (isReadable(open.clue)) clues.push(open.clue)
    else unreadable.push(open.line)
    open = undefined
  }
  let number = 0
  for (const line of linesOf(bytes)) {
    number += 1
    if (ADDENDA.test(line)) {
      open = { line: open?.line ?? number, clue: { ...open?.clue, ...ofAddenda(line) } }
      continue
    }
    close()
    if (ENTRY.test(line)) open = { line: number, clue: ofEntry(line) }
    else if (line.trim() !== '' && !FRAME.test(line)) unreadable.push(number)
  }
  close()
  return { clues, unreadable }
}
