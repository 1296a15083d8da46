import { federalReserveCalendar } from '../../../calendar/testing/federal-reserve-calendar.ts'
import { localDate } from '../../../calendar/local-date.ts'
import { LoanStatus } from '../../../loans/codes.ts'
import type { SentPrenote } from '../../account-validation.ts'
import { PaymentMode, TransactionMode } from '../../codes.ts'
import { cents } from '../../../money/cents.ts'
import type { AccountAttempt } from '../account-eligibility.ts'
import type {
  DebitAttempt,
  DebitAuthorization,
  DebitEligibilityFacts,
  EarlierPresentment,
  OpenReturn,
} from '../debit-attempt.ts'

/** Tuesday in the batch window; its file takes effect on Wednesday the 17th. */
const now = new Date('2026-06-16T16:40:00-04:00')
export const wednesday = localDate(2026, 6, 17)
export const item = 'installment/3'
export const amount = cents(12_000n)

/** The authorization of the loan's agreement. */
export const agreement: DebitAuthorization = {
  authorizationNo: 'agreement',
  kind: 'agreement',
  medium: 'site',
  accountKey: 'account-1',
  grantedAt: new Date('2026-05-01T12:00:00-04:00'),
  holdsFrom: localDate(2026, 5, 1),
  revokedAt: null,
  scope: [{ item, date: wednesday, amount }],
}

/** The facts of a loan without a fault. */
export const facts: DebitEligibilityFacts = {
  loanState: { status: LoanStatus.processing, subStatus: null },
  legalFacts: [],
  paymentMode: PaymentMode.ach,
  account: {
    key: 'account-1',
    formerKeys: [],
    validation: { validatedBy: 'bankLink', prenote: null },
    isLinkEnded: false,
  },
  authorizations: [agreement],
  accountAttempts: [],
  renewals: [],
  openReturns: [],
  isBankEntryOpen: false,
  earlier: [],
  owed: cents(60_000n),
  inFlight: cents(0n),
  otherDebits: [],
  regular: { date: wednesday, amount, rail: TransactionMode.ach },
  debitedBefore: true,
  notices: [],
  hasPaidBeside: false,
  hours: {
    calendar: federalReserveCalendar(),
    timeZone: 'America/New_York',
    cutOff: { sameDay: '13:00', batch: '17:00' },
  },
  now,
}

/** The loan's account, typed and asked about by a prenote. */
export const prenoted = (prenote: Partial<SentPrenote> | null): DebitEligibilityFacts['account'] => {
  const sent = { effectiveDate: localDate(2026, 6, 12), returnedAs: null, isDealtWith: false, ...prenote }
  const validation = { validatedBy: null, prenote: prenote === null ? null : sent }
  return { key: 'account-1', formerKeys: [], validation, isLinkEnded: false }
}

/** A debit that every rule lets pass. */
export const attempt: DebitAttempt = {
  purpose: 'installment',
  item,
  presentment: 'first',
  accountKey: 'account-1',
  rail: TransactionMode.ach,
  effectiveDate: wednesday,
  amount,
  entryDescription: 'LOAN PMT',
  when: 'send',
  sameDay: false,
}

export const confirmed: DebitAuthorization = {
  ...agreement,
  authorizationNo: 'confirmed',
  kind: 'singlePayment',
  grantedAt: new Date('2026-06-16T09:00:00-04:00'),
}
export const renewed: DebitAuthorization = { ...confirmed, authorizationNo: 'renewed', kind: 'renewed' }

export const returned = (code: OpenReturn['code'], of = item): OpenReturn => ({
  code,
  item: of,
  knownAt: new Date('2026-06-05T09:00:00-04:00'),
  settledOn: localDate(2026, 6, 5),
})

export const presented = (overrides: Partial<EarlierPresentment> = {}): EarlierPresentment => ({
  effectiveDate: localDate(2026, 6, 3),
  amount,
  returnedAs: 'R01',
  returnedAt: new Date('2026-06-05T09:00:00-04:00'),
  presentment: 'first',
  ...overrides,
})

export const failure = (day: number): AccountAttempt => ({
  transactionNo: `failed-${day}`,
  sentAt: new Date(`2026-06-0${day}T16:40:00-04:00`),
  effectiveDate: localDate(2026, 6, day + 1),
  outcome: 'insufficientFunds',
  knownAt: new Date(`2026-06-0${day + 2}T09:00:00-04:00`),
})
export const twoFailures = [failure(1), failure(4)]

export const unusualNotified = {
  kind: 'unusualWithdrawal',
  channel: 'electronic',
  sentOn: localDate(2026, 6, 10),
  effectiveDate: wednesday,
  amount,
} as const
/** A debit of this shape is unusual on the day of the attempt. */
export const otherDay = { date: localDate(2026, 6, 12), amount, rail: TransactionMode.ach }
export const again = { presentment: 'again', entryDescription: 'RETRY PYMT' } as const
