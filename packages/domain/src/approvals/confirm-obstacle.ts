import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { authorityOf, isSecondPerson, type RoleGrant } from '../staff/authority.ts'
import type { StaffSessionKind } from '../staff/codes.ts'
import { actsOfRole, type StaffPermission } from '../staff/permissions.ts'
import { isOldEnough, type SigningPasskey } from '../staff/touch.ts'
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
  /** The employee whom it is about, or both; null where it is about something else. */
  readonly about: string | null
  /** What had proved who entered it, and in which session; null where the operations secret did. */
  readonly enteredFactor: string | null
  readonly enteredSession: string | null
}

/** A passkey by which an employee might confirm, and the session in which it was enrolled, if in one. */
export interface ConfirmingPasskey extends SigningPasskey {
  readonly madeInSession: string | null
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
  readonly now: Date
  /** Accounts that may be of the same person, from actorName. */
  readonly linkedTo: readonly string[]
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

type Signing = Pick<Confirming, 'passkeys' | 'sessionId' | 'syncedConfirms' | 'now'>

/** Those of another session that have had their first 24 hours. */
const oldEnough = (entered: Entered, who: Signing): readonly ConfirmingPasskey[] =>
  ofAnotherSession(entered, who).filter((passkey) => isOldEnough(passkey, who.now))

/**
 * The employee's passkeys that count for this approval: none of its entry, none made in this very session or in the last 24
 * hours, and for money and persons none that may be copied. Source: docs/facts/staff-passkeys.md §4.
 */
export function countingPasskeys(entered: Entered, who: Signing): readonly ConfirmingPasskey[] {
  const own = oldEnough(entered, who)
  const takesAny = who.syncedConfirms || ACT_MATTERS[entered.kind] === 'settings'
  return takesAny ? own : own.filter(({ backupEligible }) => backupEligible !== true)
}

/** The right to confirm asks for two passkeys; those of the first two administrators and a demonstration count alone. */
const lacksSecond = ({ passkeys }: Pick<Confirming, 'passkeys'>): boolean =>
  passkeys.length < 2 && !passkeys.some(({ countsAtOnce }) => countsAtOnce)

/** Why none of the employee's passkeys counts for this approval; undefined where one does. */
function passkeyObstacle(entered: Entered, who: Confirming): ConfirmObstacle | undefined {
  if (ofAnotherSession(entered, who).length === 0)
    return who.passkeys.some((passkey) => isOfThatSession(passkey, entered))
      ? 'sameAuthenticator'
      : 'passkeyNeeded'
  if (lacksSecond(who)) return 'secondPasskeyNeeded'
  if (oldEnough(entered, who).length === 0) return 'passkeyTooNew'
  return countingPasskeys(entered, who).length === 0 ? 'devicePasskeyNeeded' : undefined
}

/** That two accounts are of two persons is said by administrators alone. Source: docs/design/console.md, Staff. */
const rolesFor = ({ kind }: Entered, { roles }: Confirming): readonly RoleGrant[] =>
  kind === 'linkLift' ? roles.filter(({ role }) => role === 'administrator') : roles

/**
 * Why an employee may not confirm an approval, the first reason of CONFIRM_OBSTACLES in their order; undefined where
 * they may. Source: docs/design/console.md, Staff.
 */
export function confirmObstacle(entered: Entered, who: Confirming): ConfirmObstacle | undefined {
  if (!isSecondPerson(entered.enteredBy, who.by)) return 'enteredByYourself'
  if (entered.about?.split(' ').includes(who.by) === true) return 'aboutYourself'
  const right = rightObstacle(rolesFor(entered, who), entered, who.day)
  if (right !== undefined) return right
  if (who.linkedTo.includes(entered.enteredBy)) return 'linkedAccounts'
  return passkeyObstacle(entered, who) ?? (who.sessionKind === 'desk' ? undefined : 'deskNeeded')
}
