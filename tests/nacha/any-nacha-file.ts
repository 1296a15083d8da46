import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import {
  type Batch,
  type BatchHeader,
  type EntryDetail,
  type NachaFile,
  StandardEntryClass,
  traceNumber,
} from '@dolphin/nacha/nacha-file'
import { checkDigitOf } from '@dolphin/nacha/testing/check-digit'
import { TRANSACTION_CODES, type TransactionCodeMeaning } from '@dolphin/nacha/transaction-code'
import * as fc from 'fast-check'

/** Files of every kind that we write: what is sent, taken back, returned, dishonored, contested and corrected. */

const printable = (maxLength: number) =>
  fc
    .string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      maxLength,
    })
    .map((text) => text.trimEnd())
const named = (maxLength: number) => printable(maxLength - 1).map((text) => `X${text}`)
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => value.toString().padStart(length, '0'))
const anyRouting = digits(8).map((eight) => `${eight}${checkDigitOf(eight)}`)
const anyAccount = fc.stringMatching(/^[0-9A-Z]{1,17}$/)
const anyAmount = fc.bigInt({ min: 1n, max: 9_999_999_999n }).map(cents)
const anyDay = fc
  .tuple(
    fc.integer({ min: 2024, max: 2040 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => localDate(year, month, date))

const codesOf = (isWanted: (meaning: TransactionCodeMeaning) => boolean) =>
  fc.constantFrom(...[...TRANSACTION_CODES].filter(([, meaning]) => isWanted(meaning)).map(([code]) => code))

type Untraced = Omit<EntryDetail, 'traceNumber'>

const person = {
  routingNumber: anyRouting,
  accountNumber: anyAccount,
  individualIdentification: printable(15),
  individualName: named(22),
}
const payment = fc.option(printable(80), { nil: undefined })

/** Live entries, prenotes and zero-dollar entries. */
const anySent = (
  direction: 'debit' | 'both',
  isReversal: boolean,
  discretionaryData: fc.Arbitrary<string>,
): fc.Arbitrary<Untraced> => {
  const fits = ({ direction: own }: TransactionCodeMeaning) => direction === 'both' || own === 'debit'
  const live = codesOf((one) => one.use === 'live' && fits(one)).filter((code) => isReversal || code !== '55')
  const still = codesOf((one) => (one.use === 'prenote' || one.use === 'zeroDollar') && fits(one))
  const rest = { ...person, discretionaryData, paymentInformation: payment }
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...rest, transactionCode: live, amount: anyAmount }) },
    { weight: 1, arbitrary: fc.record({ ...rest, transactionCode: still, amount: fc.constant(ZERO_CENTS) }) },
  )
}

const back = { originalTrace: digits(15), originalRdfi: digits(8), traceNumber: fc.constant('') }
const returned = { returnTrace: digits(15), returnSettlementDate: digits(3) }
const anyReturnCode = fc.constantFrom('R01', 'R02', 'R03', 'R07', 'R10', 'R29', 'R51')
const anyException: fc.Arbitrary<ExceptionAddenda> = fc.oneof(
  fc.record({
    kind: fc.constant('return' as const),
    code: anyReturnCode,
    dateOfDeath: fc.constant(undefined),
    information: printable(44),
    ...back,
  }),
  fc.record({
    kind: fc.constant('return' as const),
    code: fc.constantFrom('R14', 'R15'),
    dateOfDeath: anyDay,
    information: printable(44),
    ...back,
  }),
  fc.record({
    kind: fc.constant('dishonored' as const),
    code: fc.constantFrom('R61', 'R68', 'R70'),
    returnCode: anyReturnCode,
    information: printable(21),
    ...returned,
    ...back,
  }),
  fc.record({
    kind: fc.constant('contested' as const),
    code: fc.constantFrom('R71', 'R77'),
    dateReturned: digits(6),
    originalSettlementDate: digits(3),
    returnCode: anyReturnCode,
    dishonoredTrace: digits(15),
    dishonoredSettlementDate: digits(3),
    dishonoredCode: fc.constantFrom('R61', 'R68'),
    ...returned,
    ...back,
  }),
)

const anyCorrection: fc.Arbitrary<readonly [code: string, correctedData: string]> = fc.oneof(
  anyAccount.map((account) => ['C01', account] as const),
  anyRouting.map((routing) => ['C02', routing] as const),
  fc.tuple(anyRouting, anyAccount).map(([routing, account]) => ['C03', `${routing}   ${account}`] as const),
  named(22).map((name) => ['C04', name] as const),
  fc.constantFrom('22', '37').map((code) => ['C05', code] as const),
  anyAccount.map((account) => ['C06', `${account.padEnd(20)}37`] as const),
  fc
    .tuple(anyRouting, anyAccount)
    .map(([routing, account]) => ['C07', `${routing}${account.padEnd(17)}32`] as const),
)

