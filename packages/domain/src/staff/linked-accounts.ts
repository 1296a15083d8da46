import type { LocalDate } from '../calendar/local-date.ts'
import type { RoleGrant } from './authority.ts'
import { actsOfRole, STAFF_PERMISSIONS } from './permissions.ts'

const isInForce = ({ from, until }: RoleGrant, day: LocalDate): boolean =>
  from <= day && (until === null || day <= until)

const meets = (one: RoleGrant, other: RoleGrant): boolean =>
  one.portfolioId === null || other.portfolioId === null || one.portfolioId === other.portfolioId

const isCounterpart = (one: RoleGrant, other: RoleGrant): boolean =>
  STAFF_PERMISSIONS.some((permission) => {
    const [left, right] = [actsOfRole(one.role, permission), actsOfRole(other.role, permission)]
    const enters = (acts: typeof left) => acts.includes('enter') || acts.includes('may')
    return (enters(left) && right.includes('confirm')) || (enters(right) && left.includes('confirm'))
  })

/**
 * Whether one employee could confirm what the other enters, in some portfolio of both, on a day. Their keys may not be one.
 * Source: docs/design/console.md, Staff.
 */
export const holdsCounterRight = (
  mine: readonly RoleGrant[],
  theirs: readonly RoleGrant[],
  day: LocalDate,
): boolean =>
  mine.some((one) =>
    theirs.some(
      (other) =>
        isInForce(one, day) && isInForce(other, day) && meets(one, other) && isCounterpart(one, other),
    ),
  )

/** The two of a link, in the order in which they are stored. */
export const linkedPair = (one: string, other: string): readonly [string, string] =>
  one < other ? [one, other] : [other, one]
