import { describe, expect, test } from 'vitest'
import { localDate } from '../../calendar/local-date.ts'
import { LOAN_STATES, loanPlace } from '../../loans/loan-life.ts'
import { LoanStatus } from '../../loans/codes.ts'
import { PaymentMode } from '../codes.ts'
import { cents } from '../../money/cents.ts'
import { ALL_RULES_HOLD, ELIGIBILITY_RULES, checkDebitEligibility } from './debit-eligibility.ts'
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
  prenoted,
  presented,
  renewed,
  returned,
  twoFailures,
  unusualNotified,
} from './testing/agreed-debit.ts'
import { INELIGIBLE_BY_HISTORY } from './testing/ineligible-by-history.ts'
import { INELIGIBLE_DEBITS, type IneligibleCase } from './testing/ineligible-debits.ts'

const ineligible: readonly IneligibleCase[] = [...INELIGIBLE_DEBITS, ...INELIGIBLE_BY_HISTORY]

const ask = ({ facts: changed, attempt: asked }: Partial<IneligibleCase>) =>
  checkDebitEligibility({ ...facts, ...changed }, { ...attempt, ...asked })

describe('debit eligibility check (domain.md §9)', () => {
  test('a debit as agreed passes every rule and names its authorization', () => {
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
  const validated = { validation: { validatedBy: 'bankLink', prenote: null } } as const
  const allowed: readonly Omit<IneligibleCase, 'rule' | 'mayPass'>[] = [
    {
      why: 'a payment confirmed today, though two failed (12 CFR 1041.8(d)), no notice needed',
      facts: { accountAttempts: twoFailures, authorizations: [agreement, confirmed], regular: null },
      attempt: { purpose: 'payNow' },
    },
    {
      why: 'an authorization signed after the second failure, on its date (12 CFR 1041.8(c))',
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
      why: 'the first withdrawal, announced under the permission that was signed anew since',
      facts: {
        debitedBefore: false,
        authorizations: [{ ...agreement, revokedAt: renewed.grantedAt }, renewed],
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
      facts: { account: { ...validated, key: 'account-2', formerKeys: ['account-1'], isLinkEnded: false } },
      attempt: { accountKey: 'account-2' },
    },
    {
      why: 'a typed account, three banking days after its prenote',
      facts: { account: prenoted({}) },
    },
    {
      why: 'a prenote that came back as not allowed, allowed anew since',
      facts: { account: prenoted({ returnedAs: 'R10', isDealtWith: true }) },
    },
    {
      why: 'an account that is not validated, under an authorization on paper',
      facts: { account: prenoted(null), authorizations: [{ ...agreement, medium: 'paper' }] },
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
      why: 'the first under an authorization signed anew, though it is unusual (12 CFR 1041.9(b)(1)(iii)(A))',
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
      why: 'made smaller by the borrower’s own receipt, with a corrected notice the day before (domain.md §14)',
      facts: {
        notices: [
          unusualNotified,
          { ...unusualNotified, sentOn: localDate(2026, 6, 16), amount: cents(9_000n) },
        ],
        hasPaidBeside: true,
      },
      attempt: { amount: cents(9_000n) },
    },
    {
      why: 'a plan that a receipt made smaller, whose corrected notice goes out the same hour',
      facts: { notices: [unusualNotified], hasPaidBeside: true },
      attempt: { amount: cents(9_000n), when: 'plan' },
    },
    {
      why: 'as agreed again, told again three business days before it is sent',
      facts: {
        notices: [
          { ...unusualNotified, amount: cents(9_000n) },
          { ...unusualNotified, sentOn: localDate(2026, 6, 11) },
        ],
      },
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

test('nothing is taken automatically but from a loan that owes and is neither suspended nor in collection, or is on active duty', () => {
  const open = LOAN_STATES.filter((loanState) => ask({ facts: { loanState } }).allowed).map(loanPlace)
  expect(open).toEqual([
    'disbursed',
    'processing',
    'suspended/activeDuty',
    'collecting/accepted',
    'collecting/rePlanned',
    'collecting/cleared',
  ])
})

test('no debit passes while a return is open that stops account, authorization or this payment (ach.md §2)', () => {
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