const returnedEntry = (
  amount: fc.Arbitrary<EntryDetail['amount']>,
  exception: fc.Arbitrary<ExceptionAddenda>,
) =>
  fc.record({
    ...person,
    transactionCode: codesOf(({ use }) => use === 'return'),
    amount,
    discretionaryData: printable(2),
    paymentInformation: fc.constant(undefined),
    exceptions: exception.map((one) => [one]),
  })

const anyReturned = returnedEntry(fc.oneof(anyAmount, fc.constant(ZERO_CENTS)), anyException)
const anyCorrected = returnedEntry(
  fc.constant(ZERO_CENTS),
  fc.record({ correction: anyCorrection, ...back }).map(({ correction: [code, correctedData], ...rest }) => ({
    kind: 'noticeOfChange' as const,
    code,
    correctedData,
    ...rest,
  })),
)

const batchOf = (
  standardEntryClass: fc.Arbitrary<StandardEntryClass>,
  entryDescription: fc.Arbitrary<string>,
  settlementDate: fc.Arbitrary<string>,
  entry: fc.Arbitrary<Untraced>,
) =>
  fc.record({
    companyName: named(16),
    companyDiscretionaryData: printable(20),
    companyIdentification: named(10),
    standardEntryClass,
    entryDescription,
    descriptiveDate: fc
      .oneof(printable(6), fc.constantFrom('SD1300', 'SD1700'))
      .filter((text) => !/^SD(?!1[37]00)/.test(text)),
    effectiveEntryDate: anyDay,
    settlementDate,
    odfiIdentification: digits(8),
    entries: fc.array(entry, { minLength: 1, maxLength: 8 }),
  })

const { ppd, ccd, web, tel, cor } = StandardEntryClass
const anyDescription = fc.oneof(named(10), fc.constantFrom('RETRY PYMT', 'RETURN FEE', 'LOAN PMT'))
const unset = fc.constant('')
const anyBatch = fc.oneof(
  batchOf(fc.constantFrom(ppd, ccd), anyDescription, unset, anySent('both', false, printable(2))),
  batchOf(
    fc.constantFrom(web, tel),
    anyDescription,
    unset,
    anySent('debit', false, fc.constantFrom('S', 'R', '')),
  ),
  batchOf(
    fc.constantFrom(ppd, web),
    fc.constant('REVERSAL'),
    unset,
    anySent('both', true, fc.constantFrom('S', 'R', '')),
  ),
  batchOf(fc.constantFrom(ppd, web), anyDescription, fc.oneof(digits(3), unset), anyReturned),
  batchOf(fc.constant(cor), anyDescription, fc.oneof(digits(3), unset), anyCorrected),
)

type UntracedBatch = Omit<BatchHeader, 'batchNumber'> & { readonly entries: readonly Untraced[] }

/** Traces rise through the file; an addenda that came back carries its entry's. */
function traced({ entries, ...header }: UntracedBatch, batchNumber: number, before: number): Batch {
  return {
    header: { ...header, batchNumber },
    entries: entries.map(({ exceptions, ...entry }, index) => {
      const trace = traceNumber(header.odfiIdentification, before + index + 1)
      const own = { ...entry, traceNumber: trace }
      if (exceptions === undefined) return own
      return { ...own, exceptions: exceptions.map((one) => ({ ...one, traceNumber: trace })) }
    }),
  }
}

export const anyNachaFile: fc.Arbitrary<NachaFile> = fc
  .record({
    batches: fc.array(anyBatch, { minLength: 1, maxLength: 4 }),
    immediateDestination: anyRouting,
    immediateOrigin: fc.oneof(anyRouting, fc.stringMatching(/^[0-9A-Z]{10}$/)),
    creationDate: anyDay,
    creationTime: fc.constantFrom('', '0000', '1530', '2359'),
    fileIdModifier: fc.constantFrom('A', 'Z', '0', '9'),
    destinationName: printable(23),
    originName: printable(23),
    referenceCode: printable(8),
  })
  .map(({ batches, ...header }): NachaFile => {
    let before = 0
    return {
      header,
      batches: batches.map((batch, index) => {
        const whole = traced(batch, index + 1, before)
        before += batch.entries.length
        return whole
      }),
    }
  })
