import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import type { EntryDetail } from '@dolphin/nacha/nacha-file'
import { readFile as readNachaFile } from '@dolphin/nacha/read-file'
import { type BankNews, bankFile } from '../bank-returns.ts'
import type { Chance } from './chance.ts'

/** How often what happens to a debit; the rest settles. */
const INSUFFICIENT = 0.08
const DISPUTED = 0.01
const ACCOUNT_CHANGED = 0.02
/** A dispute comes back within 60 days of settlement. */
const FIRST_DISPUTE_DAY = 10
const DISPUTE_DAYS = 48

/** The lender's bank, the clearing house and the borrowers' banks: they see files and write files, nothing else. */
export interface SimulatedBank {
  /** Reads what the lender has put out since; answers how many entries that were. */
  readOutbox(): Promise<number>
  /** Sends what is due back by a day; answers how many items that are. */
  deliver(today: LocalDate): Promise<number>
  /** What came back so far, by code. */
  readonly returned: ReadonlyMap<string, number>
}

interface PendingNews extends BankNews {
  readonly dueOn: LocalDate
}

interface BankParts {
  /** The folder that both sides share. */
  readonly folder: string
  readonly portfolioId: number
  readonly calendar: BankCalendar
  readonly chance: Chance
  /** The loan of the story: its second debit comes back, everything else of it settles. */
  readonly storyLoanNo: () => string | undefined
}

export function createSimulatedBank(parts: BankParts): SimulatedBank {
  const known = new Set<string>()
  const returned = new Map<string, number>()
  let waiting: PendingNews[] = []
  let storyDebits = 0
  let serial = 0
  const decide = (entry: EntryDetail, effective: LocalDate): PendingNews | undefined => {
    if (!isDebit(entry)) return undefined
    if (entry.individualIdentification.trim() !== parts.storyLoanNo())
      return byChance(parts, entry, effective)
    storyDebits += 1
    return storyDebits === 2 ? comesBack(parts, entry, effective, 'R01') : undefined
  }
  return {
    returned,
    async readOutbox() {
      const outbox = join(parts.folder, 'outbox')
      await mkdir(outbox, { recursive: true })
      let entries = 0
      for (const name of (await readdir(outbox)).toSorted()) {
        if (known.has(name) || name.startsWith('.')) continue
        known.add(name)
        const file = readNachaFile(await readFile(join(outbox, name), 'utf8'))
        if (!file.ok) throw new Error(`the bank cannot read ${name}: ${JSON.stringify(file.error)}`)
        for (const { header, entries: details } of file.value.batches) {
          const { effectiveEntryDate } = header
          if (effectiveEntryDate === undefined) throw new Error(`${name} has no effective date`)
          entries += details.length
          for (const entry of details) {
            const news = decide(entry, effectiveEntryDate)
            if (news !== undefined) waiting.push(news)
          }
        }
      }
      return entries
    },
    async deliver(today) {
      const due = waiting.filter(({ dueOn }) => dueOn <= today)
      if (due.length === 0) return 0
      waiting = waiting.filter(({ dueOn }) => dueOn > today)
      serial = (serial + 1) % 26
      const inbox = join(parts.folder, 'inbox')
      await mkdir(inbox, { recursive: true })
      const bytes = bankFile(due, { portfolioId: parts.portfolioId, serial })
      await writeFile(join(inbox, `RET-${formatLocalDate(today)}.ach`), bytes)
      for (const { code } of due) returned.set(code, (returned.get(code) ?? 0) + 1)
      return due.length
    },
  }
}

const isDebit = ({ transactionCode }: EntryDetail): boolean =>
  transactionCode === '27' || transactionCode === '37'

function byChance(parts: BankParts, entry: EntryDetail, effective: LocalDate): PendingNews | undefined {
  const { chance } = parts
  const about = [entry.individualIdentification, effective, entry.amount.toString()]
  const drawn = chance('debit', ...about)
  if (drawn < INSUFFICIENT) return comesBack(parts, entry, effective, 'R01')
  if (drawn < INSUFFICIENT + DISPUTED) {
    const days = FIRST_DISPUTE_DAY + Math.floor(chance('dispute', ...about) * DISPUTE_DAYS)
    return {
      ...comesBack(parts, entry, effective, 'R10'),
      dueOn: parts.calendar.onOrAfter(addDays(effective, days)),
    }
  }
  if (drawn < INSUFFICIENT + DISPUTED + ACCOUNT_CHANGED) {
    const number = Math.floor(chance('account', ...about) * 900) + 100
    return { ...comesBack(parts, entry, effective, 'C01'), correctedData: `000111222${number}` }
  }
  return undefined
}

/** On the banking day after it took effect. */
function comesBack(
  { calendar }: BankParts,
  { amount, traceNumber }: EntryDetail,
  effective: LocalDate,
  code: string,
): PendingNews {
  return {
    movement: { type: TransactionType.debit, amount, traceNumber },
    code,
    dueOn: calendar.next(effective),
  }
}
