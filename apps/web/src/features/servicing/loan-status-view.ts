import {
  type CollectingSubStatus,
  LoanStatus,
  type LoanSubStatus,
  type OriginatingSubStatus,
  type SuspendedSubStatus,
  type TerminatedSubStatus,
} from '@dolphin/domain/loans/codes'
import type { loanStatusText } from './loan-status-messages.ts'

type LoanStatusTextId = Parameters<typeof loanStatusText>[0]

/** The one thing that comes next: something the borrower does, or nothing but to wait. */
export type NextAct = 'continue' | 'sign' | 'wait' | 'pay' | 'help' | 'call' | 'repair' | 'apply'

/** How a loan stands: the text that says so, and its one next act. */
interface LoanStatusView {
  readonly text: LoanStatusTextId
  readonly next: NextAct
}

const BY_STATUS: Readonly<Record<LoanStatus, LoanStatusView>> = {
  [LoanStatus.initializing]: { text: 'initializing', next: 'continue' },
  [LoanStatus.originating]: { text: 'originating', next: 'wait' },
  [LoanStatus.withdrawn]: { text: 'withdrawn', next: 'apply' },
  [LoanStatus.approved]: { text: 'approved', next: 'wait' },
  [LoanStatus.pending]: { text: 'pending', next: 'wait' },
  [LoanStatus.disbursed]: { text: 'disbursed', next: 'pay' },
  [LoanStatus.processing]: { text: 'processing', next: 'pay' },
  [LoanStatus.suspended]: { text: 'suspended', next: 'call' },
  [LoanStatus.collecting]: { text: 'collecting', next: 'help' },
  [LoanStatus.terminated]: { text: 'terminated', next: 'apply' },
}

const ORIGINATING: Readonly<Record<OriginatingSubStatus, NextAct>> = {
  customerReview: 'sign',
  autoValidation: 'wait',
  agentReview: 'wait',
  nonVoiceAgentReview: 'wait',
  underwriterReview: 'wait',
  tribeReview: 'wait',
  blocked: 'call',
}

const SUSPENDED: Readonly<Record<SuspendedSubStatus, NextAct>> = {
  badStanding: 'call',
  hardReturn: 'repair',
  cccs: 'wait',
  bankruptcy: 'wait',
  noFuturePayment: 'call',
  miscellaneous: 'call',
  activeDuty: 'pay',
}

const COLLECTING: Readonly<Record<CollectingSubStatus, NextAct>> = {
  notified: 'help',
  accepted: 'wait',
  rePlanned: 'pay',
  rejected: 'call',
  pocketed: 'call',
  cleared: 'pay',
  settled: 'pay',
}

const TERMINATED: Readonly<Record<TerminatedSubStatus, NextAct>> = {
  voided: 'apply',
  paidOff: 'apply',
  cancelled: 'apply',
}

const BY_SUB_STATUS: Readonly<Record<LoanSubStatus, NextAct>> = {
  ...ORIGINATING,
  ...SUSPENDED,
  ...COLLECTING,
  ...TERMINATED,
}

/**
 * How a loan stands; its sub-status says more than its status, where it has one. One that ended with less than all paid was
 * settled, not paid off. Source: product.md §4.
 */
export function loanStatusView(
  status: LoanStatus,
  subStatus: LoanSubStatus | null,
  isSettled = false,
): LoanStatusView {
  if (isSettled && subStatus === 'paidOff') return { text: 'endedSettled', next: 'apply' }
  return subStatus === null ? BY_STATUS[status] : { text: subStatus, next: BY_SUB_STATUS[subStatus] }
}

/** Whether nothing may be asked of the borrower: no figure to pay, no payment to come, no way to pay. 11 USC 362(a)(6). */
export const isNothingAsked = (subStatus: LoanSubStatus | null): boolean => subStatus === 'bankruptcy'

/** Whether nothing is taken from a suspended loan; on active duty payments go on. Source: domain.md §2. */
export const isPaused = (status: LoanStatus, subStatus: LoanSubStatus | null): boolean =>
  status === LoanStatus.suspended && subStatus !== 'activeDuty'
