import { type Call, isAtDesk, isOfDesk } from '@dolphin/contract/call'
import { type CallName, CALLS } from '@dolphin/contract/registry'
import { assert } from '@dolphin/domain/assert'
import fc from 'fast-check'

/** Who asks at a portfolio's host: a copied session that has ended, a live one in part, somebody else, no one. */
export const AT_PORTFOLIO = [
  'signedOut',
  'passwordChanged',
  'revoked',
  'withoutCookie',
  'withForeignCredential',
  'atOtherHost',
  'stranger',
  'strangerElsewhere',
  'limitedStranger',
  'guest',
] as const

/** Who asks at the desk: a borrower's live session, employees who are out, one of another portfolio. */
const AT_DESK = ['sessionAtDesk', 'signedOutTerminal', 'suspendedEmployee', 'staffElsewhere'] as const

export type Attacker = (typeof AT_PORTFOLIO)[number] | (typeof AT_DESK)[number]

/** Links of the past or of someone else, which stand in the request in place of the right one. */
const LINKS = ['used', 'expired', 'ofAnother'] as const
export type OldLink = (typeof LINKS)[number]

/** One call as one attacker. */
export interface Attack {
  readonly call: CallName
  readonly as: Attacker
  readonly link: OldLink
  /** So many at the same time, beside the victim's own read. */
  readonly atOnce: number
  /** Sent under the idempotency key that the victim has used. */
  readonly withKeyOfVictim: boolean
}

type Cell = Pick<Attack, 'call' | 'as'>

/** Its session ends with it, and it has no other. */
const ENDS_ITSELF: readonly CallName[] = ['signOut']

const attackersOf = (call: Call): readonly Attacker[] => [
  ...(isOfDesk(call) ? [] : AT_PORTFOLIO),
  ...(isAtDesk(call) ? AT_DESK : []),
]

/** The whole matrix: each call as everybody who may not have what it is about. */
export const CELLS: readonly Cell[] = (Object.keys(CALLS) as CallName[]).flatMap((call) =>
  attackersOf(CALLS[call])
    .filter((as) => as !== 'limitedStranger' || !ENDS_ITSELF.includes(call))
    .map((as) => ({ call, as })),
)

const aWay = fc.record({
  link: fc.constantFrom(...LINKS),
  atOnce: fc.constantFrom(1, 1, 1, 2, 5),
  withKeyOfVictim: fc.boolean(),
})

/** Attacks of a life: for each of them the victim signs in, signs out, changes the password and revokes anew. */
export const ATTACKS_OF_LIFE = 60

/**
 * The attacks of a life of a seed. Each round of lives goes through the whole matrix in an order of its own, so that so
 * many lives leave no cell out.
 */
export function attacksOf(seed: number, life: number): readonly Attack[] {
  const lives = Math.ceil(CELLS.length / ATTACKS_OF_LIFE)
  const round = { seed: seed + 1_000_003 * Math.floor(life / lives), numRuns: 1 }
  const [cells] = fc.sample(
    fc.shuffledSubarray([...CELLS], { minLength: CELLS.length, maxLength: CELLS.length }),
    round,
  )
  assert(cells !== undefined, 'one order is drawn')
  const from = (life % lives) * ATTACKS_OF_LIFE
  const ways = fc.sample(aWay, { seed: seed + life, numRuns: ATTACKS_OF_LIFE })
  return cells.slice(from, from + ATTACKS_OF_LIFE).map((cell, at) => {
    const way = ways[at]
    assert(way !== undefined, 'each attack has its way')
    return { ...cell, ...way }
  })
}
