import { OFF_SCHEDULE_STATUSES } from '../../loans/codes.ts'
import {
  isShownAs,
  LEGAL_FACT_KINDS,
  type LegalFact,
  legalEffects,
  standingFacts,
} from '../../loans/legal-facts.ts'
import { type LoanState, stateText } from '../../loans/loan-life.ts'
import type { Cents } from '../../money/cents.ts'
import {
  isPayment,
  OPEN_STATUSES,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '../../payments/codes.ts'
import { isRepaying } from '../changes/plan-change.ts'
import { isReversibleReceipt } from '../../payments/receipt-reversal.ts'
import type { LoanAct } from './codes.ts'
import { canHappen, collectingSteps, SUSPEND_REASONS, SUSPENDS } from './status-moves.ts'

/** What an act on a loan depends on. Amounts in whole cents, as of today. */
export interface LoanActFacts {
  readonly state: LoanState
  /** Facts of law noted on the loan. */
  readonly legalFacts: readonly LegalFact[]
  /** Null before the loan is funded, and where its credit came back. */
  readonly debt: {
    readonly principal: Cents
    readonly interest: Cents
    readonly fees: Cents
    /** Paid and not sent back. */
    readonly paid: Cents
    /** Days that an agreed payment is past due; what is owed beyond the plan has none. */
    readonly daysPastDue: number
  } | null
  readonly transactions: readonly LoanActTransaction[]
  /** A change of the schedule that is open or waits to be signed. */
  readonly changeIsOpen: boolean
  /** A debit to come is in no file yet. */
  readonly canStop: boolean
  /** An authorization of future debits is in effect, or payments go by debit. */
  readonly canRevoke: boolean
}

/** A transaction, as far as acts depend on it. */
export interface LoanActTransaction {
  readonly type: number
  readonly status: number
  readonly purpose: TransactionPurpose
}

/** Why an act is not possible now. */
export type LoanObstacle =
  | 'notFunded'
  | 'nothingPaid'
  | 'noFees'
  | 'noInterest'
  | 'nothingOwed'
  | 'notSuspendedOrCollecting'
  | 'noReceiptToCheck'
  | 'noReceipt'
  | 'noEntryOnBatch'
  | 'notRepaying'
  | 'noOpenChange'
  | 'notRunning'
  | 'notCollectable'
  | 'notPastDue'
  | 'noCreditToVoid'
  | 'isOver'
  | 'stillOwed'
  | 'paymentsOpen'
  | 'protectedByLaw'
  | 'notedAlready'
  | 'noLegalFact'
  | 'noDebitToStop'
  | 'notAuthorized'

const { onBatch, notChecked } = TransactionStatus

/** A receipt that its bank has not paid yet (903). */
export const isReceiptToCheck = ({ purpose, status }: LoanActTransaction): boolean =>
  purpose === TransactionPurpose.receipt && status === notChecked

/** An entry that can be rejected by hand (901): it is on a batch. */
export const isOnBatch = ({ status }: LoanActTransaction): boolean => status === onBatch

type Judge = (facts: LoanActFacts) => LoanObstacle | undefined
type Funded = LoanActFacts & { readonly debt: NonNullable<LoanActFacts['debt']> }

/** Judges a loan that was funded; before that nothing is posted to it. */
const funded =
  (judge: (facts: Funded) => LoanObstacle | undefined): Judge =>
  (facts) =>
    facts.debt === null ? 'notFunded' : judge({ ...facts, debt: facts.debt })

const isOwed = ({ debt }: Funded): boolean => debt.principal + debt.interest + debt.fees > 0n

const JUDGES: Readonly<Record<LoanAct, Judge>> = {
  receipt: funded(() => undefined),
  checkReceipt: funded(({ transactions }) =>
    transactions.some(isReceiptToCheck) ? undefined : 'noReceiptToCheck',
  ),
  reverseReceipt: funded(({ transactions }) =>
    transactions.some(isReversibleReceipt) ? undefined : 'noReceipt',
  ),
  refund: funded(({ debt }) => (debt.paid > 0n ? undefined : 'nothingPaid')),
  feeWaiver: funded(({ debt }) => (debt.fees > 0n ? undefined : 'noFees')),
  interestWaiver: funded(({ debt }) => (debt.interest > 0n ? undefined : 'noInterest')),
  writeOff: funded((facts) => {
    if (!OFF_SCHEDULE_STATUSES.includes(facts.state.status)) return 'notSuspendedOrCollecting'
    return isOwed(facts) ? undefined : 'nothingOwed'
  }),
  rejectEntry: funded(({ transactions }) => (transactions.some(isOnBatch) ? undefined : 'noEntryOnBatch')),
  // Another change that is open holds up some changes and not others: the change itself is judged for that.
  scheduleChange: funded((facts) => (isRepaying(facts) ? undefined : 'notRepaying')),
  cancelChange: funded(({ changeIsOpen }) => (changeIsOpen ? undefined : 'noOpenChange')),
  stopDebit: funded(({ canStop }) => (canStop ? undefined : 'noDebitToStop')),
  revokeAuthorization: funded(({ canRevoke }) => (canRevoke ? undefined : 'notAuthorized')),
  suspend: ({ state }) =>
    SUSPEND_REASONS.some((reason) => canHappen(state, SUSPENDS[reason])) ? undefined : 'notRunning',
  cure: ({ state, legalFacts }) => {
    if (!canHappen(state, 'cured')) return 'notSuspendedOrCollecting'
    const isByLaw = LEGAL_FACT_KINDS.some((kind) => isShownAs(state, kind))
    return isByLaw || legalEffects(legalFacts).stopsDebits ? 'protectedByLaw' : undefined
  },
  noteLegalFact: ({ legalFacts }) =>
    standingFacts(legalFacts).length === LEGAL_FACT_KINDS.length ? 'notedAlready' : undefined,
  endLegalFact: ({ legalFacts }) => (standingFacts(legalFacts).length === 0 ? 'noLegalFact' : undefined),
  collect: ({ state, debt, legalFacts }) => {
    if (legalEffects(legalFacts).stopsDunning) return 'protectedByLaw'
    const steps = collectingSteps(state)
    if (steps.length === 0) return 'notCollectable'
    return steps.includes('notified') && debt !== null && debt.daysPastDue === 0 ? 'notPastDue' : undefined
  },
  voidLoan: ({ state, transactions }) =>
    canHappen(state, 'voided') &&
    transactions.some((one) => one.type === TransactionType.credit && isOnBatch(one))
      ? undefined
      : 'noCreditToVoid',
  endPaid: funded((facts) => {
    if (!canHappen(facts.state, 'paidOff')) return 'isOver'
    if (isOwed(facts)) return 'stillOwed'
    const isWaiting = facts.transactions.some((one) => isPayment(one) && OPEN_STATUSES.includes(one.status))
    return isWaiting ? 'paymentsOpen' : undefined
  }),
}

/**
 * Why an act on a loan is not possible now; undefined where it is. The server refuses by this, and the desk shows it
 * beside the act. What depends on the details of an act (an amount, a date) is judged with them. Source: domain.md §2,
 * §10; docs/design/console.md, Screens.
 */
export const loanActObstacle = (act: LoanAct, facts: LoanActFacts): LoanObstacle | undefined =>
  JUDGES[act](facts)

const OBSTACLE_WORDS: Readonly<Record<LoanObstacle, string>> = {
  protectedByLaw: 'Bankruptcy or active duty is noted on the loan. End that first; two people agree.',
  notedAlready: 'Bankruptcy and active duty are noted already.',
  noLegalFact: 'Neither bankruptcy nor active duty is noted on the loan.',
  notFunded: 'The loan is not funded: there is no debt.',
  nothingPaid: 'Nothing was paid that could go back.',
  noFees: 'No fee is owed.',
  noInterest: 'No interest is owed today.',
  nothingOwed: 'Nothing is owed.',
  notSuspendedOrCollecting: 'Only a loan that is suspended (204) or in collection (205).',
  noReceiptToCheck: 'No receipt waits for its bank.',
  noReceipt:
    'No receipt posted by hand counts: none was, or it was reversed before. Money that came by ACH: reverse its entry at the bank, or refund it.',
  noEntryOnBatch: 'No entry is on a batch.',
  notRepaying: 'Only a loan that is being repaid (202, 203, 205).',
  noOpenChange: 'No change of the schedule is open.',
  notRunning: 'Only a running loan (202, 203).',
  notCollectable: 'Only a loan that is processing (203), suspended (204) or in collection (205).',
  notPastDue: 'The loan is 0 days past due. Only a loan with a past-due payment goes into collection.',
  noCreditToVoid: 'Only a pending loan (201) whose credit is on a batch.',
  isOver: 'The loan has ended or was never funded.',
  stillOwed: 'Money is still owed.',
  noDebitToStop: 'No debit can be stopped: none is planned, or each is on a batch.',
  notAuthorized: 'No authorization of future debits is in effect.',
  paymentsOpen: 'A payment can still come back: it is not checked.',
}

/** Obstacles that lie in the status: their words say which are needed. */
const OF_STATUS: ReadonlySet<LoanObstacle> = new Set([
  'notSuspendedOrCollecting',
  'notRepaying',
  'notRunning',
  'notCollectable',
  'noCreditToVoid',
])

/** The reason in words for staff, with where the loan stands. */
export function obstacleText(obstacle: LoanObstacle, state: LoanState): string {
  const words = OBSTACLE_WORDS[obstacle]
  return OF_STATUS.has(obstacle) ? `${words} This one is ${stateText(state)}.` : words
}
