import { isMisspelledReserved } from './entry-description.ts'
import { checkEntry, checkSentEntry } from './entry-rules.ts'
import { encodeException } from './exception-addenda.ts'
import { ENTRY_DETAIL, PAYMENT_ADDENDA } from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import { type BatchHeader, type EntryDetail, type FileHeader, StandardEntryClass } from './nacha-file.ts'
import { encodeRecord } from './record-layout.ts'
import { addendaValues, entryDetailValues } from './record-values.ts'
import { isRoutingNumber } from './routing-number.ts'

/** The records of an entry, each with its line end; what cannot be written is added to the faults. */
export function entryText(entry: EntryDetail, faults: NachaError[]): string {
  let text = `${encodeRecord(ENTRY_DETAIL, entryDetailValues(entry), faults)}\n`
  if (entry.paymentInformation !== undefined) {
    text += `${encodeRecord(PAYMENT_ADDENDA, addendaValues(entry), faults)}\n`
  }
  for (const exception of entry.exceptions ?? []) text += `${encodeException(exception, faults)}\n`
  checkEntry(entry, faults)
  checkSentEntry(entry, faults)
  return text
}

/** Every fault of one entry, so that a bad one can be kept out of a batch. Account and name are never shown. */
export function entryErrors(entry: EntryDetail): NachaError[] {
  const faults: NachaError[] = []
  entryText(entry, faults)
  return faults
}

type Rule = readonly [isBroken: boolean, field: string, value: string, problem: string]

function ask(record: string, rules: readonly Rule[], faults: NachaError[]): void {
  for (const [isBroken, field, value, problem] of rules) {
    if (isBroken) faults.push({ record, field, value, problem })
  }
}

/** Rules of the file header, for reading and writing. */
export function checkFileHeader(header: FileHeader, faults: NachaError[]): void {
  const { immediateDestination, immediateOrigin, fileIdModifier, creationTime } = header
  ask(
    'fileHeader',
    [
      [
        !/^[0-9A-Z]{9,10}$/.test(immediateDestination),
        'immediateDestination',
        immediateDestination,
        'is a routing number or a company identification',
      ],
      [
        !/^(\d{9}|[0-9A-Z]{10})$/.test(immediateOrigin),
        'immediateOrigin',
        immediateOrigin,
        'is a routing number or a company identification of ten characters',
      ],
      [!/^[A-Z0-9]$/.test(fileIdModifier), 'fileIdModifier', fileIdModifier, 'is A-Z or 0-9'],
      [!/^(([01]\d|2[0-3])[0-5]\d)?$/.test(creationTime), 'creationTime', creationTime, 'is HHMM or empty'],
    ],
    faults,
  )
}

/** What we write besides: it goes to a bank. */
export function checkSentFileHeader({ immediateDestination: value }: FileHeader, faults: NachaError[]): void {
  ask('fileHeader', [[!isRoutingNumber(value), 'immediateDestination', value, 'is a routing number']], faults)
}

const CLASSES: readonly string[] = Object.values(StandardEntryClass)
const READ_ONLY: readonly string[] = [StandardEntryClass.pos, StandardEntryClass.rck]

/** Rules of a batch header, for reading and writing. */
export function checkBatchHeader(header: BatchHeader, faults: NachaError[]): void {
  const { companyName, entryDescription, standardEntryClass, settlementDate } = header
  ask(
    'batchHeader',
    [
      [/^0+$/.test(companyName), 'companyName', companyName, 'is more than zeros'],
      [/^0+$/.test(entryDescription), 'entryDescription', entryDescription, 'is more than zeros'],
      [
        !CLASSES.includes(standardEntryClass),
        'standardEntryClass',
        standardEntryClass,
        'is no class that we use',
      ],
      [!/^(\d{3})?$/.test(settlementDate), 'settlementDate', settlementDate, 'is a day of the year or blank'],
    ],
    faults,
  )
}

/** What we write besides: numbers ascend, and words with a meaning are spelled as banks match them. */
export function checkSentBatchHeader(
  { batchNumber, entryDescription, descriptiveDate, standardEntryClass }: BatchHeader,
  previousNumber: number,
  faults: NachaError[],
): void {
  ask(
    'batchHeader',
    [
      [batchNumber <= previousNumber, 'batchNumber', batchNumber.toString(), 'ascends from 1'],
      [
        READ_ONLY.includes(standardEntryClass),
        'standardEntryClass',
        standardEntryClass,
        'is no class that we write',
      ],
      [
        isMisspelledReserved(entryDescription),
        'entryDescription',
        entryDescription,
        'is a reserved word, in capitals',
      ],
      [
        /^SD\d{4}$/.test(descriptiveDate) && !/^SD([01]\d|2[0-3])[0-5]\d$/.test(descriptiveDate),
        'descriptiveDate',
        descriptiveDate,
        'is no time of day behind SD',
      ],
    ],
    faults,
  )
}
