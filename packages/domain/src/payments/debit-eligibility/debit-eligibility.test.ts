import { describe, expect, test } from 'vitest'
import { localDate } from '../../calendar/local-date.ts'
import { LOAN_STATES, loanPlace } from '../../loans/loan-life.ts'
import { LoanStatus } from '../../loans/codes.ts'
import { PaymentMode, TransactionMode } from '../codes.ts'
import { cents } from '../../money/cents.ts'
import type { DebitAttempt, DebitEligibilityFacts } from './debit-attempt.ts'
import {
  ALL_RULES_HOLD,
  ELIGIBILITY_RULES,
  checkDebitEligibility,
  type EligibilityRuleId,
} from './debit-eligibility.ts'
import { RETURN_CODES, returnRule } from './return-codes.ts'
import {
  again,
  agreement,
  amount,
  attempt,
  confirmed,
  facts,
  failure,
  item,
  otherDay,
  presented,
  renewed,
  returned,
  twoFailures,
  unusualNotified,
} from './testing/agreed-debit.ts'

interface Case {
  readonly rule: EligibilityRuleId
  readonly why: string
  readonly facts?: Partial<DebitEligibilityFacts>
  readonly attempt?: Partial<DebitAttempt>
  readonly mayPass: boolean
}

const ineligible: readonly Case[] = [
  {
    rule: 'loanOwes',
    why: 'paid off',
    facts: { loanState: { status: LoanStatus.terminated, subStatus: 'paidOff' } },
    mayPass: false,
  },
  {
    rule: 'activeDuty',
    why: 'on active duty',
    facts: { loanState: { status: LoanStatus.suspended, subStatus: 'activeDuty' } },
    mayPass: true,
  },
  {
    rule: 'suspended',
    why: 'bankruptcy',
    facts: { loanState: { status: LoanStatus.suspended, subStatus: 'bankruptcy' } },
    mayPass: true,
  },
  {
    rule: 'collecting',
    why: 'no new agreement',
    facts: { loanState: { status: LoanStatus.collecting, subStatus: 'notified' } },
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
  {
    rule: 'representment',
    why: 'the third again',
    facts: { earlier: [presented(), presented(), presented()], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'after 180 days',
    facts: { earlier: [presented({ effectiveDate: localDate(2025, 12, 18) })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'a part of the amount',
    facts: { earlier: [presented({ amount: cents(24_000n) })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'not marked as a retry',
    facts: { earlier: [presented()], notices: [unusualNotified] },
    attempt: { ...again, entryDescription: 'LOAN PMT' },
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'after R24',
    facts: { earlier: [presented({ returnedAs: 'R24' })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'a second correction',
    facts: {
      openReturns: [returned('R11')],
      earlier: [presented({ returnedAs: 'R11' }), presented({ returnedAs: 'R11', presentment: 'corrected' })],
    },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'after 60 days',
    facts: {
      openReturns: [{ ...returned('R11'), settledOn: localDate(2026, 4, 17) }],
      earlier: [presented({ returnedAs: 'R11' })],
    },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'representment',
    why: 'after R24, though an earlier one is named last',
    facts: {
      earlier: [presented({ effectiveDate: localDate(2026, 6, 10), returnedAs: 'R24' }), presented()],
      notices: [unusualNotified],
    },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'once',
    why: 'it settled, and is made again',
    facts: { earlier: [presented({ returnedAs: null, returnedAt: null })], notices: [unusualNotified] },
    attempt: again,
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'what the bank calls wrong is another payment',
    facts: { openReturns: [returned('R11', 'installment/2')], notices: [unusualNotified] },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'nothing was wrong with it',
    facts: {
      openReturns: [returned('R01')],
      earlier: [presented()],
      notices: [unusualNotified],
    },
    attempt: { presentment: 'corrected' },
    mayPass: false,
  },
  {
    rule: 'correction',
    why: 'marked as a retry',
    facts: {
      openReturns: [returned('R11')],
      earlier: [presented({ returnedAs: 'R11' })],
      notices: [unusualNotified],
    },
    attempt: { presentment: 'corrected', entryDescription: 'RETRY PYMT' },
    mayPass: false,
  },
  {
    rule: 'permissionEnded',
    why: 'a correction while another return says that there was no permission',
    facts: {
      openReturns: [returned('R11'), returned('R10', 'installment/2')],
      earlier: [presented({ returnedAs: 'R11' })],
      notices: [unusualNotified],
    },
    attempt: { presentment: 'corrected' },
    mayPass: true,
  },
  {
    rule: 'newPermission',
    why: 'the account was repaired, the permission is old',
    facts: { earlier: [presented({ returnedAs: 'R02' })], notices: [unusualNotified] },
    attempt: { presentment: 'renewed' },
    mayPass: true,
  },
  { rule: 'twoFailures', why: 'two in a row', facts: { accountAttempts: twoFailures }, mayPass: true },
  {
    rule: 'twoFailures',
    why: 'a permission signed before the second failure',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...renewed, grantedAt: new Date('2026-06-05T09:00:00-04:00') }],
    },
    mayPass: true,
  },
  {
    rule: 'twoFailures',
    why: 'a payment confirmed before the second failure was known',
    facts: {
      accountAttempts: [failure(1), { ...failure(4), knownAt: new Date('2026-06-16T09:00:01-04:00') }],
      authorizations: [agreement, confirmed],
    },
    mayPass: false,
  },
  {
    rule: 'twoFailures',
    why: 'an agreement of the day, which is no permission signed anew for that',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...agreement, grantedAt: renewed.grantedAt }],
      renewals: [renewed.grantedAt],
    },
    mayPass: true,
  },
  {
    rule: 'twoFailures',
    why: 'a permission signed anew, for a day before',
    facts: {
      accountAttempts: twoFailures,
      authorizations: [{ ...renewed, scope: [{ item, date: localDate(2026, 6, 16), amount }] }],
      renewals: [renewed.grantedAt],
    },
    mayPass: true,
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
    why: 'the second under a permission signed anew',
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
    rule: 'variableAmountNotice',
    why: 'less than agreed, told as unusual only',
    facts: { notices: [{ ...unusualNotified, amount: cents(11_000n) }] },
    attempt: { amount: cents(11_000n) },
    mayPass: true,
  },
]

const ask = ({ facts: changed, attempt: asked }: Partial<Case>) =>
  checkDebitEligibility({ ...facts, ...changed }, { ...attempt, ...asked })

describe('debit eligibility check (domain.md §9)', () => {
  test('a debit as agreed passes every rule and names its permission', () => {
    const result = ask({})
    expect(result).toMatchObject({ allowed: true, rule: ALL_RULES_HOLD, authorizationNo: 'agreement' })
    expect(result.trace.map(({ rule }) => rule)).toEqual(ELIGIBILITY_RULES.map(({ id }) => id))
    expect(result.trace.every((one) => !one.ineligible && one.citation !== '')).toBe(true)
  })

  test.each(ineligible)('$rule denies: $why', (one) => {
    const { rule, mayPass } = one
    const result = ask(one)
    expect(result).toMatchObject({ allowed: false, rule, mayPass })
    if (!result.allowed) expect(result.words.en.endsWith('.') && result.words.es.endsWith('.')).toBe(true)
  })

  test('every rule is seen to deny', () => {
    expect(new Set(ineligible.map(({ rule }) => rule))).toEqual(
      new Set(ELIGIBILITY_RULES.map(({ id }) => id)),
    )
  })

  test('of several that deny the first in the list answers, and the trace shows them all', () => {
    for (const one of ineligible) {
      for (const other of ineligible) {
        const result = ask({
          facts: { ...one.facts, ...other.facts },
          attempt: { ...one.attempt, ...other.attempt },
        })
        const first = result.trace.find((traced) => traced.ineligible)
        expect(result.rule).toBe(first?.rule ?? ALL_RULES_HOLD)
        expect(result.allowed).toBe(first === undefined)
      }
    }
  })

  test('asking twice answers alike', () => {
    for (const one of ineligible) expect(ask(one)).toEqual(ask(one))
  })
})

describe('what passes all the same', () => {
  const allowed: readonly Omit<Case, 'rule' | 'mayPass'>[] = [
    {
      why: 'a payment confirmed today, though two failed (12 CFR 1041.8(d)), no notice needed',
      facts: { accountAttempts: twoFailures, authorizations: [agreement, confirmed], regular: null },
      attempt: { purpose: 'payNow' },
    },
    {
      why: 'a permission signed after the second failure, on its date (12 CFR 1041.8(c))',
      facts: {
        accountAttempts: twoFailures,
        authorizations: [agreement, renewed],
        renewals: [renewed.grantedAt],
      },
    },
    {
      why: 'the first withdrawal, announced on the third business day before it is sent',
      facts: {
        debitedBefore: false,
        notices: [{ ...unusualNotified, kind: 'firstWithdrawal', sentOn: localDate(2026, 6, 11) }],
      },
    },
    {
      why: 'a re-presentment that was announced',
      facts: { earlier: [presented()], notices: [unusualNotified] },
      attempt: again,
    },
    {
      why: 'the one corrected entry after R11',
      facts: {
        openReturns: [returned('R11')],
        earlier: [presented({ returnedAs: 'R11' })],
        notices: [unusualNotified],
      },
      attempt: { presentment: 'corrected' },
    },
    {
      why: 'a stopped payment that the borrower allowed again',
      facts: {
        openReturns: [returned('R08')],
        earlier: [presented({ returnedAs: 'R08' })],
        authorizations: [agreement, renewed],
      },
      attempt: { presentment: 'renewed' },
    },
    {
      why: 'the account under the key it has after a notice of change',
      facts: { account: { key: 'account-2', formerKeys: ['account-1'] } },
      attempt: { accountKey: 'account-2' },
    },
    {
      why: 'a confirmed payment in collection and with another way of paying',
      facts: {
        loanState: { status: LoanStatus.collecting, subStatus: 'notified' },
        paymentMode: PaymentMode.moneyOrder,
        authorizations: [confirmed],
      },
    },
    {
      why: 'the principal of a rescinded loan that is still pending',
      facts: { loanState: { status: LoanStatus.pending, subStatus: null }, authorizations: [confirmed] },
      attempt: { purpose: 'rescission' },
    },
    {
      why: 'a same-day payment confirmed before the cut-off',
      facts: {
        now: new Date('2026-06-17T12:59:00-04:00'),
        authorizations: [{ ...confirmed, grantedAt: new Date('2026-06-17T12:58:00-04:00') }],
      },
      attempt: { sameDay: true },
    },
    { why: 'the last of what is owed', facts: { inFlight: cents(48_000n) } },
    {
      why: 'a payment confirmed one business day ago, though two failed',
      facts: {
        accountAttempts: twoFailures,
        authorizations: [{ ...confirmed, grantedAt: new Date('2026-06-15T09:00:00-04:00') }],
      },
    },
    {
      why: 'the first under a permission signed anew, though it is unusual (12 CFR 1041.9(b)(1)(iii)(A))',
      facts: { regular: otherDay, authorizations: [renewed], accountAttempts: [failure(1)] },
    },
    {
      why: 'a plan on the last day on which its notice can go out',
      facts: {
        regular: otherDay,
        authorizations: [{ ...agreement, scope: [{ item, date: localDate(2026, 6, 23), amount }] }],
      },
      attempt: { when: 'plan', effectiveDate: localDate(2026, 6, 23) },
    },
    {
      why: 'less than agreed, told as unusual and as a varying amount',
      facts: {
        notices: [
          { ...unusualNotified, amount: cents(11_000n) },
          {
            ...unusualNotified,
            kind: 'variableAmount',
            sentOn: localDate(2026, 6, 3),
            amount: cents(11_000n),
          },
        ],
      },
      attempt: { amount: cents(11_000n) },
    },
    {
      why: 'less than agreed, of what does not come at regular intervals (12 CFR 1005.2(k))',
      facts: { notices: [{ ...unusualNotified, amount: cents(11_000n) }] },
      attempt: { amount: cents(11_000n), purpose: 'payNow' },
    },
    {
      why: 'less than the one payment that was confirmed',
      facts: { authorizations: [confirmed] },
      attempt: { amount: cents(11_000n) },
    },
    {
      why: 'again on the 180th day',
      facts: { earlier: [presented({ effectiveDate: localDate(2025, 12, 19) })], notices: [unusualNotified] },
      attempt: again,
    },
    {
      why: 'corrected on the 60th day',
      facts: {
        openReturns: [{ ...returned('R11'), settledOn: localDate(2026, 4, 18) }],
        earlier: [presented({ returnedAs: 'R11' })],
        notices: [unusualNotified],
      },
      attempt: { presentment: 'corrected' },
    },
    {
      why: 'a plan for a later date, whose notice can still go out',
      facts: {
        regular: null,
        authorizations: [agreement, { ...confirmed, scope: [{ item, date: localDate(2026, 7, 8), amount }] }],
      },
      attempt: { when: 'plan', effectiveDate: localDate(2026, 7, 8) },
    },
  ]

  test.each(allowed)('$why', (one) => {
    const result = ask(one)
    expect(result.trace.filter((traced) => traced.ineligible)).toEqual([])
    expect(result.allowed).toBe(true)
  })
})

test('nothing is taken automatically but from a loan that owes and is neither suspended nor in collection', () => {
  const open = LOAN_STATES.filter((loanState) => ask({ facts: { loanState } }).allowed).map(loanPlace)
  expect(open).toEqual([
    'disbursed',
    'processing',
    'collecting/accepted',
    'collecting/rePlanned',
    'collecting/cleared',
  ])
})

test('no debit passes while a return is open that stops account, permission or this payment (ach.md §2)', () => {
  for (const code of RETURN_CODES)
    expect([code, ask({ facts: { openReturns: [returned(code)] } }).allowed]).toEqual([
      code,
      returnRule(code).stops === 'nothing',
    ])
})

test('a revocation reaches every file cut from its moment on, none before (I8)', () => {
  const revokedAt = new Date('2026-06-16T16:45:00-04:00')
  const authorizations = [{ ...agreement, revokedAt }]
  const allowedAt = (time: string): boolean =>
    ask({ facts: { authorizations, now: new Date(`2026-06-16T${time}-04:00`) } }).allowed
  expect(['16:44:59', '16:45:00', '16:59:59'].map(allowedAt)).toEqual([true, false, false])
})
