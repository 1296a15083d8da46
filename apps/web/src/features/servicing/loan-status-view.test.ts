import {
  CollectingSubStatus,
  LoanStatus,
  OriginatingSubStatus,
  SuspendedSubStatus,
  TerminatedSubStatus,
} from '@dolphin/domain/loans/codes'
import { describe, expect, test } from 'vitest'
import { loanStatusView } from './loan-status-view.ts'
import { loanStatusText } from './loan-status-messages.ts'

const WITHOUT = Object.values(LoanStatus).map((status) => [status, null] as const)
const WITH = [
  ...Object.values(OriginatingSubStatus).map((sub) => [LoanStatus.originating, sub] as const),
  ...Object.values(SuspendedSubStatus).map((sub) => [LoanStatus.suspended, sub] as const),
  ...Object.values(CollectingSubStatus).map((sub) => [LoanStatus.collecting, sub] as const),
  ...Object.values(TerminatedSubStatus).map((sub) => [LoanStatus.terminated, sub] as const),
]

describe('status honesty: every status and sub-status has its own words and one next act (ux.md)', () => {
  test.each([...WITHOUT, ...WITH])('%s %s', (status, subStatus) => {
    const { text, next } = loanStatusView(status, subStatus)
    expect(loanStatusText(text).length).toBeGreaterThan(20)
    expect(['continue', 'sign', 'wait', 'pay', 'help', 'call', 'repair', 'apply']).toContain(next)
  })

  test('no two of them say the same', () => {
    const said = [...WITHOUT, ...WITH].map(([status, sub]) =>
      loanStatusText(loanStatusView(status, sub).text),
    )
    const twice = said.filter((words, index) => said.indexOf(words) !== index)
    expect(twice).toEqual([])
  })

  test('a loan that was settled is not said to be paid off; what comes first is not said twice', () => {
    const { text, next } = loanStatusView(LoanStatus.terminated, 'paidOff', true)
    expect([loanStatusText(text), next]).toEqual([
      'This loan was settled for less than the full amount. You owe nothing more on it.',
      'apply',
    ])
    // The next payment stands beside it, and after a payoff it is not the first of the schedule.
    expect(loanStatusText(loanStatusView(LoanStatus.disbursed, null).text)).not.toMatch(/first payment/)
  })

  test('a borrower who cannot be debited is not asked to pay, and no refusal is shown as pending', () => {
    // On active duty debits go on: a stop would make the borrower past due (domain.md §2).
    const notDebited = Object.values(SuspendedSubStatus).filter(
      (sub) => sub !== SuspendedSubStatus.activeDuty,
    )
    for (const sub of notDebited) expect(loanStatusView(LoanStatus.suspended, sub).next, sub).not.toBe('pay')
    expect(loanStatusView(LoanStatus.withdrawn, null).next).toBe('apply')
  })
})
