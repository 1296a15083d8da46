import { localDate } from '../../../calendar/local-date.ts'
import { LoanStatus } from '../../../loans/codes.ts'
import { PaymentMode, TransactionMode } from '../../codes.ts'
import { cents } from '../../../money/cents.ts'
import type { DebitAttempt, DebitEligibilityFacts } from '../debit-attempt.ts'
import { type EligibilityRuleId } from '../debit-eligibility.ts'
import {
  agreement,
  amount,
  confirmed,
  failure,
  item,
  otherDay,
  prenoted,
  presented,
  renewed,
  returned,
  twoFailures,
  unusualNotified,
} from './agreed-debit.ts'

/** A debit of the tests that one rule blocks, by what differs from an agreed debit. */
export interface IneligibleCase {
  readonly rule: EligibilityRuleId
  readonly why: string
  readonly facts?: Partial<DebitEligibilityFacts>
  readonly attempt?: Partial<DebitAttempt>
  readonly mayPass: boolean
}

/** Blocked by the state of the loan, the authorization or the account, by the amount or by the date. */
export const INELIGIBLE_DEBITS: readonly IneligibleCase[] = [
  {
    rule: 'loanOwes',
    why: 'paid off',
    facts: { loanState: { status: LoanStatus.terminated, subStatus: 'paidOff' } },
    mayPass: false,
  },
  {
    rule: 'bankruptcy',
    why: 'noted on a running loan',
    facts: { legalFacts: [{ kind: 'bankruptcy', since: localDate(2026, 3, 1), endedOn: null }] },
    mayPass: true,
  },
  {
    rule: 'suspended',
    why: 'hard return',
    facts: { loanState: { status: LoanStatus.suspended, subStatus: 'hardReturn' } },
    mayPass: true,
  },
  {
    rule: 'collecting',
    why: 'no new agreement',
    facts: { loanState: { status: LoanStatus.collecting, subStatus: 'notified' } },
    mayPass: true,
  },
  {
    rule: 'bankEntryOpen',
    why: 'a return that did not fit',
    facts: { isBankEntryOpen: true },
    mayPass: true,
  },
  { rule: 'rail', why: 'remotely created check', attempt: { rail: TransactionMode.rcc }, mayPass: false },
  {
    rule: 'paymentMode',
    why: 'pays by money order',
    facts: { paymentMode: PaymentMode.moneyOrder },
    mayPass: true,
  },
  { rule: 'account', why: 'an account of before', attempt: { accountKey: 'account-0' }, mayPass: false },
  {
    rule: 'revoked',
    why: 'revoked a minute before the file',
    facts: { authorizations: [{ ...agreement, revokedAt: new Date('2026-06-16T16:39:00-04:00') }] },
    mayPass: true,
  },
  {
    rule: 'authorized',
    why: 'a payment without an agreement',
    attempt: { item: 'installment/99' },
    mayPass: true,
  },
  {
    rule: 'linkEnded',
    why: 'the borrower took the authorization back at the bank',
    facts: {
      account: {
        key: 'account-1',
        formerKeys: [],
        validation: { validatedBy: 'bankLink', prenote: null },
        isLinkEnded: true,
      },
    },
    mayPass: true,
  },
  {
    rule: 'prenoteReturned',
    why: 'the bank knows no such account',
    facts: { account: prenoted({ returnedAs: 'R03', isDealtWith: true }) },
    mayPass: true,
  },
  {
    rule: 'prenoteReturned',
    why: 'the bank stopped the prenote, and it is not dealt with',
    facts: { account: prenoted({ returnedAs: 'R17' }) },
    mayPass: true,
  },
  {
    rule: 'validatedAccount',
    why: 'typed, and its bank was not asked yet',
    facts: { account: prenoted(null) },
    mayPass: true,
  },
  {
    rule: 'validatedAccount',
    why: 'asked two banking days before',
    facts: { account: prenoted({ effectiveDate: localDate(2026, 6, 15) }) },
    mayPass: true,
  },
  {
    rule: 'usableAccount',
    why: 'R02 open',
    facts: { openReturns: [returned('R02', 'installment/2')] },
    mayPass: true,
  },
  {
    rule: 'permissionEnded',
    why: 'R10 open',
    facts: { openReturns: [returned('R10', 'installment/2')] },
    mayPass: true,
  },
  {
    rule: 'itemStopped',
    why: 'R08 on this payment',
    facts: { openReturns: [returned('R08')] },
    mayPass: true,
  },
  {
    rule: 'once',
    why: 'it settled',
    facts: { earlier: [presented({ returnedAs: null, returnedAt: null })] },
    mayPass: false,
  },
  {
    rule: 'once',
    why: 'it came back and is made as if new',
    facts: { earlier: [presented()] },
    mayPass: false,
  },
  { rule: 'agreedAmount', why: 'a cent more', attempt: { amount: cents(12_001n) }, mayPass: false },
  { rule: 'agreedAmount', why: 'nothing', attempt: { amount: cents(0n) }, mayPass: false },
  { rule: 'owedAmount', why: 'the rest is on its way', facts: { inFlight: cents(48_001n) }, mayPass: false },
  {
    rule: 'bankingDay',
    why: 'Juneteenth',
    attempt: { effectiveDate: localDate(2026, 6, 19) },
    mayPass: true,
  },
  {
    rule: 'notEarly',
    why: 'a day before',
    facts: { authorizations: [{ ...agreement, scope: [{ item, date: localDate(2026, 6, 18), amount }] }] },
    mayPass: true,
  },
  {
    rule: 'cutOffWindow',
    why: 'at the cut-off',
    facts: { now: new Date('2026-06-16T17:00:00-04:00') },
    mayPass: true,
  },
  {
    rule: 'cutOffWindow',
    why: 'a later file would do',
    attempt: { effectiveDate: localDate(2026, 6, 18) },
    mayPass: true,
  },
  {
    rule: 'cutOffWindow',
    why: 'a plan for a day whose file is gone',
    facts: { authorizations: [{ ...agreement, scope: [{ item, date: localDate(2026, 6, 16), amount }] }] },
    attempt: { when: 'plan', effectiveDate: localDate(2026, 6, 16) },
    mayPass: true,
  },
  {
    rule: 'confirmedDay',
    why: 'a payoff of Monday that was confirmed on Friday and not sent since',
    facts: {
      authorizations: [
        {
          ...confirmed,
          grantedAt: new Date('2026-06-12T09:00:00-04:00'),
          scope: [{ item, date: localDate(2026, 6, 15), amount }],
        },
      ],
    },
    attempt: { purpose: 'payOff' },
    mayPass: false,
  },
  {
    rule: 'immediate',
    why: 'confirmed two business days ago',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...confirmed, grantedAt: new Date('2026-06-12T09:00:00-04:00') }],
    },
    mayPass: true,
  },
  { rule: 'firstNotice', why: 'never announced', facts: { debitedBefore: false }, mayPass: true },
  {
    rule: 'firstNotice',
    why: 'announced under a permission that had ended before this one was given',
    facts: {
      debitedBefore: false,
      authorizations: [{ ...agreement, revokedAt: new Date('2026-06-15T09:00:00-04:00') }, renewed],
      notices: [{ ...unusualNotified, kind: 'firstWithdrawal', sentOn: localDate(2026, 6, 11) }],
    },
    mayPass: true,
  },
  {
    rule: 'unusualNotice',
    why: 'another date',
    facts: { regular: otherDay },
    mayPass: true,
  },
  {
    rule: 'unusualNotice',
    why: 'announced too late',
    facts: {
      regular: otherDay,
      notices: [{ ...unusualNotified, sentOn: localDate(2026, 6, 12) }],
    },
    mayPass: true,
  },
  ...[
    { why: 'told as a first one', notice: { kind: 'firstWithdrawal' } as const },
    { why: 'told for another day', notice: { effectiveDate: localDate(2026, 6, 18) } },
    { why: 'told with another amount', notice: { amount: cents(12_001n) } },
  ].map(({ why, notice }) => ({
    rule: 'unusualNotice' as const,
    why,
    facts: { regular: otherDay, notices: [{ ...unusualNotified, ...notice }] },
    mayPass: true,
  })),
  {
    rule: 'unusualNotice',
    why: 'the second under an authorization signed anew',
    facts: {
      regular: otherDay,
      authorizations: [renewed],
      accountAttempts: [{ ...failure(4), outcome: 'cleared', sentAt: new Date('2026-06-16T10:00:00-04:00') }],
    },
    mayPass: true,
  },
  {
    rule: 'unusualNotice',
    why: 'a plan so near that its notice would come too late',
    facts: {
      regular: otherDay,
      authorizations: [{ ...agreement, scope: [{ item, date: localDate(2026, 6, 22), amount }] }],
    },
    attempt: { when: 'plan', effectiveDate: localDate(2026, 6, 22) },
    mayPass: true,
  },
  {
    rule: 'toldAmount',
    why: 'made smaller by a receipt of which no corrected notice went out',
    facts: { notices: [unusualNotified], hasPaidBeside: true },
    attempt: { amount: cents(11_000n) },
    mayPass: true,
  },
  {
    rule: 'toldAmount',
    why: 'made smaller by a receipt before its notice, and not told',
    facts: { hasPaidBeside: true },
    attempt: { amount: cents(11_000n) },
    mayPass: true,
  },
  {
    rule: 'toldAmount',
    why: 'as agreed again, of which the borrower was last told less',
    facts: { notices: [{ ...unusualNotified, amount: cents(11_000n) }] },
    mayPass: true,
  },
  {
    rule: 'toldAmount',
    why: 'as agreed again, told two business days before it is sent',
    facts: {
      notices: [
        { ...unusualNotified, amount: cents(11_000n) },
        { ...unusualNotified, sentOn: localDate(2026, 6, 12) },
      ],
    },
    mayPass: true,
  },
  {
    rule: 'variableAmountNotice',
    why: 'less than agreed, told as unusual only',
    facts: { notices: [{ ...unusualNotified, amount: cents(11_000n) }] },
    attempt: { amount: cents(11_000n) },
    mayPass: true,
  },
]
