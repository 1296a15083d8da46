import type { LocalDate } from '../../calendar/local-date.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { ModificationKind, ModificationMode } from './modification-life.ts'

/** The modification of a loan that can still be taken back, or waits for its money. */
export interface OpenModification {
  readonly kind: ModificationKind
  readonly mode: ModificationMode
  /** The first day on which whatever it holds up is possible. */
  readonly possibleOn: LocalDate
}

/** What a change is, as far as its life depends on it. */
export function modificationKind(changeType: number): ModificationKind {
  switch (changeType) {
    case ChangeType.payOff:
      return 'payoff'
    case ChangeType.payDown:
      return 'extraPayment'
    case ChangeType.changePaymentMode:
    case ChangeType.changeMode:
      return 'paymentMode'
    case ChangeType.revokeFutureAch:
      return 'revocation'
    default:
      return 'schedule'
  }
}

/** Who asks for what, beside an open modification. */
export interface WantedModification {
  readonly kind: ModificationKind
  /** Hardship assistance is never refused for another modification. */
  readonly isHardship: boolean
}

type Beside = 'beside' | 'supersedes' | 'onFailure' | 'refused'

/**
 * What becomes of an open modification when another is wanted: the other stands `beside` it, `supersedes` it, takes
 * effect `onFailure` of it, or is `refused` until `possibleOn`. One touches another where it changes or removes the debit under way, or the payments
 * that it counts on; what does not touch goes on. Source: domain.md §14, "one debit is under way".
 */
export function besideOpen({ kind, mode }: OpenModification, wanted: WantedModification): Beside {
  if (wanted.kind === 'revocation') return 'beside'
  const isPayment = wanted.kind === 'payoff' || wanted.kind === 'extraPayment'
  switch (kind) {
    case 'payoff':
    case 'extraPayment':
      // Nothing of the schedule waits for a payment that the borrower sends.
      if (mode === 'borrower') return isPayment ? 'supersedes' : 'beside'
      if (kind === 'payoff') return besidePayoff(wanted)
      return isPayment ? 'refused' : 'beside'
    case 'schedule':
      return wanted.isHardship || wanted.kind === 'paymentMode' ? 'supersedes' : 'refused'
    case 'paymentMode':
    case 'revocation':
      return 'supersedes'
  }
}

/** A payoff removes all payments: help with one of them waits for the payoff to fail. */
function besidePayoff({ kind, isHardship }: WantedModification): Beside {
  if (kind === 'paymentMode') return 'beside'
  return isHardship ? 'onFailure' : 'refused'
}
