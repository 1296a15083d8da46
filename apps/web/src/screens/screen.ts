import type { ReactNode } from 'react'
import type { CallName } from '../api-client/call.ts'
import type { PersistedState } from '../app/persisted-state.ts'
import type { DraftValues } from '../form-engine/draft.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import type { Hand } from './hand.ts'

/** What the screens are sorted by. */
export const SCREEN_GROUPS = [
  'Sign-in and account',
  'Application',
  'Bank link',
  'Amount and plan',
  'Signing',
  'Home',
  'Disbursement',
  'Repayment',
  'Changes',
  'Coupons',
  'Papers and messages',
  'Notifications',
  'Frame',
  'Form controls',
] as const
export type ScreenGroup = (typeof SCREEN_GROUPS)[number]

/** One state of one page, with all that it takes to show it without a server. */
export interface Screen {
  /** Stands in the address: /dev/screens/<name>. */
  readonly name: string
  readonly group: ScreenGroup
  /** Where the page would stand in the product. */
  readonly path: string
  /** Who looks: a signed-in customer unless said otherwise. */
  readonly who?: 'guest' | 'application'
  /** The moment at which the device's clock stands; by default `SCREEN_TIME`. */
  readonly at?: string
  /** What the calls answer besides `commonAnswers`. A call that nothing answers makes the screen fail. */
  readonly answers?: ContractAnswers
  /** Calls that never come back: the page goes on waiting. */
  readonly unanswered?: readonly CallName[]
  /** Calls whose line breaks before an answer comes. */
  readonly cut?: readonly CallName[]
  /** What this device kept of an earlier visit. */
  readonly kept?: Partial<PersistedState>
  /** What was typed and not sent, by the name of its form. */
  readonly drafts?: Readonly<Record<string, DraftValues>>
  /** Shown in place of the page of that path. */
  readonly content?: () => ReactNode
  /** The device says that it has no connection. */
  readonly offline?: boolean
  /** How long the session still holds; by default as long as a new one. */
  readonly sessionLeftMs?: number
  /** What a borrower does before the state is there. */
  readonly act?: (hand: Hand) => Promise<void>
}

/** A Tuesday morning in New York. */
export const SCREEN_TIME = '2026-03-10T10:00:00-04:00'
