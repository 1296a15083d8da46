import { repaymentText } from './messages.ts'
import type { LoanDetail } from './step-props.ts'

export type Payment = LoanDetail['timeline'][number]
export type Phase = Payment['phase']
type Direction = Payment['direction']
type TextId = Parameters<typeof repaymentText>[0]

/** A phase as people call it, and what it means for the one who waits. */
interface PhaseWords {
  readonly name: TextId
  readonly meaning: TextId
}

/** Money on its way from the borrower. */
const PAYMENT = {
  scheduled: { name: 'phaseScheduled', meaning: 'meansScheduled' },
  sent: { name: 'phaseSent', meaning: 'meansSent' },
  taken: { name: 'phaseTaken', meaning: 'meansTaken' },
  cleared: { name: 'phaseCleared', meaning: 'meansCleared' },
  cameBack: { name: 'phaseCameBack', meaning: 'meansCameBack' },
  notSent: { name: 'phaseNotSent', meaning: 'meansNotSent' },
  pastDue: { name: 'phasePastDue', meaning: 'meansPastDue' },
} as const satisfies Record<Phase, PhaseWords>

/** Money on its way to the borrower. */
const PAYOUT = {
  scheduled: { name: 'phaseScheduled', meaning: 'meansOutScheduled' },
  sent: { name: 'phaseSent', meaning: 'meansOutSent' },
  taken: { name: 'phasePaidOut', meaning: 'meansOutPaid' },
  cleared: { name: 'phaseOutCleared', meaning: 'meansOutCleared' },
  cameBack: { name: 'phaseCameBack', meaning: 'meansOutCameBack' },
  notSent: { name: 'phaseNotSent', meaning: 'meansOutNotSent' },
  pastDue: { name: 'phaseNotSent', meaning: 'meansOutNotSent' },
} as const satisfies Record<Phase, PhaseWords>

const wordsOf = (phase: Phase, direction: Direction) => (direction === 'out' ? PAYOUT : PAYMENT)[phase]

/** Where a payment stands, in a word or two. */
export const phaseText = (phase: Phase, direction: Direction): string =>
  repaymentText(wordsOf(phase, direction).name)

/** What that means, in one sentence. */
export const phaseMeaning = (phase: Phase, direction: Direction): string =>
  repaymentText(wordsOf(phase, direction).meaning)

/** Phases after which a payment goes no further by itself. */
export const ENDED: readonly Phase[] = ['cleared', 'cameBack', 'notSent', 'pastDue']

const PURPOSES = {
  disbursement: 'purposeDisbursement',
  installment: 'purposeInstallment',
  representment: 'purposeRepresentment',
  payOff: 'purposePayOff',
  payDown: 'purposePayDown',
  payNow: 'purposePayNow',
  rescission: 'purposeRescission',
  refund: 'purposeRefund',
  receipt: 'purposeReceipt',
  reversal: 'purposeReversal',
} as const satisfies Record<Payment['purpose'], string>

/** What a payment is called. */
export function paymentName({ purpose, installmentNo }: Payment): string {
  return (purpose === 'installment' || purpose === 'payNow') && installmentNo !== null
    ? repaymentText('paymentNo', { number: installmentNo })
    : repaymentText(PURPOSES[purpose])
}
