import { expect, test } from 'vitest'
import { localDate } from '../../calendar/local-date.ts'
import type { LegalFactKind } from '../../loans/legal-facts.ts'
import { LoanStatus } from '../../loans/codes.ts'
import { LOAN_STATES } from '../../loans/loan-life.ts'
import { cents } from '../../money/cents.ts'
import { TransactionPurpose, TransactionStatus, TransactionType } from '../../payments/codes.ts'
import { LOAN_ACTS } from './codes.ts'
import { type LoanActFacts, loanActObstacle, obstacleText } from './loan-obstacle.ts'
import { collectingSteps, isCuredByItself } from './status-moves.ts'

const RUNNING: LoanActFacts = {
  state: { status: LoanStatus.processing, subStatus: null },
  legalFacts: [],
  debt: {
    principal: cents(50_000n),
    interest: cents(356n),
    fees: cents(0n),
    paid: cents(0n),
    daysPastDue: 0,
  },
  transactions: [],
  changeIsOpen: false,
  canStop: false,
  canRevoke: false,
}
const facts = (more: Partial<LoanActFacts> = {}): LoanActFacts => ({ ...RUNNING, ...more })
const debt = (more: Partial<NonNullable<LoanActFacts['debt']>>) => ({
  debt: { ...(RUNNING.debt as NonNullable<LoanActFacts['debt']>), ...more },
})
const state = (status: LoanStatus, subStatus: LoanActFacts['state']['subStatus'] = null) => ({
  state: { status, subStatus },
})
const noted = (...kinds: LegalFactKind[]) => ({
  legalFacts: kinds.map((kind) => ({ kind, since: localDate(2026, 3, 6), endedOn: null })),
})
const { receipt, disbursement, installment } = TransactionPurpose
const { onBatch, notChecked, checked } = TransactionStatus
const debit = (status: TransactionStatus, purpose: TransactionPurpose = installment) => ({
  type: TransactionType.debit,
  status,
  purpose,
})
const credit = { type: TransactionType.credit, status: onBatch, purpose: disbursement }
const NOTHING_OWED = debt({ principal: cents(0n), interest: cents(0n) })

