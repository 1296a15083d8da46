import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { achText } from './ach-text.ts'
import { settlementDate } from './bank-file-date.ts'
import type { ReturnAddenda } from './exception-addenda.ts'
import type { EntryDetail } from './nacha-file.ts'
import { routingNumberOf } from './routing-number.ts'

/** How a return is dishonored. */
export interface Dishonor {
  /** R61 to R70. */
  readonly code: string
  /** The day on which the return settled. */
  readonly settledOn: LocalDate
  /** With R69 the fields in error, else empty. */
  readonly information: string
}

const NAME_LENGTH = 22
const IDENTIFICATION_LENGTH = 15

/**
 * The entry that dishonors a return, but for its trace number: it goes to the bank that returned, with account, amount
 * and code of the return and the trace numbers of the original and of the return. Refused where that bank's number is
 * none. Source: docs/facts/ach.md §1 and §2.
 */
export function dishonoringEntry(
  returned: EntryDetail,
  { originalTrace, originalRdfi, traceNumber: returnTrace, code: returnCode }: ReturnAddenda,
  { code, settledOn, information }: Dishonor,
): Outcome<Omit<EntryDetail, 'traceNumber'>, string> {
  const routingNumber = routingNumberOf(originalRdfi)
  if (routingNumber === undefined) return refused('the bank that returned it has no routing number in it')
  const { transactionCode, accountNumber, amount, individualIdentification, individualName } = returned
  return ok({
    transactionCode,
    routingNumber,
    accountNumber,
    amount,
    individualIdentification: achText(individualIdentification, IDENTIFICATION_LENGTH),
    individualName: achText(individualName, NAME_LENGTH),
    discretionaryData: '',
    paymentInformation: undefined,
    exceptions: [
      {
        kind: 'dishonored',
        code,
        originalTrace,
        originalRdfi,
        returnTrace,
        returnSettlementDate: settlementDate(settledOn),
        returnCode,
        information,
        // That of the entry, once it is drawn.
        traceNumber: '',
      },
    ],
  })
}

/** An entry with its trace number, which its addenda repeats. */
export function withTrace(entry: Omit<EntryDetail, 'traceNumber'>, traceNumber: string): EntryDetail {
  const { exceptions, ...sent } = entry
  return exceptions === undefined
    ? { ...sent, traceNumber }
    : { ...sent, traceNumber, exceptions: exceptions.map((one) => ({ ...one, traceNumber })) }
}
