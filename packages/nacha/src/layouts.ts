import { type FieldKind, type FieldLayout, type RecordLayout, recordLayout } from './record-layout.ts'

/**
 * The record layouts, position by position. Source: Nacha file layout, ach.md §1; the layouts of dishonored
 * and contested returns as an open implementation (moov-io/ach) has them.
 */

type Column = readonly [name: string, length: number, kind: FieldKind, more?: Partial<FieldLayout>]

const constant = (name: string, value: string): Column => [
  name,
  value.length,
  'constant',
  { constant: value },
]
const blank = (name: string, length: number): Column => [name, length, 'blank']
const required = { isRequired: true }
const personal = { isPersonal: true }
const unused = { isUnused: true }
const unusedPersonal = { ...unused, ...personal }

function record(name: string, columns: readonly Column[]): RecordLayout {
  let start = 1
  const fields = columns.map(([field, length, kind, more]): FieldLayout => {
    const at = start
    start += length
    return { name: field, start: at, length, kind, ...more }
  })
  return recordLayout(name, fields)
}

export const FILE_HEADER = record('fileHeader', [
  constant('recordType', '1'),
  constant('priority', '01'),
  ['immediateDestination', 10, 'identifier', required],
  ['immediateOrigin', 10, 'identifier', required],
  ['creationDate', 6, 'digits'],
  ['creationTime', 4, 'text'],
  ['fileIdModifier', 1, 'text', required],
  constant('recordSize', '094'),
  constant('blockingFactor', '10'),
  constant('formatCode', '1'),
  ['destinationName', 23, 'text', unused],
  ['originName', 23, 'text', unused],
  ['referenceCode', 8, 'text', unused],
])

export const BATCH_HEADER = record('batchHeader', [
  constant('recordType', '5'),
  ['serviceClass', 3, 'digits'],
  ['companyName', 16, 'text', { ...required, ...unused }],
  ['companyDiscretionaryData', 20, 'text', unused],
  ['companyIdentification', 10, 'text', required],
  ['standardEntryClass', 3, 'text', required],
  ['entryDescription', 10, 'text', required],
  ['descriptiveDate', 6, 'text', unused],
  ['effectiveEntryDate', 6, 'digits'],
  // The operator fills this in, so it is blank on the way out and a day of the year on the way back.
  ['settlementDate', 3, 'text'],
  constant('originatorStatus', '1'),
  ['odfiIdentification', 8, 'digits'],
  ['batchNumber', 7, 'number'],
])

export const ENTRY_DETAIL = record('entryDetail', [
  constant('recordType', '6'),
  ['transactionCode', 2, 'digits'],
  ['rdfiIdentification', 8, 'digits'],
  ['checkDigit', 1, 'digits'],
  ['accountNumber', 17, 'text', { ...required, ...personal }],
  ['amount', 10, 'number'],
  ['individualIdentification', 15, 'text', unused],
  ['individualName', 22, 'text', unusedPersonal],
  ['discretionaryData', 2, 'text', unused],
  ['addendaIndicator', 1, 'digits'],
  ['traceNumber', 15, 'digits'],
])

export const PAYMENT_ADDENDA = record('addenda', [
  constant('recordType', '7'),
  constant('addendaType', '05'),
  ['paymentInformation', 80, 'text', unusedPersonal],
  ['sequence', 4, 'number'],
  ['entrySequence', 7, 'digits'],
])

/** Addenda of a return, R01 to R60 and R80 on. */
export const RETURN_ADDENDA = record('returnAddenda', [
  constant('recordType', '7'),
  constant('addendaType', '99'),
  ['code', 3, 'text', required],
  ['originalTrace', 15, 'digits'],
  ['dateOfDeath', 6, 'text', personal],
  ['originalRdfi', 8, 'digits'],
  ['information', 44, 'text', unusedPersonal],
  ['traceNumber', 15, 'digits'],
])

/** Addenda of a dishonored return, R61 to R70: the same type, another layout. */
export const DISHONORED_ADDENDA = record('dishonoredAddenda', [
  constant('recordType', '7'),
  constant('addendaType', '99'),
  ['code', 3, 'text', required],
  ['originalTrace', 15, 'digits'],
  blank('reserved', 6),
  ['originalRdfi', 8, 'digits'],
  blank('reservedToo', 3),
  ['returnTrace', 15, 'digits'],
  ['returnSettlementDate', 3, 'digits'],
  ['returnCode', 2, 'digits'],
  ['information', 21, 'text', unusedPersonal],
  ['traceNumber', 15, 'digits'],
])

/** Addenda of a contested dishonored return, R71 to R77. */
export const CONTESTED_ADDENDA = record('contestedAddenda', [
  constant('recordType', '7'),
  constant('addendaType', '99'),
  ['code', 3, 'text', required],
  ['originalTrace', 15, 'digits'],
  ['dateReturned', 6, 'digits'],
  ['originalRdfi', 8, 'digits'],
  ['originalSettlementDate', 3, 'digits'],
  ['returnTrace', 15, 'digits'],
  ['returnSettlementDate', 3, 'digits'],
  ['returnCode', 2, 'digits'],
  ['dishonoredTrace', 15, 'digits'],
  ['dishonoredSettlementDate', 3, 'digits'],
  ['dishonoredCode', 2, 'digits'],
  blank('reserved', 1),
  ['traceNumber', 15, 'digits'],
])

/** Addenda of a notice of change. */
export const CHANGE_ADDENDA = record('changeAddenda', [
  constant('recordType', '7'),
  constant('addendaType', '98'),
  ['code', 3, 'text', required],
  ['originalTrace', 15, 'digits'],
  blank('reserved', 6),
  ['originalRdfi', 8, 'digits'],
  ['correctedData', 29, 'text', { ...required, ...personal }],
  blank('reservedToo', 15),
  ['traceNumber', 15, 'digits'],
])

export const BATCH_CONTROL = record('batchControl', [
  constant('recordType', '8'),
  ['serviceClass', 3, 'digits'],
  ['entryAddendaCount', 6, 'number'],
  ['entryHash', 10, 'number'],
  ['totalDebit', 12, 'number'],
  ['totalCredit', 12, 'number'],
  ['companyIdentification', 10, 'text', required],
  ['messageAuthenticationCode', 19, 'ignored'],
  blank('reserved', 6),
  ['odfiIdentification', 8, 'digits'],
  ['batchNumber', 7, 'number'],
])

export const FILE_CONTROL = record('fileControl', [
  constant('recordType', '9'),
  ['batchCount', 6, 'number'],
  ['blockCount', 6, 'number'],
  ['entryAddendaCount', 8, 'number'],
  ['entryHash', 10, 'number'],
  ['totalDebit', 12, 'number'],
  ['totalCredit', 12, 'number'],
  blank('reserved', 39),
])