test.each([
  ['stopDebit', { canStop: true }, undefined],
  ['stopDebit', {}, 'noDebitToStop'],
  ['revokeAuthorization', { canRevoke: true }, undefined],
  ['revokeAuthorization', {}, 'notAuthorized'],
  ['receipt', {}, undefined],
  ['receipt', { debt: null }, 'notFunded'],
  ['checkReceipt', {}, 'noReceiptToCheck'],
  ['checkReceipt', { transactions: [debit(notChecked, receipt)] }, undefined],
  ['checkReceipt', { transactions: [debit(notChecked)] }, 'noReceiptToCheck'],
  ['refund', {}, 'nothingPaid'],
  ['refund', debt({ paid: cents(1n) }), undefined],
  ['feeWaiver', {}, 'noFees'],
  ['feeWaiver', debt({ fees: cents(1n) }), undefined],
  ['interestWaiver', {}, undefined],
  ['interestWaiver', debt({ interest: cents(0n) }), 'noInterest'],
  ['writeOff', {}, 'notSuspendedOrCollecting'],
  ['writeOff', state(LoanStatus.collecting, 'notified'), undefined],
  ['writeOff', { ...state(LoanStatus.suspended, 'bankruptcy'), ...NOTHING_OWED }, 'nothingOwed'],
  ['rejectEntry', {}, 'noEntryOnBatch'],
  ['rejectEntry', { transactions: [debit(onBatch)] }, undefined],
  ['scheduleChange', {}, undefined],
  ['scheduleChange', state(LoanStatus.suspended, 'bankruptcy'), 'notRepaying'],
  ['cancelChange', {}, 'noOpenChange'],
  ['cancelChange', { changeIsOpen: true }, undefined],
  ['suspend', {}, undefined],
  ['suspend', state(LoanStatus.collecting, 'notified'), 'notRunning'],
  ['cure', {}, 'notSuspendedOrCollecting'],
  ['cure', state(LoanStatus.suspended, 'bankruptcy'), 'protectedByLaw'],
  ['cure', { ...state(LoanStatus.suspended, 'hardReturn'), ...noted('bankruptcy') }, 'protectedByLaw'],
  ['cure', { ...state(LoanStatus.suspended, 'hardReturn'), ...noted('activeDuty') }, undefined],
  ['scheduleChange', { ...state(LoanStatus.collecting, 'notified'), ...noted('bankruptcy') }, 'notRepaying'],
  ['scheduleChange', { ...state(LoanStatus.suspended, 'activeDuty'), ...noted('activeDuty') }, undefined],
  ['collect', { ...debt({ daysPastDue: 1 }), ...noted('activeDuty') }, 'protectedByLaw'],
  ['noteLegalFact', {}, undefined],
  ['noteLegalFact', state(LoanStatus.originating, 'agentReview'), undefined],
  ['noteLegalFact', noted('bankruptcy', 'activeDuty'), 'notedAlready'],
  ['endLegalFact', {}, 'noLegalFact'],
  ['endLegalFact', noted('activeDuty'), undefined],
  ['cure', state(LoanStatus.suspended, 'hardReturn'), undefined],
  ['cure', state(LoanStatus.collecting, 'settled'), 'notSuspendedOrCollecting'],
  ['collect', {}, 'notPastDue'],
  ['collect', debt({ daysPastDue: 1 }), undefined],
  ['collect', { debt: null }, undefined],
  ['collect', state(LoanStatus.disbursed), 'notCollectable'],
  ['collect', state(LoanStatus.collecting, 'notified'), undefined],
  ['voidLoan', { ...state(LoanStatus.pending), transactions: [credit] }, undefined],
  ['voidLoan', state(LoanStatus.pending), 'noCreditToVoid'],
  ['voidLoan', { transactions: [credit] }, 'noCreditToVoid'],
  ['endPaid', {}, 'stillOwed'],
  ['endPaid', NOTHING_OWED, undefined],
  ['endPaid', { ...NOTHING_OWED, transactions: [debit(notChecked)] }, 'paymentsOpen'],
  ['endPaid', { ...NOTHING_OWED, transactions: [debit(checked)] }, undefined],
  ['endPaid', { ...NOTHING_OWED, ...state(LoanStatus.terminated, 'paidOff') }, 'isOver'],
] as const)(
  '%s %# is judged by the debt, the transactions and the status (domain.md §2, §10)',
  (act, more, obstacle) => {
    expect(loanActObstacle(act, facts(more as Partial<LoanActFacts>))).toBe(obstacle)
  },
)

test('every act has its words in every state, and names the state where that is the reason', () => {
  for (const one of LOAN_STATES)
    for (const act of LOAN_ACTS) {
      const obstacle = loanActObstacle(act, facts({ state: one, debt: null }))
      if (obstacle !== undefined) expect(obstacleText(obstacle, one)).toMatch(/\.$/)
    }
  expect(obstacleText('notRunning', state(LoanStatus.suspended, 'badStanding').state)).toBe(
    'Only a running loan (202, 203). This one is 204 suspended, bad standing.',
  )
})

test('collecting goes on by the steps of the table', () => {
  const steps = (status: LoanStatus, subStatus: LoanActFacts['state']['subStatus'] = null) =>
    collectingSteps({ status, subStatus }).toSorted()
  expect(steps(LoanStatus.processing)).toEqual(['notified'])
  expect(steps(LoanStatus.suspended, 'badStanding')).toEqual(['notified'])
  expect(steps(LoanStatus.collecting, 'notified')).toEqual(['accepted', 'rejected', 'settled'])
  expect(steps(LoanStatus.collecting, 'rePlanned')).toEqual(['cleared', 'settled'])
  expect(steps(LoanStatus.collecting, 'settled')).toEqual([])
  expect(steps(LoanStatus.originating, 'agentReview')).toEqual([])
})

test('only the round that put a loan into collecting takes it out, once nothing is past due or can come back', () => {
  const clear = { isReason: false, isPaymentUnchecked: false }
  const cured = LOAN_STATES.filter((state) => isCuredByItself(state, clear))
  expect(cured).toEqual([{ status: LoanStatus.collecting, subStatus: 'notified' }])
  const notified = { status: LoanStatus.collecting, subStatus: 'notified' } as const
  expect(isCuredByItself(notified, { ...clear, isReason: true })).toBe(false)
  expect(isCuredByItself(notified, { ...clear, isPaymentUnchecked: true })).toBe(false)
})
