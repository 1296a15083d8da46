/**
 * The life of a saved modification: what each event does to it and to the schedule. The server carries out what this
 * table says and decides nothing. Source: domain.md §14, "The life of a modification".
 */

/** What a modification does, as far as its life depends on it. */
export const MODIFICATION_KINDS = ['payoff', 'extraPayment', 'schedule', 'paymentMode', 'revocation'] as const
/** 101; 103; 102, 105, 106, 108, 109, 111, 201–203, 205, 206; 107 and 204; 104. */
export type ModificationKind = (typeof MODIFICATION_KINDS)[number]

/** Who makes its payments: we by a debit, or the borrower by a mode that we do not debit. */
export const MODIFICATION_MODES = ['debit', 'borrower'] as const
export type ModificationMode = (typeof MODIFICATION_MODES)[number]

export const MODIFICATION_EVENTS = [
  /** The borrower, or an employee, saves it. */
  'saved',
  /** Its debit is written for a batch to come. */
  'debitScheduled',
  'originated',
  /** The debit settles after the day quoted, sent while it was still a single immediate transfer. */
  'late',
  /** The debit's day has passed, and it is no single immediate transfer any more. */
  'dateSlipped',
  'settled',
  /** Two banking days have passed without a return. */
  'checked',
  /** The eligibility check blocks the debit for good. */
  'held',
  /** An employee rejects the debit on its batch (901), or the bank rejects its file. */
  'rejected',
  'returned',
  /** The borrower stops automatic payments (104) before the debit has left. */
  'stopped',
  /** The same once the debit has left. */
  'stoppedLate',
  /** An employee posts money that the borrower sent. */
  'receiptPosted',
  /** Its last day has passed. */
  'expired',
  /** Taken back (905). */
  'undone',
  /** A later modification makes another schedule, or confirms the payoff again. */
  'superseded',
  /** Nothing is owed any more and every debit is checked. */
  'loanEnded',
] as const
export type ModificationEvent = (typeof MODIFICATION_EVENTS)[number]

/**
 * `open`: it can still be taken back, or waits for its money. `applied`: it holds. `done`: the loan ended by it.
 * The others hold no more.
 */
export type ModificationStatus = 'open' | 'applied' | 'done' | 'failed' | 'cancelled'

/**
 * What becomes of the schedule: the modification's own holds; the one before it is in force again; that too, and what
 * was missed meanwhile is due again on free paydays at least ten days after the notice; money received shortens it; or
 * it stays as it is.
 */
export type ScheduleEffect = 'replaced' | 'restored' | 'restarted' | 'shortened' | 'unchanged'

/** What else the server does, in this order. */
export type ModificationAct =
  /** A debit that has not left is canceled. */
  | 'dropDebit'
  /** The authorization that it ended holds again. */
  | 'grantAuthorization'
  /** The borrower is asked to confirm the debit again, at the same quote, within five banking days. */
  | 'askAgain'
  /** The interest of the days by which the debit was late is waived. */
  | 'waiveLateInterest'
  /** That waiver falls with its payment. */
  | 'voidWaiver'
  /** A notice says that it was taken back. */
  | 'notifyUndone'
  /** A notice says why it came to nothing, and which schedule holds. */
  | 'notifyFailed'
  /** A notice says what is still owed. */
  | 'notifyRest'

export interface ModificationEffect {
  readonly status: ModificationStatus
  readonly schedule: ScheduleEffect
  readonly acts: readonly ModificationAct[]
}

/** A combination that does not happen, and why. */
export interface Impossible {
  readonly impossible: string
}

export type ModificationCell = ModificationEffect | Impossible

const effect = (
  status: ModificationStatus,
  schedule: ScheduleEffect,
  ...acts: readonly ModificationAct[]
): ModificationEffect => ({ status, schedule, acts })

const never = (impossible: string): Impossible => ({ impossible })

type Life = Readonly<Record<ModificationEvent, ModificationCell>>

const NO_DEBIT = never('It has no debit of its own.')
const FAILS = effect('failed', 'restarted', 'dropDebit', 'notifyFailed')
/** The notice of the return says it. */
const COMES_BACK = effect('failed', 'restarted', 'voidWaiver')

