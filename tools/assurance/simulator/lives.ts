import type { Chance } from './chance.ts'

/**
 * How a borrower's loan goes. Each kind but the steady has its share of every twenty borrowers, so none is left out; who
 * leaves, after the first form, comes only where a plan says so.
 */
export type LifeKind =
  | 'story'
  | 'steady'
  | 'declined'
  | 'rescinds'
  | 'paysDown'
  | 'paysOff'
  | 'paysOffInThree'
  | 'revokes'
  | 'pauses'
  | 'broke'
  | 'disputes'
  | 'leaves'

/** A borrower's life, drawn from the seed and the borrower's place in the line alone. */
export interface Life {
  readonly kind: LifeKind
  /** Takes another loan once this one is paid off. */
  readonly returns: boolean
  /** What marks the life happens after so many payments that were sent. */
  readonly afterPayments: number
  /** A change of mind: the payoff or pay-down is taken back the next day, or once its debit was seen, too late. */
  readonly takesBack: 'inTime' | 'tooLate' | undefined
}

/** Mixed, so that a handful of loans already lives through most of it. The story's loan is the first of all. */
const KINDS: readonly LifeKind[] = [
  'paysOff',
  'disputes',
  'broke',
  'rescinds',
  'revokes',
  'paysDown',
  'declined',
  'pauses',
  'paysOffInThree',
  'steady',
  'paysOff',
  'broke',
  'revokes',
  'disputes',
  'paysDown',
  'rescinds',
  'declined',
  'pauses',
  'paysOff',
  'paysDown',
]

const LATEST_TURN = 3

/** The life of the borrower who comes as the nth, from 0. */
export function lifeOf(index: number, chance: Chance): Life {
  const kind = index === 0 ? 'story' : (KINDS[(index - 1) % KINDS.length] ?? 'steady')
  return {
    kind,
    returns: (kind === 'paysOff' || kind === 'paysOffInThree') && chance('returns', index) < 0.5,
    afterPayments: 1 + Math.floor(chance('turn', index) * LATEST_TURN),
    takesBack: changeOfMind(kind, chance('takes back', index)),
  }
}

function changeOfMind(kind: LifeKind, drawn: number): Life['takesBack'] {
  if (kind === 'paysDown') return drawn < 0.4 ? 'inTime' : undefined
  if (kind !== 'paysOff') return undefined
  return drawn < 0.5 ? 'tooLate' : undefined
}

/** How often what happens to a debit of somebody whose life does not say it. */
const INSUFFICIENT = 0.06
const ACCOUNT_CHANGED = 0.02

/** What a bank does with a debit; everything else settles. */
export type DebitFate = 'R01' | 'R10' | 'C01'

/** What becomes of a borrower's nth debit, from 1. */
export function debitFate(
  { kind, afterPayments }: Life,
  index: number,
  nth: number,
  chance: Chance,
): DebitFate | undefined {
  if (kind === 'story') return nth === 2 ? 'R01' : undefined
  if (kind === 'broke') return nth > 1 && nth < 5 ? 'R01' : undefined
  if (kind === 'rescinds') return undefined
  if (kind === 'disputes' && nth === afterPayments) return 'R10'
  const drawn = chance('debit', index, nth)
  if (drawn < INSUFFICIENT) return 'R01'
  return drawn < INSUFFICIENT + ACCOUNT_CHANGED ? 'C01' : undefined
}
