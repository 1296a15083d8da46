import { isDebit } from './batch-totals.ts'
import { ReservedDescription } from './entry-description.ts'
import { ENTRY_DETAIL } from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import { type BatchHeader, type EntryDetail, StandardEntryClass } from './nacha-file.ts'
import { isRoutingNumber } from './routing-number.ts'
import { movesMoney, TRANSACTION_CODES } from './transaction-code.ts'

/**
 * Rules of entries that go beyond a single field. What the reader asks, the writer asks too; what only "sent" rules
 * ask is meant for what we originate, because banks that send something back keep to it less closely.
 */

const RECORD = ENTRY_DETAIL.name
const NO_ENTRIES: readonly [] = []

function complain(faults: NachaError[], field: string, value: string, problem: string): void {
  faults.push({ record: RECORD, field, value, problem })
}

/** Rules of an entry by itself, for reading and writing. Account and name are never shown. */
export function checkEntry(entry: EntryDetail, faults: NachaError[]): void {
  if (!isRoutingNumber(entry.routingNumber)) {
    complain(faults, 'routingNumber', entry.routingNumber.slice(0, 9), 'fails the check digit')
  }
  if (entry.accountNumber.includes(' ')) {
    complain(faults, 'accountNumber', '(withheld)', 'may hold no blank')
  }
  checkAmount(entry, faults)
}

function checkAmount({ transactionCode, amount, exceptions }: EntryDetail, faults: NachaError[]): void {
  const meaning = TRANSACTION_CODES.get(transactionCode)
  if (meaning === undefined) {
    return complain(faults, 'transactionCode', transactionCode.slice(0, 2), 'is no known code')
  }
  if (exceptions?.some(({ kind }) => kind === 'noticeOfChange') === true && amount !== 0n) {
    complain(faults, 'amount', amount.toString(), 'a notice of change moves no money')
  }
  // What comes back keeps the amount of what was sent, which may be none.
  if (exceptions !== undefined) return
  if (meaning.use === 'return') {
    return complain(
      faults,
      'transactionCode',
      transactionCode,
      'comes back with an addenda of type 98 or 99 only',
    )
  }
  if (movesMoney(meaning) && amount <= 0n)
    complain(faults, 'amount', amount.toString(), 'a live entry moves money')
  if (!movesMoney(meaning) && amount !== 0n) {
    complain(faults, 'amount', amount.toString(), 'a prenote or zero-dollar entry moves none')
  }
}

/** What we write besides: a name, and one addenda that belongs to its entry. */
export function checkSentEntry(entry: EntryDetail, faults: NachaError[]): void {
  const { exceptions = NO_ENTRIES } = entry
  if (entry.individualName.trim() === '') {
    complain(faults, 'individualName', '(withheld)', 'is needed')
  }
  if (entry.exceptions === undefined) return
  if (exceptions.length !== 1 || entry.paymentInformation !== undefined) {
    complain(faults, 'addendaIndicator', '1', 'one addenda to an entry')
  }
  if (TRANSACTION_CODES.get(entry.transactionCode)?.use !== 'return') {
    complain(
      faults,
      'transactionCode',
      entry.transactionCode.slice(0, 2),
      'does not say that something came back',
    )
  }
  for (const { traceNumber } of exceptions) {
    if (traceNumber !== entry.traceNumber) {
      complain(faults, 'traceNumber', traceNumber.slice(0, 15), 'is the same in the entry and its addenda')
    }
  }
}

const CONSUMER_DEBITS: readonly string[] = [StandardEntryClass.web, StandardEntryClass.tel]

/** Rules of an entry in its batch, for reading and writing. */
export function checkEntryInBatch(
  header: BatchHeader,
  entry: EntryDetail,
  previousTrace: string,
  faults: NachaError[],
): void {
  const isNotice = entry.exceptions?.every(({ kind }) => kind === 'noticeOfChange') === true
  if ((header.standardEntryClass === StandardEntryClass.cor) !== isNotice) {
    complain(
      faults,
      'transactionCode',
      entry.transactionCode,
      'notices of change, and only they, stand in COR',
    )
  }
  if (entry.transactionCode === '55' && header.entryDescription !== ReservedDescription.reversal) {
    complain(faults, 'transactionCode', '55', 'a loan account is debited in a reversal only')
  }
  if (entry.exceptions !== undefined) return
  if (
    isDebit(entry) &&
    CONSUMER_DEBITS.includes(header.standardEntryClass) &&
    /^0*$/.test(entry.individualName)
  ) {
    complain(faults, 'individualName', '(withheld)', 'WEB and TEL debits name the receiver')
  }
  if (header.effectiveEntryDate === undefined) {
    faults.push({ record: 'batchHeader', field: 'effectiveEntryDate', value: '', problem: 'is no date' })
  }
  if (!entry.traceNumber.startsWith(header.odfiIdentification)) {
    complain(
      faults,
      'traceNumber',
      entry.traceNumber.slice(0, 15),
      'starts with the ODFI identification of its batch',
    )
  }
  if (entry.traceNumber <= previousTrace) {
    complain(faults, 'traceNumber', entry.traceNumber.slice(0, 15), 'ascends inside a batch')
  }
}

/** What we write besides, in its batch: the entries that a class is for. */
export function checkSentEntryInBatch(header: BatchHeader, entry: EntryDetail, faults: NachaError[]): void {
  if (entry.exceptions !== undefined) return
  const { standardEntryClass, settlementDate, entryDescription } = header
  if (settlementDate !== '') {
    const problem = 'the operator fills it in'
    faults.push({
      record: 'batchHeader',
      field: 'settlementDate',
      value: settlementDate.slice(0, 3),
      problem,
    })
  }
  if (!CONSUMER_DEBITS.includes(standardEntryClass)) return
  if (!isDebit(entry) && entryDescription !== ReservedDescription.reversal) {
    const problem = 'holds debits only; loan proceeds are PPD credits'
    faults.push({ record: 'batchHeader', field: 'standardEntryClass', value: standardEntryClass, problem })
  }
  if (!['', 'S', 'R'].includes(entry.discretionaryData)) {
    complain(
      faults,
      'discretionaryData',
      entry.discretionaryData.slice(0, 2),
      'is S, R or blank in WEB and TEL',
    )
  }
}
