import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { type LocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { ZERO_CENTS } from '@dolphin/domain/money/cents'
import { TransactionType } from '@dolphin/domain/payments/codes'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import { type Batch, type EntryDetail, StandardEntryClass, traceNumber } from '@dolphin/nacha/nacha-file'
import { writeFile } from '@dolphin/nacha/write-file'

/** What a bank says of an entry: a return, a dispute about one, or (with corrected data) a notice of change. */
export interface BankNews {
  readonly transaction: Pick<MoneyTransaction, 'type' | 'amount' | 'traceNumber'>
  readonly code: string
  readonly correctedData?: string
  readonly information?: string
  /** The bank's own number of the entry within its file; its place in the file where nothing is given. */
  readonly bankSequence?: number
  /** The account as the bank writes it; that of the tests where nothing is given. */
  readonly accountNumber?: string
  readonly individualName?: string
  readonly individualIdentification?: string
  /** Of a contest: the dishonored return that it is about. */
  readonly contests?: { readonly traceNumber: string; readonly code: string; readonly returnCode: string }
}

const ODFI = '09100001'
const MONDAY = localDate(2026, 3, 16)
const COMPANIES: Readonly<Record<number, string>> = { 110: '1100001100', 118: '1180001180' }

/** A file as the borrowers' bank sends it back; `serial` tells files of the same content apart. */
export function bankFile(
  news: readonly BankNews[],
  { portfolioId = 118, serial = 0, settlementDate = '', day = MONDAY } = {},
): Uint8Array {
  const entries = news.map((one, index) => entryOf(one, index + 1))
  const isNotice = (entry: EntryDetail) =>
    entry.exceptions?.some(({ kind }) => kind === 'noticeOfChange') === true
  const groups = [entries.filter((entry) => !isNotice(entry)), entries.filter(isNotice)]
  const text = writeFile({
    header: {
      immediateDestination: '123456780',
      immediateOrigin: '091000019',
      creationDate: day,
      creationTime: '0600',
      fileIdModifier: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(serial),
      destinationName: 'SAMPLE LENDER',
      originName: 'SAMPLE BANK',
      referenceCode: '',
    },
    batches: groups.flatMap((group, index) =>
      group.length === 0
        ? []
        : [batchOf(group, index, { company: COMPANIES[portfolioId] ?? '', settlementDate, day })],
    ),
  })
  return new TextEncoder().encode(text)
}

interface BatchOptions {
  readonly company: string
  readonly settlementDate: string
  readonly day: LocalDate
}

function batchOf(
  entries: readonly EntryDetail[],
  index: number,
  { company, settlementDate, day }: BatchOptions,
): Batch {
  return {
    header: {
      companyName: 'SAMPLE LENDER',
      companyDiscretionaryData: '',
      companyIdentification: company,
      standardEntryClass: index === 0 ? StandardEntryClass.ppd : StandardEntryClass.cor,
      entryDescription: 'LOAN PMT',
      descriptiveDate: '',
      effectiveEntryDate: day,
      settlementDate,
      odfiIdentification: ODFI,
      batchNumber: index + 1,
    },
    entries,
  }
}

function entryOf(news: BankNews, sequence: number): EntryDetail {
  const {
    transaction,
    code,
    correctedData,
    bankSequence = sequence,
    accountNumber = '000111222333',
    individualName = 'ZEBULON QUILLFEATHER',
    individualIdentification = 'SAMPLE',
  } = news
  const trace = traceNumber(ODFI, bankSequence)
  return {
    transactionCode: transaction.type === TransactionType.debit ? '26' : '21',
    routingNumber: '123456780',
    accountNumber,
    amount: correctedData === undefined ? transaction.amount : ZERO_CENTS,
    individualIdentification,
    individualName,
    discretionaryData: '',
    traceNumber: trace,
    paymentInformation: undefined,
    exceptions: [{ ...addendaOf(news, code), traceNumber: trace }],
  }
}

function addendaOf(
  { transaction, correctedData, information = '', contests }: BankNews,
  code: string,
): ExceptionAddenda {
  const { traceNumber: originalTrace } = transaction
  assert(originalTrace !== null, 'a bank knows only what was sent')
  const base = { code, originalTrace, originalRdfi: ODFI, traceNumber: '' }
  if (correctedData !== undefined) return { kind: 'noticeOfChange', ...base, correctedData }
  const disputed = { returnTrace: traceNumber(ODFI, 1), returnSettlementDate: '075', returnCode: 'R01' }
  if (/^R(6[1-9]|70)$/.test(code)) return { kind: 'dishonored', ...base, ...disputed, information }
  if (/^R7[1-7]$/.test(code)) {
    return {
      kind: 'contested',
      ...base,
      ...disputed,
      returnCode: contests?.returnCode ?? disputed.returnCode,
      dateReturned: '260316',
      originalSettlementDate: '072',
      dishonoredTrace: contests?.traceNumber ?? traceNumber(ODFI, 2),
      dishonoredSettlementDate: '076',
      dishonoredCode: contests?.code ?? 'R68',
    }
  }
  const dateOfDeath = code === 'R14' || code === 'R15' ? localDate(2026, 3, 1) : undefined
  return { kind: 'return', ...base, dateOfDeath, information }
}
