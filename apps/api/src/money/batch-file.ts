import {
  type AchFile,
  insertAchFile,
  listAchFiles,
  type NewAchFile,
} from '@dolphin/database/ach-file-repository'
import type { FieldPlace } from '@dolphin/database/field-cipher'
import { nextSerial } from '@dolphin/database/serial'
import type { MoneyTransaction } from '@dolphin/database/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import type { AchOriginator, Portfolio } from '@dolphin/domain/portfolio/portfolio'
import { wallTime } from '@dolphin/domain/time/new-york'
import { contentKey, sha256Hex } from '@dolphin/integrations/objects/object-key'
import { type EntryDetail, type NachaFile, StandardEntryClass, traceNumber } from '@dolphin/nacha/nacha-file'
import { writeFile } from '@dolphin/nacha/write-file'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { UntracedEntry } from './credit-entry.ts'
import type { MoneyParts } from './money-parts.ts'

/** A credit that goes out with its entry. */
export interface OutgoingCredit {
  readonly transaction: MoneyTransaction
  readonly entry: UntracedEntry
}

export type TracedCredit = OutgoingCredit & { readonly traceNumber: string }

/** What people see on their statement. */
const ENTRY_DESCRIPTION = 'LOAN'
/** Files of one day are told apart by these, in this order. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LAST_TRACE = 9_999_999

/** Where the text of a file is bound to when it is sealed: account numbers do not lie about readable. */
export const filePlace = ({ portfolioId, fileNo }: Pick<AchFile, 'portfolioId' | 'fileNo'>): FieldPlace => ({
  table: 'ach_files',
  id: `${portfolioId}/${fileNo}`,
  column: 'content',
})

/** Draws a trace number for each credit, ascending. */
export async function traceCredits(
  unit: UnitOfWork,
  { odfiId }: AchOriginator,
  credits: readonly OutgoingCredit[],
): Promise<TracedCredit[]> {
  const traced: TracedCredit[] = []
  for (const credit of credits) {
    const serial = await nextSerial(unit.tx, 'trace')
    assert(serial <= LAST_TRACE, 'trace numbers are used up')
    traced.push({ ...credit, traceNumber: traceNumber(odfiId, serial) })
  }
  return traced
}

/**
 * Writes the file of a run: its sealed text into the object store, then its rows in the caller's transaction. A
 * crash before the commit leaves an object that nothing names; a crash after it leaves rows that the next
 * hand-over sends. The portfolio's run is serialised by the caller, so that the modifier is free.
 */
export async function storeBatchFile(
  { objects, cipher }: Pick<MoneyParts, 'objects' | 'cipher'>,
  unit: UnitOfWork,
  portfolio: Portfolio,
  day: { readonly businessDate: LocalDate; readonly effectiveEntryDate: LocalDate },
  credits: readonly TracedCredit[],
): Promise<NewAchFile> {
  const { portfolioId } = portfolio
  const earlier = await listAchFiles(unit.tx, portfolioId, day.businessDate)
  const fileIdModifier = MODIFIERS[earlier.length]
  assert(fileIdModifier !== undefined, 'a day has at most 36 files')
  const fileNo = `${portfolioId}-${formatLocalDate(day.businessDate).replaceAll('-', '')}-${fileIdModifier}`
  const text = writeFile(nachaFile(portfolio, { ...day, fileIdModifier, now: unit.now }, credits))
  const sealed = new TextEncoder().encode(cipher.seal(filePlace({ portfolioId, fileNo }), text))
  const objectKey = contentKey('ach', sealed, 'sealed')
  await objects.put(objectKey, sealed)
  const file: NewAchFile = {
    portfolioId,
    fileNo,
    businessDate: day.businessDate,
    fileIdModifier,
    sha256: sha256Hex(new TextEncoder().encode(text)),
    objectKey,
    entryCount: credits.length,
    debitTotal: ZERO_CENTS,
    creditTotal: sum(credits.map(({ transaction }) => transaction.amount)),
    createdAt: unit.now,
  }
  await insertAchFile(
    unit.tx,
    file,
    credits.map(({ transaction: { transactionNo, amount }, traceNumber: trace }) => ({
      transactionNo,
      amount,
      traceNumber: trace,
      effectiveDate: day.effectiveEntryDate,
    })),
  )
  return file
}

interface FileDay {
  readonly businessDate: LocalDate
  readonly effectiveEntryDate: LocalDate
  readonly fileIdModifier: string
  readonly now: Date
}

function nachaFile(
  { ach, timeZone }: Portfolio,
  { businessDate, effectiveEntryDate, fileIdModifier, now }: FileDay,
  credits: readonly TracedCredit[],
): NachaFile {
  const { hour, minute } = wallTime(now, timeZone)
  const entries = credits.map(
    ({ entry, traceNumber: trace }): EntryDetail => ({ ...entry, traceNumber: trace }),
  )
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
    batches: [
      {
        header: {
          companyName: ach.companyName,
          companyDiscretionaryData: '',
          companyIdentification: ach.companyId,
          standardEntryClass: StandardEntryClass.ppd,
          entryDescription: ENTRY_DESCRIPTION,
          descriptiveDate: '',
          effectiveEntryDate,
          settlementDate: '',
          odfiIdentification: ach.odfiId,
          batchNumber: 1,
        },
        entries,
      },
    ],
  }
}

const two = (value: number): string => value.toString().padStart(2, '0')
