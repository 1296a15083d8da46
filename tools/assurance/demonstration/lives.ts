import { assert } from '@dolphin/domain/assert'
import type { Life, LifeKind } from '../simulator/lives.ts'

/** Of any fifteen who come in turn, four leave after the first form and one is declined. */
const KINDS: readonly LifeKind[] = [
  'story',
  'leaves',
  'broke',
  'paysDown',
  'disputes',
  'leaves',
  'paysOff',
  'revokes',
  'declined',
  'leaves',
  'pauses',
  'rescinds',
  'steady',
  'leaves',
  'paysOffInThree',
]
const LATEST_TURN = 3

/** How the loan of the nth borrower of a demonstration goes, from 0. Every second who pays off comes again. */
export function demonstrationLife(index: number): Life {
  const kind = KINDS[index % KINDS.length]
  assert(kind !== undefined, 'there is one at each place')
  const round = Math.floor(index / KINDS.length)
  return {
    kind,
    returns: kind === 'paysOff' && round % 2 === 0,
    afterPayments: 1 + (round % LATEST_TURN),
    takesBack: undefined,
  }
}

/** How many of the borrowers have come by a day, from 0: a lender that grows, more of them each week. */
export const comeByDay =
  (borrowers: number, days: number) =>
  (day: number): number =>
    Math.ceil(borrowers * ((day + 1) / days) ** GROWTH)

const GROWTH = 1.5
