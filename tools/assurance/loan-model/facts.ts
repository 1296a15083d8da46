import type { Day } from './day.ts'

/** A transaction as its row has it. Codes are those of product.md §3. */
export interface TransactionFact {
  readonly transactionNo: string
  readonly type: number
  readonly mode: number
  readonly purpose: string
  readonly amount: bigint
  /** The day on which it settles or has settled. */
  readonly day: Day
  readonly status: number
  readonly installmentNo: number | null
  /** The presentment before it, of a retry. */
  readonly originalNo: string | null
  readonly trace: string | null
  readonly returnCode: string | null
  /** The day on which its return was applied; null where it did not come back. */
  readonly returnedOn: Day | null
  /** The change that it belongs to. */
  readonly changeNo: string | null
  readonly createdOn: Day
}

/** A fee, waiver or write-off as its row has it; those taken back are left out. */
export interface EntryFact {
  readonly entryNo: string
  readonly kind: string
  readonly amount: bigint
  readonly day: Day
  /** It gives up the interest of days by which we were late. */
  readonly ofLateDays: boolean
  readonly cause: string
}

/** What the agreement says of the debt. */
export interface TermFacts {
  readonly principal: bigint
  readonly prepaidCharge: bigint
  /** Of a year, as a fraction. */
  readonly annualRate: { readonly numerator: bigint; readonly denominator: bigint }
  /** The day on which the credit settled. */
  readonly startedOn: Day
  readonly returnedPaymentFee: bigint
  /** What a coupon takes off the interest of the days after each day. */
  readonly interestCredits: readonly { readonly from: Day; readonly amount: bigint }[]
  /** Spans by which we moved payments, as the page tells the borrower. */
  readonly lateDays: readonly { readonly from: Day; readonly to: Day }[]
}

/** One entry that the bank received. */
export interface SentEntry {
  readonly trace: string
  readonly loanNo: string
  readonly direction: 'debit' | 'credit'
  readonly amount: bigint
  readonly day: Day
  /** The day of the batch that it came in. */
  readonly sentOn: Day
  readonly account: string
  /** Taken out of its file again before it settled. */
  readonly isPulled: boolean
}

/** What the bank said of an entry. */
export interface BankAnswer {
  readonly trace: string
  readonly code: string
  readonly amount: bigint
  /** The day on which the bank wrote it; its file may come later. */
  readonly writtenOn: Day
  /** The day on which it came. */
  readonly on: Day
  /** The order of all that happened in the life. */
  readonly order: number
}

/** An act of a person that the server carried out. */
export interface ActFact {
  readonly kind:
    | 'authorized'
    | 'revoked'
    | 'repaired'
    | 'modeChanged'
    | 'stoppedOne'
    | 'suspended'
    | 'cured'
    | 'collected'
    | 'confirmed'
    | 'rejected'
    | 'helped'
    | 'corrected'
    /** The bank named another account in a notice of change. */
    | 'accountCorrected'
    | 'closedItem'
    | 'prenote'
    /** We had posted what was not paid, or not on this loan. */
    | 'wrongReceipt'
  readonly on: Day
  readonly order: number
  /** Of a payment mode, whether we take it; of a payment, its number. */
  readonly detail?: number | string
}

/** Money or a waiver that an employee entered and another confirmed. */
export interface HandFact {
  readonly kind: 'receipt' | 'refund' | 'interestWaiver' | 'feeWaiver' | 'writeOff'
  /** Null where the server computes it. */
  readonly amount: bigint | null
}

/** A payoff that the borrower confirmed, the first time or again. */
export interface ConfirmationFact {
  readonly changeNo: string
  readonly on: Day
  readonly goodThrough: Day
}

/** A message that left to the borrower, as it was read. */
export interface NoticeFact {
  readonly kind: string
  /** The parts of what says which message it is. */
  readonly key: readonly string[]
  readonly on: Day
  /** The order of all that happened in the life. */
  readonly order: number
  readonly text: string
}

/** A payment to come or past, as the page lists it. */
export interface PageRow {
  readonly installmentNo: number | null
  readonly transactionNo: string | null
  readonly purpose: string
  readonly direction: 'in' | 'out'
  readonly amount: bigint
  readonly day: Day
  readonly phase: string
  readonly isStopped: boolean
}

/** The loan's page, read as the borrower reads it. */
export interface PageFacts {
  readonly principal: bigint
  readonly interest: bigint
  readonly fees: bigint
  readonly payoff: bigint
  readonly uncovered: bigint
  readonly pastDue: bigint
  readonly pastDueParts: readonly {
    readonly installmentNo: number | null
    readonly day: Day
    readonly amount: bigint
  }[]
  readonly next: {
    readonly day: Day
    readonly total: bigint
    readonly parts: readonly {
      readonly amount: bigint
      readonly sentBy: 'us' | 'borrower'
      /** The page says why it is not taken on its day. */
      readonly isHeld: boolean
      readonly purpose: string
      readonly installmentNo: number | null
    }[]
  } | null
  readonly rows: readonly PageRow[]
  readonly isAutomatic: boolean
  readonly allowedChanges: readonly number[]
  /** The change that can still be taken back, or waits for its money; null without one. */
  readonly openChangeNo: string | null
}

/** All that the laws look at of one loan, at one moment. */
export interface LoanFacts {
  readonly loanNo: string
  readonly today: Day
  readonly status: number
  readonly subStatus: string | null
  /** Null before the credit has settled, and after it came back. */
  readonly terms: TermFacts | null
  readonly transactions: readonly TransactionFact[]
  readonly entries: readonly EntryFact[]
  /** Balances of the ledger by account. */
  readonly balances: Readonly<Record<string, bigint>>
  readonly sent: readonly SentEntry[]
  readonly answers: readonly BankAnswer[]
  /** What the bank said of debits of the borrower's other loans, which come from the same account. */
  readonly answersElsewhere: readonly BankAnswer[]
  readonly acts: readonly ActFact[]
  readonly hand: readonly HandFact[]
  readonly confirmations: readonly ConfirmationFact[]
  /** Messages that left to the borrower about it, oldest first. */
  readonly notices: readonly NoticeFact[]
  /** Days on which we missed a batch or a notice. */
  readonly misses: readonly Day[]
  /** The agreement has no automatic debits. */
  readonly isSentByBorrower: boolean
  /** The order of the batch in which the bank received each trace number. */
  readonly orders: Readonly<Record<string, number>>
  /** Calendar days after which a payment that is missing is followed. */
  readonly graceDays: number
  /** Null where the loan has no page yet. */
  readonly page: PageFacts | null
  /** Kinds of the open work items about it. */
  readonly openItems: readonly string[]
  /** Kinds of the open work items about whatever. */
  readonly openAnywhere: readonly string[]
  /** It is evening: the rounds of the day have run. */
  readonly isDayOver: boolean
}

/** A law that does not hold. */
export interface Finding {
  readonly law: string
  readonly words: string
}
