import { type AchFile, listAchFiles, type NewAchFile } from '@dolphin/database/payments/ach-file-repository'
import type { FieldPlace } from '@dolphin/database/driver/field-cipher'
import { nextSerials } from '@dolphin/database/driver/serial'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { sum } from '@dolphin/domain/money/cents'
import { sameDayMark } from '@dolphin/domain/disbursement/same-day-ach'
import type { AchOriginator, Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { wallTime } from '@dolphin/domain/time/new-york'
import { contentKey, sha256Hex } from '@dolphin/integrations/objects/object-key'
import {
  type Batch,
  type BatchHeader,
  type NachaFile,
  type StandardEntryClass,
  traceNumber,
} from '@dolphin/nacha/nacha-file'
import { withTrace } from '@dolphin/nacha/dishonored-return'
import { NachaWriteError } from '@dolphin/nacha/nacha-error'
import { writeFile } from '@dolphin/nacha/write-file'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { UntracedEntry } from './outgoing-entry.ts'
import type { MoneyDeps } from '../../deps.ts'

/** What goes out with its entry. What has the first three in common goes in one batch of the file. */
export interface OutgoingEntry {
  readonly direction: 'credit' | 'debit'
  readonly standardEntryClass: StandardEntryClass
  /** What people see on their statement. */
  readonly entryDescription: string
  readonly entry: UntracedEntry
}

/** A transaction that goes out. */
export interface OutgoingTransaction extends OutgoingEntry {
  readonly transactionNo: string
  readonly customerKey: string
  readonly loanNo: string
}

export type Traced<Entry extends OutgoingEntry> = Entry & { readonly traceNumber: string }

/** All that is kept of an entry until its file is written: the rest is in the database by then. */
export type FileEntry = Traced<OutgoingEntry> & {
  /** Null of a prenote, which moves no money, and of a dishonored return. */
  readonly transaction: Pick<OutgoingTransaction, 'transactionNo' | 'customerKey' | 'loanNo'> | null
}

/** The banking day of a run, and the one on which its entries take effect: the next one, or the same in a same-day run. */
export interface BatchDay {
  readonly businessDate: LocalDate
  readonly effectiveEntryDate: LocalDate
}

/** A batch day, and who has its batch originated. */
export interface DayOrder {
  readonly day: BatchDay
  readonly actor: string
}

/** Files of one day are told apart by these, in this order. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LAST_TRACE = 9_999_999

/** Where the text of a file is bound to when it is sealed: account numbers do not lie about readable. */
export const filePlace = ({ portfolioId, fileNo }: Pick<AchFile, 'portfolioId' | 'fileNo'>): FieldPlace => ({
  table: 'ach_files',
  id: `${portfolioId}/${fileNo}`,
  column: 'content',
})

/** Dishonored returns have batches of their own, behind the others. */
const batchKey = ({ direction, standardEntryClass, entryDescription, entry }: OutgoingEntry): string =>
  `${entry.exceptions === undefined ? '' : 'dishonored/'}${direction}/${standardEntryClass}/${entryDescription}`

/** Draws a trace number for each entry, ascending in each batch; entries that are drawn for later have higher ones. */
export async function traceEntries<Entry extends OutgoingEntry>(
  unit: UnitOfWork,
  { odfiId }: AchOriginator,
  entries: readonly Entry[],
): Promise<Traced<Entry>[]> {
  const keyed = entries.map((entry) => ({ entry, key: batchKey(entry) }))
  const ordered = keyed.toSorted((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key)))
  const serials = await nextSerials(unit.tx, 'trace', entries.length)
  return ordered.map(({ entry }, index) => {
    const serial = serials[index]
    assert(serial !== undefined && serial <= LAST_TRACE, 'trace numbers are used up')
    return { ...entry, traceNumber: traceNumber(odfiId, serial) }
  })
}

/** A file that is being generated: its day and what tells it apart. */
export interface BatchFileName {
  readonly day: BatchDay
  readonly fileIdModifier: string
  readonly fileNo: string
}

/** Names the day's next file of a portfolio; undefined when the day has had all its 36. */
export async function nextFileName(
  unit: UnitOfWork,
  portfolioId: number,
  day: BatchDay,
): Promise<BatchFileName | undefined> {
  const earlier = await listAchFiles(unit.tx, portfolioId, day.businessDate)
  const fileIdModifier = MODIFIERS[earlier.length]
  if (fileIdModifier === undefined) return undefined
  const date = formatLocalDate(day.businessDate).replaceAll('-', '')
  return { day, fileIdModifier, fileNo: `${portfolioId}-${date}-${fileIdModifier}` }
}

