import { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanFlag, LoanStatus, OriginatingSubStatus, TrackerStep } from '@dolphin/domain/loans/codes'
import { describe, expect, test } from 'vitest'
import { anApplication, aSection } from '../../testing/sample-application.ts'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { landing, screenOf, STEP_ORDER, stepBefore, stepStates } from './flow.ts'

const CUSTOMER_REVIEW = {
  loanStatus: LoanStatus.originating,
  subStatus: OriginatingSubStatus.customerReview,
  signedIn: true,
} as const

describe('where a borrower goes on (domain.md §3)', () => {
  test('every section of product.md §3 is a step', () => {
    expect([...STEP_ORDER].toSorted()).toEqual(Object.values(SectionKey).toSorted())
  })

  test('to the first section left to fill in', () => {
    expect(landing(anApplication(0))).toBe(SectionKey.personal)
    expect(landing(anApplication(2))).toBe(SectionKey.bank)
  })

  test('to the check of all answers once everything for the amount is there', () => {
    expect(landing(anApplication(5, { nextSection: null }))).toBe(SectionKey.summary)
  })

  test('while another bank is being read, the way leads to the link and not to an amount asked too early', () => {
    for (const ibvStatus of [IbvStatus.loginVerified, IbvStatus.inProgress]) {
      expect(landing(anApplication(5, { nextSection: null, ibvStatus }))).toBe(SectionKey.ibv)
    }
  })

  test('to a repair before anything else', () => {
    const view = anApplication(5, { ...CUSTOMER_REVIEW })
    const sections = [...view.sections, aSection(SectionKey.bank, { status: 'repair' })]
    expect(landing({ ...view, sections })).toBe(SectionKey.bank)
  })

  test('stale steps are led through in their order: amount, plan, signature (domain.md §2)', () => {
    const flags = [LoanFlag.reSignLoanAgreement, LoanFlag.recalculatePaymentPlan]
    expect(landing(anApplication(8, { ...CUSTOMER_REVIEW, loanFlags: flags }))).toBe(
      SectionKey.paymentSchedule,
    )
    expect(
      landing(
        anApplication(8, { ...CUSTOMER_REVIEW, loanFlags: [...flags, LoanFlag.recalculateLoanAmount] }),
      ),
    ).toBe(SectionKey.summary)
  })
})

describe('what the page shows', () => {
  test('the step of the address, as long as it is open', () => {
    expect(screenOf(anApplication(3), 'employment')).toEqual({ kind: 'section', section: 'employment' })
    expect(screenOf(anApplication(1), 'question')).toEqual({ kind: 'section', section: 'employment' })
    expect(screenOf(anApplication(1), 'nonsense')).toEqual({ kind: 'section', section: 'employment' })
  })

  test('choosing terms needs an account (domain.md §3)', () => {
    const view = anApplication(5, { ...CUSTOMER_REVIEW, signedIn: false })
    expect(screenOf(view, undefined)).toEqual({ kind: 'account', section: SectionKey.loanDetail })
    expect(screenOf({ ...view, signedIn: true }, undefined).kind).toBe('section')
  })

  test('the tracker while others work on it', () => {
    const view = anApplication(8, {
      loanStatus: LoanStatus.originating,
      subStatus: OriginatingSubStatus.underwriterReview,
      trackerStep: TrackerStep.preUnderwriterReview,
    })
    expect(screenOf(view, 'bank')).toEqual({ kind: 'tracker' })
  })

  test('that a withdrawn application is closed', () => {
    expect(screenOf(anApplication(8, { loanStatus: LoanStatus.withdrawn }), undefined)).toEqual({
      kind: 'closed',
    })
  })
})

test('back leads to the open step before, and nowhere from the first', () => {
  const view = anApplication(3)
  expect(stepBefore(view, SectionKey.bank)).toBe(SectionKey.employment)
  expect(stepBefore(view, SectionKey.personal)).toBeUndefined()
})

test('the stepper shows what is done, what is open and what is to come', () => {
  const states = stepStates(anApplication(2), SectionKey.bank).map(({ state }) => state)
  expect(states.slice(0, 4)).toEqual(['done', 'done', 'current', 'todo'])
})
