import { describe, expect, test } from 'vitest'
import { homeFlag, type NewestLoan } from './home-flag.ts'
import { HomeFlag, LoanFlag, LoanStatus, OriginatingSubStatus } from './codes.ts'
import { flagsRaisedBy, nextFlag } from './loan-flag.ts'
import { reviewStatusOf } from './review-status.ts'
import { LOAN_STATES, loanPlace } from './loan-life.ts'
import { trackerStep } from './tracker.ts'

const aLoan = (overrides: Partial<NewestLoan>): NewestLoan => ({
  status: LoanStatus.initializing,
  subStatus: null,
  signed: false,
  hasQualifiedPrincipal: false,
  ...overrides,
})

describe('home page flag (domain.md §2)', () => {
  test('a repair goes before all', () => {
    expect(homeFlag(aLoan({ status: LoanStatus.processing }), true)).toBe(HomeFlag.repairInformation)
    expect(homeFlag(null, true)).toBe(HomeFlag.repairInformation)
  })

  test('no loan, or an ended one without an offer, is 1; with a qualified principal 2', () => {
    expect(homeFlag(null, false)).toBe(1)
    for (const status of [LoanStatus.withdrawn, LoanStatus.terminated] as const) {
      expect(homeFlag(aLoan({ status }), false)).toBe(1)
      expect(homeFlag(aLoan({ status, hasQualifiedPrincipal: true }), false)).toBe(2)
    }
  })

  test('every state has its flag', () => {
    const flags = Object.fromEntries(
      LOAN_STATES.map((state) => [loanPlace(state).split('/')[0], homeFlag(aLoan(state), false)]),
    )
    expect(flags).toEqual({
      initializing: 2,
      originating: 4,
      withdrawn: 1,
      approved: 4,
      pending: 4,
      disbursed: 5,
      processing: 5,
      suspended: 5,
      collecting: 5,
      terminated: 1,
    })
  })

  test('customer review is 3 until it is signed', () => {
    const review = { status: LoanStatus.originating, subStatus: OriginatingSubStatus.customerReview }
    expect(homeFlag(aLoan(review), false)).toBe(3)
    expect(homeFlag(aLoan({ ...review, signed: true }), false)).toBe(4)
  })
})

describe('tracker (domain.md §2)', () => {
  test('the step of every state, unsigned', () => {
    const steps = LOAN_STATES.map(
      (state) => `${loanPlace(state)} ${trackerStep({ ...state, signed: false, creditReturned: false })}`,
    )
    expect(steps.filter((line) => !/^(suspended|collecting|terminated)/.test(line))).toEqual([
      'initializing null',
      'originating/customerReview null',
      'originating/agentReview 2',
      'originating/underwriterReview 2',
      'originating/tribeReview 2',
      'originating/autoValidation 1',
      'originating/nonVoiceAgentReview 2',
      'originating/blocked 6',
      'withdrawn 6',
      'approved 3',
      'pending 4',
      'disbursed 5',
      'processing 5',
    ])
    expect(steps.filter((line) => line.startsWith('suspended')).every((line) => line.endsWith(' 6'))).toBe(
      true,
    )
    expect(steps.filter((line) => /^(coll|term)/.test(line)).every((line) => line.endsWith(' 5'))).toBe(true)
  })

  test('a returned credit is an exception; signed customer review is still under review', () => {
    const approved = { status: LoanStatus.approved, subStatus: null, signed: true }
    expect(trackerStep({ ...approved, creditReturned: true })).toBe(6)
    const review = { status: LoanStatus.originating, subStatus: OriginatingSubStatus.customerReview }
    expect(trackerStep({ ...review, signed: true, creditReturned: false })).toBe(2)
  })
})

describe('loan flags (domain.md §2)', () => {
  test('are led through 10001, 10002, 10003, 10000', () => {
    const raised = new Set<LoanFlag>(Object.values(LoanFlag))
    const walked: LoanFlag[] = []
    for (let flag = nextFlag(raised); flag !== null; flag = nextFlag(raised)) {
      walked.push(flag)
      raised.delete(flag)
    }
    expect(walked).toEqual([
      LoanFlag.recalculateLoanAmount,
      LoanFlag.recalculatePaymentPlan,
      LoanFlag.reSignLoanAgreement,
      LoanFlag.recreateRequestCode,
    ])
  })

  test('a change of payroll makes amount and plan stale, expiry the request code', () => {
    expect(flagsRaisedBy('payrollChanged')).toEqual([
      LoanFlag.recalculateLoanAmount,
      LoanFlag.recalculatePaymentPlan,
    ])
    expect(flagsRaisedBy('signingExpired')).toEqual([LoanFlag.recreateRequestCode])
  })
})

describe('older review codes (product.md §4)', () => {
  const codes = (flags: readonly LoanFlag[]) =>
    LOAN_STATES.flatMap(({ subStatus }) => {
      const code = reviewStatusOf({ subStatus, flags })
      return code === null ? [] : [`${subStatus} ${code}`]
    })

  test('a review has its code, every other state none', () => {
    expect(codes([])).toEqual([
      'customerReview 20001',
      'agentReview 20002',
      'underwriterReview 20004',
      'tribeReview 20005',
    ])
  })

  test('an agent review with steps to correct is the corrector’s', () => {
    expect(codes([LoanFlag.recalculateLoanAmount])).toEqual([
      'customerReview 20001',
      'agentReview 20006',
      'underwriterReview 20004',
      'tribeReview 20005',
    ])
  })
})
