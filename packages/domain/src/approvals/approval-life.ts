import { DAY_MS } from '../time/durations.ts'
import type { ApprovalState } from './codes.ts'

/** An approval without an answer ends after five days. Source: docs/design/console.md, Screens. */
const APPROVAL_DAYS = 5

/** When an approval that is entered at an instant ends. */
export const approvalEnd = (enteredAt: Date): Date => new Date(enteredAt.getTime() + APPROVAL_DAYS * DAY_MS)

/** How an approval may be answered, and where each answer leads. */
export const APPROVAL_ANSWERS = {
  confirm: 'confirmed',
  return: 'returned',
  refuse: 'refused',
  withdraw: 'withdrawn',
} as const satisfies Record<string, ApprovalState>

/** What is stored: that its days are over is read from its end. */
export type StoredApprovalState = Exclude<ApprovalState, 'expired'>

/** Where an approval stands at an instant. */
export const stateAt = (
  { state, endsAt }: { readonly state: StoredApprovalState; readonly endsAt: Date },
  now: Date,
): ApprovalState => (state === 'waiting' && now >= endsAt ? 'expired' : state)