/** A single debit that the borrower confirmed: a payoff or an extra payment. */
const SINGLE_DEBIT = {
  saved: effect('open', 'replaced'),
  debitScheduled: effect('open', 'unchanged'),
  originated: effect('open', 'unchanged'),
  late: effect('open', 'unchanged', 'waiveLateInterest'),
  dateSlipped: effect('open', 'unchanged', 'dropDebit', 'askAgain'),
  held: FAILS,
  rejected: FAILS,
  returned: COMES_BACK,
  stopped: FAILS,
  stoppedLate: effect('open', 'unchanged'),
  expired: FAILS,
  undone: effect('cancelled', 'restored', 'dropDebit', 'notifyUndone'),
  superseded: effect('cancelled', 'unchanged', 'dropDebit'),
  loanEnded: effect('done', 'unchanged'),
} as const

const EXPECTED = {
  saved: effect('open', 'unchanged'),
  debitScheduled: NO_DEBIT,
  originated: NO_DEBIT,
  late: NO_DEBIT,
  dateSlipped: NO_DEBIT,
  settled: never('Money that the borrower sends is posted as a receipt.'),
  held: NO_DEBIT,
  rejected: NO_DEBIT,
  stopped: effect('open', 'unchanged'),
  stoppedLate: never('It has no debit that could have left.'),
  expired: effect('failed', 'unchanged', 'notifyFailed'),
  undone: effect('cancelled', 'unchanged', 'notifyUndone'),
  superseded: effect('cancelled', 'unchanged'),
  loanEnded: effect('done', 'unchanged'),
} as const

const OF_INSTALLMENTS = never('The debits are those of its installments, which have lives of their own.')

/** What never happens to a modification without a payment of its own. */
const WITHOUT_PAYMENT = {
  debitScheduled: OF_INSTALLMENTS,
  originated: OF_INSTALLMENTS,
  late: OF_INSTALLMENTS,
  dateSlipped: OF_INSTALLMENTS,
  settled: OF_INSTALLMENTS,
  checked: OF_INSTALLMENTS,
  held: OF_INSTALLMENTS,
  rejected: OF_INSTALLMENTS,
  returned: OF_INSTALLMENTS,
  stopped: OF_INSTALLMENTS,
  stoppedLate: OF_INSTALLMENTS,
  receiptPosted: never('Money that the borrower sends pays an installment.'),
  expired: effect('applied', 'unchanged'),
} as const

/** Another schedule, or another way to pay. */
const SCHEDULE = {
  ...WITHOUT_PAYMENT,
  saved: effect('open', 'replaced'),
  undone: effect('cancelled', 'restored', 'notifyUndone'),
  superseded: effect('applied', 'unchanged'),
  loanEnded: effect('done', 'unchanged'),
} as const satisfies Life

const REVOCATION = {
  ...SCHEDULE,
  undone: effect('cancelled', 'restored', 'grantAuthorization', 'notifyUndone'),
} as const satisfies Life

const LIVES: Readonly<Record<ModificationKind, Readonly<Record<ModificationMode, Life | Impossible>>>> = {
  payoff: {
    debit: {
      ...SINGLE_DEBIT,
      settled: effect('open', 'unchanged'),
      // Over that day, whatever else comes back: what is owed then is owed of that.
      checked: effect('applied', 'unchanged'),
      receiptPosted: effect('open', 'unchanged'),
    },
    borrower: {
      ...EXPECTED,
      checked: effect('applied', 'unchanged'),
      receiptPosted: effect('applied', 'shortened', 'notifyRest'),
      returned: effect('failed', 'restarted', 'notifyFailed'),
    },
  },
  extraPayment: {
    debit: {
      ...SINGLE_DEBIT,
      settled: effect('applied', 'unchanged'),
      checked: effect('applied', 'unchanged'),
      receiptPosted: effect('open', 'unchanged'),
    },
    borrower: {
      ...EXPECTED,
      checked: effect('applied', 'unchanged'),
      receiptPosted: effect('applied', 'shortened'),
      returned: effect('failed', 'restarted', 'notifyFailed'),
    },
  },
  schedule: { debit: SCHEDULE, borrower: SCHEDULE },
  paymentMode: { debit: SCHEDULE, borrower: SCHEDULE },
  revocation: {
    debit: REVOCATION,
    borrower: never('Only debits are authorized; 104 ends them.'),
  },
}

/** What an event does to a saved modification of this kind and mode; or why it does not happen. */
export function modificationEffect(
  kind: ModificationKind,
  mode: ModificationMode,
  event: ModificationEvent,
): ModificationCell {
  const life = LIVES[kind][mode]
  return 'impossible' in life ? life : life[event]
}
