import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { authorityOf, isSecondPerson, type RoleGrant } from '../staff/authority.ts'
import type { StaffSessionKind } from '../staff/codes.ts'
import { actsOfRole, type StaffPermission } from '../staff/permissions.ts'
import { ACT_MATTERS, type ApprovalKind, type ConfirmObstacle } from './codes.ts'

/** What an approval says of who may confirm it. */
export interface Entered {
  readonly kind: ApprovalKind
  readonly permission: StaffPermission
  /** Null: it concerns the whole server. */
  readonly portfolioId: number | null
  /** Whole cents; null where the act has no amount. */
  readonly amount: Cents | null
  /** From actorName, as whom it is about is. */
  readonly enteredBy: string
  /** The employee whom it is about; null where it is about something else. */
  readonly about: string | null
  /** What had proved who entered it, and in which session; null where the operations secret did. */
  readonly enteredFactor: string | null
  readonly enteredSession: string | null
}

/** A passkey by which an employee might confirm, and the session in which it was enrolled, if in one. */
export interface ConfirmingPasskey {
  readonly factorId: string
  readonly madeInSession: string | null
  /** True: it may be copied to other devices. */
  readonly backupEligible: boolean | null
}

/** Who wants to confirm. */
export interface Confirming {
  /** From actorName. */
  readonly by: string
  readonly sessionId: string
  readonly sessionKind: StaffSessionKind
  readonly roles: readonly RoleGrant[]
  readonly day: LocalDate
  readonly passkeys: readonly ConfirmingPasskey[]
  /** Whether the lender takes a passkey that may be copied for money and persons, too. */
  readonly syncedConfirms: boolean
}

type RightAsked = Pick<Entered, 'permission' | 'portfolioId' | 'amount'>

/** Why roles do not confirm it: those that only enter count for nothing here. */
function rightObstacle(
  roles: readonly RoleGrant[],
  { permission, portfolioId, amount }: RightAsked,
  day: LocalDate,
): ConfirmObstacle | undefined {
  const confirming = roles.filter(({ role }) => actsOfRole(role, permission).includes('confirm'))
  const authority = authorityOf(confirming, { permission, portfolioId, day, amount: amount ?? undefined })
  if (!authority.allowed) return authority.reason
  return authority.acts.has('confirm') ? undefined : 'aboveLimit'
}

const isOfThatSession = (
  { factorId, madeInSession }: ConfirmingPasskey,
  { enteredFactor, enteredSession }: Entered,
): boolean => factorId === enteredFactor || (enteredSession !== null && madeInSession === enteredSession)

/** None of its entry, and none made in this very session. */
const ofAnotherSession = (
  entered: Entered,
  { passkeys, sessionId }: Pick<Confirming, 'passkeys' | 'sessionId'>,
): readonly ConfirmingPasskey[] =>
  passkeys.filter((passkey) => passkey.madeInSession !== sessionId && !isOfThatSession(passkey, entered))

/**
 * The employee's passkeys that count for this approval: none of its entry, none made in this very session, and for money
 * and persons none that may be copied. Source: docs/facts/staff-passkeys.md §4.
 */
export function countingPasskeys(
  entered: Entered,
  who: Pick<Confirming, 'passkeys' | 'sessionId' | 'syncedConfirms'>,
): readonly ConfirmingPasskey[] {
  const own = ofAnotherSession(entered, who)
  const takesAny = who.syncedConfirms || ACT_MATTERS[entered.kind] === 'settings'
  return takesAny ? own : own.filter(({ backupEligible }) => backupEligible !== true)
}

/**
 * Why an employee may not confirm an approval, the first reason of CONFIRM_OBSTACLES in their order; undefined where
 * they may. Source: docs/design/console.md, Staff.
 */
export function confirmObstacle(entered: Entered, who: Confirming): ConfirmObstacle | undefined {
  if (!isSecondPerson(entered.enteredBy, who.by)) return 'enteredByYourself'
  if (entered.about === who.by) return 'aboutYourself'
  const right = rightObstacle(who.roles, entered, who.day)
  if (right !== undefined) return right
  if (ofAnotherSession(entered, who).length === 0)
    return who.passkeys.some((passkey) => isOfThatSession(passkey, entered))
      ? 'sameAuthenticator'
      : 'passkeyNeeded'
  if (countingPasskeys(entered, who).length === 0) return 'devicePasskeyNeeded'
  return who.sessionKind === 'desk' ? undefined : 'deskNeeded'
}
