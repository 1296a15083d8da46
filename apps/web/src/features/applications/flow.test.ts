import { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanFlag, LoanStatus, OriginatingSubStatus, TrackerStep } from '@dolphin/domain/loans/codes'
import { describe, expect, test } from 'vitest'
import type { SectionView } from './application-view.ts'
import { anApplication, aSection } from '../../testing/sample-application.ts'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { firstStates, following, landing, screenOf, stepBefore, stepPosition, stepStates } from './flow.ts'

const CUSTOMER_REVIEW = {
  loanStatus: LoanStatus.originating,
  subStatus: OriginatingSubStatus.customerReview,
  signedIn: true,
} as const

describe('where a borrower goes on (domain.md §3)', () => {
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

const LINK_FIRST: readonly SectionKey[] = ['personal', 'IBV', 'employment', 'bank', 'question']

/** Bank link first; `states` of the sections by key, every other one open. */
function linkFirst(
  states: Readonly<Partial<Record<SectionKey, SectionView['status']>>>,
  next: SectionKey | null,
) {
  const view = anApplication(0, { entryOrder: [...LINK_FIRST], nextSection: next })
  const sections = view.sections.map((section) => ({
    ...section,
    status: states[section.sectionKey] ?? (LINK_FIRST.includes(section.sectionKey) ? 'open' : section.status),
    editable: true,
  }))
  return { ...view, sections }
}

const LINKED = { personal: 'done', IBV: 'done', employment: 'filled', bank: 'filled' } as const

describe('bank link first (domain.md §3, entryOrder)', () => {
  test('after the link, what was read is confirmed in one place, with the questions that no report answers', () => {
    const view = linkFirst(LINKED, 'question')
    expect(landing(view)).toBe(SectionKey.summary)
    expect(following(view, SectionKey.ibv)).toBe(SectionKey.summary)
  })

  test('what the report lacks is typed before that', () => {
    const view = linkFirst({ ...LINKED, employment: 'open' }, 'employment')
    expect(following(view, SectionKey.ibv)).toBe(SectionKey.employment)
    const typed = linkFirst({ ...LINKED, employment: 'done' }, 'question')
    expect(following(typed, SectionKey.employment)).toBe(SectionKey.summary)
  })

  test('who does not link types on, and comes back to the link', () => {
    const typing = (states: Parameters<typeof linkFirst>[0]) =>
      linkFirst({ personal: 'done', ...states }, 'IBV')
    expect(landing(typing({}))).toBe(SectionKey.ibv)
    expect(following(typing({}), SectionKey.personal)).toBe(SectionKey.ibv)
    expect(following(typing({}), SectionKey.ibv)).toBe(SectionKey.employment)
    expect(following(typing({ employment: 'done' }), SectionKey.employment)).toBe(SectionKey.bank)
    const all = { employment: 'done', bank: 'done' } as const
    expect(following(typing(all), SectionKey.bank)).toBe(SectionKey.question)
    expect(following(typing({ ...all, question: 'done' }), SectionKey.question)).toBe(SectionKey.ibv)
  })

  test('a repair goes before what is open', () => {
    const view = linkFirst({ personal: 'repair' }, 'personal')
    expect(following(view, SectionKey.ibv)).toBe(SectionKey.personal)
  })

  test('back leads from the confirmation to the link, and from a change to the confirmation', () => {
    const view = linkFirst(LINKED, 'question')
    expect(stepBefore(view, SectionKey.summary)).toBe(SectionKey.ibv)
    expect(stepBefore(view, SectionKey.employment)).toBe(SectionKey.summary)
    expect(stepBefore(view, SectionKey.ibv)).toBe(SectionKey.personal)
  })
})

describe('the steps count from the start to the signature', () => {
  const position = (step: Parameters<typeof stepPosition>[1]) =>
    Object.values(stepPosition({ entryOrder: [...LINK_FIRST] }, step)).join(' of ')

  test('with the bank link first, what is read from the report is one step', () => {
    expect(position('start')).toBe('1 of 9')
    expect(position(SectionKey.personal)).toBe('3 of 9')
    expect(position(SectionKey.summary)).toBe('5 of 9')
    expect(position(SectionKey.employment)).toBe('5 of 9')
    expect(position(SectionKey.paymentSchedule)).toBe('6 of 9')
    expect(position(SectionKey.paymentFee)).toBe('7 of 9')
    expect([position('agreement'), position('sign')]).toEqual(['8 of 9', '9 of 9'])
  })

  test('typing first, every section is a step', () => {
    expect(stepPosition(anApplication(0), SectionKey.ibv)).toEqual({ number: 7, count: 12 })
  })

  test('before there is an application, the steps before the current one are done', () => {
    const states = firstStates(anApplication(0), SectionKey.personal).map(({ state }) => state)
    expect(states.slice(0, 4)).toEqual(['done', 'done', 'current', 'todo'])
  })
})

test('back leads to the open step before, and nowhere from the first', () => {
  const view = anApplication(3)
  expect(stepBefore(view, SectionKey.bank)).toBe(SectionKey.employment)
  expect(stepBefore(view, SectionKey.personal)).toBeUndefined()
})

test('the stepper shows what is done, what is open and what is to come', () => {
  const states = stepStates(anApplication(2), SectionKey.bank).map(({ state }) => state)
  expect(states.slice(0, 6)).toEqual(['done', 'todo', 'done', 'done', 'current', 'todo'])
})
