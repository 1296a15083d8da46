import { canonical } from '../approvals/canonical-act.ts'
import type { Cents } from '../money/cents.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { StaffSessionKind } from './codes.ts'

/** A key confirms and releases money from so long after its enrollment. Source: docs/design/console.md, Staff. */
const NEW_KEY_MS = 24 * HOUR_MS

/** How long one touch covers acts up to `touchAbove`. Source: docs/decisions/staff.md. */
const RECENT_MS = 5 * MINUTE_MS

/** What a passkey's enrollment says of what it may sign. */
export interface SigningPasskey {
  readonly factorId: string
  readonly madeAt: Date
  /** Of the first two administrators, or of a demonstration: it counts at once. */
  readonly countsAtOnce: boolean
  /** True: it may be copied to other devices. */
  readonly backupEligible: boolean | null
}

/** Whether a passkey was enrolled long enough ago to confirm or to release money. */
export const isOldEnough = ({ madeAt, countsAtOnce }: SigningPasskey, now: Date): boolean =>
  countsAtOnce || now.getTime() >= madeAt.getTime() + NEW_KEY_MS

/** Why a passkey does not release money; undefined where it does. */
export function moneyKeyObstacle(
  passkey: SigningPasskey,
  { now, syncedConfirms }: { readonly now: Date; readonly syncedConfirms: boolean },
): 'tooNew' | 'synced' | undefined {
  if (passkey.backupEligible === true && !syncedConfirms) return 'synced'
  return isOldEnough(passkey, now) ? undefined : 'tooNew'
}

/** An act that releases money, and the session in which it is done. */
export interface MoneyAct {
  /** Whole cents; null where the act has no one amount, such as a batch. */
  readonly amount: Cents | null
  /** Of the portfolio: up to it one touch of the last five minutes is enough. */
  readonly touchAbove: Cents
  readonly sessionKind: StaffSessionKind
  /** When a passkey that releases money was last touched in this session; null: never. */
  readonly touchedAt: Date | null
}

/**
 * Whether a touch over the very act is needed. Up to `touchAbove` one touch at this desk in the last five minutes is enough;
 * a terminal holds no passkey, so that each act there takes its own. Source: docs/decisions/staff.md.
 */
export function needsOwnTouch({ amount, touchAbove, sessionKind, touchedAt }: MoneyAct, now: Date): boolean {
  if (amount === null || amount > touchAbove || sessionKind === 'terminal' || touchedAt === null) return true
  return now.getTime() - touchedAt.getTime() > RECENT_MS
}

/** Exactly what a touch is over. What was typed stands in it as a keyed digest, so that it holds no one's data. */
export interface TouchedAct {
  readonly call: string
  readonly title: string
  readonly employeeId: string
  readonly portfolioId: number | null
  /** Whole cents as text; null where the act has no amount. */
  readonly amount: string | null
  readonly lines: readonly { readonly label: string; readonly value: string }[]
  /** What it is about, as it stands: the state of a loan, the kind of an approval. */
  readonly standing: string
  /** Of the whole request, keyed. */
  readonly request: string
}

/** The text over which a touch signs; its first line says that it is no approval. */
export const touchedActText = (act: TouchedAct): string => `dolphin-touch/1\n${canonical(act)}`