/** The name of a file, and what stands in it. */
export interface FileContent {
  readonly name: BatchFileName
  readonly entries: readonly FileEntry[]
}

/**
 * Writes the file of a run, sealed, into the object store, and answers its row. A crash before the commit leaves an
 * object that nothing names; a crash after it leaves rows that the next hand-over sends. The portfolio's run is
 * serialized by the caller, so that the modifier is free.
 */
export async function storeBatchFile(
  { objects, cipher }: Pick<MoneyDeps, 'objects' | 'cipher'>,
  unit: UnitOfWork,
  portfolio: Portfolio,
  { name, entries }: FileContent,
): Promise<NewAchFile> {
  const { portfolioId } = portfolio
  const { fileNo, fileIdModifier, day } = name
  const text = writeFile(nachaFile(portfolio, name, unit.now, entries))
  const sealed = Buffer.from(cipher.seal(filePlace({ portfolioId, fileNo }), text))
  const objectKey = contentKey('ach', sealed, 'sealed')
  await objects.put(objectKey, sealed)
  return {
    portfolioId,
    fileNo,
    businessDate: day.businessDate,
    fileIdModifier,
    sha256: sha256Hex(text),
    objectKey,
    entryCount: entries.length,
    debitTotal: totalOf(entries, 'debit'),
    creditTotal: totalOf(entries, 'credit'),
    createdAt: unit.now,
  }
}

/** What keeps an entry from a file of a day, as the bank would refuse it; undefined where it can be sent. */
export function entryRefusal(
  portfolio: Portfolio,
  day: BatchDay,
  entry: OutgoingEntry,
  now: Date,
): string | undefined {
  const name = { day, fileIdModifier: 'A', fileNo: '' }
  const traced = { ...entry, traceNumber: traceNumber(portfolio.ach.odfiId, 1), transaction: null }
  try {
    writeFile(nachaFile(portfolio, name, now, [traced]))
    return undefined
  } catch (error) {
    if (!(error instanceof NachaWriteError)) throw error
    const [fault] = error.errors
    return fault === undefined ? error.message : `${fault.record} ${fault.field} ${fault.problem}`
  }
}

const totalOf = (entries: readonly OutgoingEntry[], direction: OutgoingEntry['direction']) =>
  sum(entries.filter((one) => one.direction === direction).map(({ entry }) => entry.amount))

function nachaFile(
  { ach, timeZone, sameDayCredits }: Portfolio,
  { day: { businessDate, effectiveEntryDate }, fileIdModifier }: BatchFileName,
  now: Date,
  entries: readonly FileEntry[],
): NachaFile {
  const descriptiveDate = businessDate === effectiveEntryDate ? sameDayMark(sameDayCredits) : ''
  const { hour, minute } = wallTime(now, timeZone)
  const groups = [...Map.groupBy(entries, batchKey)].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return {
    header: {
      immediateDestination: ach.immediateDestination,
      immediateOrigin: ach.immediateOrigin,
      creationDate: businessDate,
      creationTime: `${two(hour)}${two(minute)}`,
      fileIdModifier,
      destinationName: ach.immediateDestinationName,
      originName: ach.immediateOriginName,
      referenceCode: '',
    },
    batches: groups.map(([, group], index) =>
      batchOf(ach, { effectiveEntryDate, descriptiveDate, batchNumber: index + 1 }, group),
    ),
  }
}

function batchOf(
  ach: AchOriginator,
  day: Pick<BatchHeader, 'effectiveEntryDate' | 'descriptiveDate' | 'batchNumber'>,
  group: readonly FileEntry[],
): Batch {
  const [first] = group
  assert(first !== undefined, 'a batch has entries')
  return {
    header: {
      companyName: ach.companyName,
      companyDiscretionaryData: '',
      companyIdentification: ach.companyId,
      standardEntryClass: first.standardEntryClass,
      entryDescription: first.entryDescription,
      ...day,
      settlementDate: '',
      odfiIdentification: ach.odfiId,
    },
    entries: group.map(({ entry, traceNumber: trace }) => withTrace(entry, trace)),
  }
}

const two = (value: number): string => value.toString().padStart(2, '0')
