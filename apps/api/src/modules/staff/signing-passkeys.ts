import type { Executor } from '@dolphin/database/driver/executor'
import { listFactors } from '@dolphin/database/staff/factor-repository'
import { findInvitation } from '@dolphin/database/staff/invitation-repository'
import { noteSessionTouch } from '@dolphin/database/staff/touch-repository'
import type { ConfirmingPasskey } from '@dolphin/domain/approvals/confirm-obstacle'
import { moneyKeyObstacle } from '@dolphin/domain/staff/touch'
import type { EmployeeActor } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { BY_SECRET } from './operations-ticket.ts'
import type { StaffDeps } from './staff-deps.ts'

type Needed = Pick<StaffDeps, 'config'>

/** The invitation of everyone whom a demonstration enrolls. */
export const DEMONSTRATION = 'demonstration'

/** Whether the server itself signs for this employee: outside production alone. */
export const isDemonstrationActor = (
  { config }: Needed,
  { factorId }: Pick<EmployeeActor, 'factorId'>,
): boolean => config.mode !== 'production' && factorId.startsWith(`${DEMONSTRATION}-`)

/** An employee's passkeys, with what their enrollment says of what they may sign. */
export async function signingPasskeysOf(
  { config }: Needed,
  executor: Executor,
  employeeId: string,
): Promise<readonly ConfirmingPasskey[]> {
  const own = (await listFactors(executor, employeeId)).filter(({ kind }) => kind === 'passkey')
  const passkeys: ConfirmingPasskey[] = []
  for (const { factorId, invitationNo, madeInSession, madeAt, backupEligible } of own) {
    const isDemonstrated = invitationNo === DEMONSTRATION && config.mode !== 'production'
    const countsAtOnce = isDemonstrated || (await isOfFirst(executor, invitationNo))
    passkeys.push({ factorId, madeInSession, madeAt, backupEligible, countsAtOnce })
  }
  return passkeys
}

/** Of one of the first administrators, whom the operations secret let in alone. */
const isOfFirst = async (executor: Executor, invitationNo: string | null): Promise<boolean> =>
  invitationNo !== null && (await findInvitation(executor, invitationNo))?.confirmedBy === BY_SECRET.confirms

/** Notes a touch of a passkey in a session of the desk, where that passkey releases money. */
export async function noteTouched(
  { config }: Needed,
  { tx, now }: UnitOfWork,
  { employeeId, sessionId, factorId }: Pick<EmployeeActor, 'employeeId' | 'sessionId' | 'factorId'>,
): Promise<void> {
  const own = await signingPasskeysOf({ config }, tx, employeeId)
  const touched = own.find((passkey) => passkey.factorId === factorId)
  const { syncedConfirms } = config
  const counts = touched !== undefined && moneyKeyObstacle(touched, { now, syncedConfirms }) === undefined
  if (counts) await noteSessionTouch(tx, sessionId, now)
}

/** Whether an employee came in as one of the first administrators. */
export async function isFirstAdministrator(executor: Executor, employeeId: string): Promise<boolean> {
  for (const { invitationNo } of await listFactors(executor, employeeId))
    if (await isOfFirst(executor, invitationNo)) return true
  return false
}
