import { ENTRY_DETAIL, PAYMENT_ADDENDA } from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import { type Batch, type EntryDetail, type NachaFile, StandardEntryClass } from './nacha-file.ts'
import { recordErrors } from './record-layout.ts'
import { addendaValues, entryDetailValues } from './record-values.ts'
import { isRoutingNumber } from './routing-number.ts'
import { movesMoney, TRANSACTION_CODES } from './transaction-code.ts'

/** Rules that go beyond a single field; the writer and the reader both ask them. */

const rule = (
  isBroken: boolean,
  record: string,
  field: string,
  value: string,
  problem: string,
): NachaError[] => (isBroken ? [{ record, field, value, problem }] : [])

/** Every fault of one entry, so that a bad one can be kept out of a batch. Account and name are never shown. */
export function entryErrors(entry: EntryDetail): NachaError[] {
  const meaning = TRANSACTION_CODES.get(entry.transactionCode)
  const amount = entry.amount.toString()
  const record = ENTRY_DETAIL.name
  return [
    ...recordErrors(ENTRY_DETAIL, entryDetailValues(entry)),
    ...(entry.paymentInformation === undefined ? [] : recordErrors(PAYMENT_ADDENDA, addendaValues(entry))),
    ...rule(
      !isRoutingNumber(entry.routingNumber),
      record,
      'routingNumber',
      entry.routingNumber,
      'fails the check digit',
    ),
    ...rule(/\s/.test(entry.accountNumber), record, 'accountNumber', '(withheld)', 'may hold no blank'),
    ...rule(meaning === undefined, record, 'transactionCode', entry.transactionCode, 'is no known code'),
    ...rule(
      meaning?.use === 'live' && entry.amount <= 0n,
      record,
      'amount',
      amount,
      'a live entry moves money',
    ),
    ...rule(
      meaning !== undefined && !movesMoney(meaning) && entry.amount !== 0n,
      record,
      'amount',
      amount,
      'a prenote or zero-dollar entry moves none',
    ),
  ]
}

const CONSUMER_DEBITS_BY_CLASS: readonly string[] = [StandardEntryClass.web, StandardEntryClass.tel]

function batchErrors({ header, entries }: Batch): NachaError[] {
  const known = Object.values<string>(StandardEntryClass)
  const hasCredit = entries.some(
    ({ transactionCode }) => TRANSACTION_CODES.get(transactionCode)?.direction === 'credit',
  )
  return [
    ...rule(entries.length === 0, 'batchHeader', 'entries', '0', 'a batch holds at least one entry'),
    ...rule(
      !known.includes(header.standardEntryClass),
      'batchHeader',
      'standardEntryClass',
      header.standardEntryClass,
      'is no class that we use',
    ),
    ...rule(
      hasCredit && CONSUMER_DEBITS_BY_CLASS.includes(header.standardEntryClass),
      'batchHeader',
      'standardEntryClass',
      header.standardEntryClass,
      'holds debits only; loan proceeds are PPD credits',
    ),
    ...entries.flatMap((entry, index) => [
      ...rule(
        !entry.traceNumber.startsWith(header.odfiIdentification),
        'entryDetail',
        'traceNumber',
        entry.traceNumber,
        'starts with the ODFI identification of its batch',
      ),
      ...rule(
        index > 0 && entry.traceNumber <= (entries[index - 1]?.traceNumber ?? ''),
        'entryDetail',
        'traceNumber',
        entry.traceNumber,
        'ascends inside a batch',
      ),
    ]),
  ]
}

/** Faults of the file as a whole and of its batches, entry by entry ones excepted. */
export function fileErrors({ header, batches }: NachaFile): NachaError[] {
  const traces = batches.flatMap(({ entries }) => entries.map(({ traceNumber }) => traceNumber))
  const seen = new Set<string>()
  const repeated = traces.filter((trace) => seen.has(trace) || !seen.add(trace))
  return [
    ...rule(
      !isRoutingNumber(header.immediateDestination),
      'fileHeader',
      'immediateDestination',
      header.immediateDestination,
      'is a routing number',
    ),
    ...rule(
      !/^[A-Z0-9]$/.test(header.fileIdModifier),
      'fileHeader',
      'fileIdModifier',
      header.fileIdModifier,
      'is A-Z or 0-9',
    ),
    ...rule(
      !/^(([01]\d|2[0-3])[0-5]\d)?$/.test(header.creationTime),
      'fileHeader',
      'creationTime',
      header.creationTime,
      'is HHMM or empty',
    ),
    ...rule(batches.length === 0, 'fileControl', 'batchCount', '0', 'a file holds at least one batch'),
    ...batches.flatMap(({ header: batch }, index) =>
      rule(
        batch.batchNumber <= (batches[index - 1]?.header.batchNumber ?? 0),
        'batchHeader',
        'batchNumber',
        batch.batchNumber.toString(),
        'ascends from 1',
      ),
    ),
    ...repeated.map((trace) => ({
      record: 'entryDetail',
      field: 'traceNumber',
      value: trace,
      problem: 'is unique in the file',
    })),
    ...batches.flatMap(batchErrors),
  ]
}
