import { createHash } from 'node:crypto'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import type { Approval } from '@dolphin/database/approvals/approval-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { findEmployee } from '@dolphin/database/staff/employee-repository'
import { grantOf, listRoles } from '@dolphin/database/staff/role-repository'
import { type ApprovalAct, canonicalAct } from '@dolphin/domain/approvals/canonical-act'
import { assert } from '@dolphin/domain/assert'
import { authorityOf } from '@dolphin/domain/staff/authority'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { z } from 'zod'
import { employeeIdIn } from '../../http/actor.ts'
import { inLanguage } from '../../reader-words.ts'
import { type Refusal, type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { ApprovalKindEntry, CarriedOut } from './approval-kind.ts'
import { enteredContent, type EnteredLine } from './enter-approval.ts'

/** What an approval comes to as things stand, and the digest over exactly that. */
export interface Assessed {
  readonly asEntered: readonly EnteredLine[]
  readonly note: string
  readonly outcome: Result<CarriedOut>
  /** Why it cannot be carried out; null: it can. */
  readonly blocked: string | null
  readonly act: string
  readonly digest: string
}

/** How it is carried out: for good, or to see what it would come to. */
export interface Carrying {
  readonly by: string
  readonly deskOrigin: string
  readonly prepared: unknown
}

/** No one's name: who will be the second person is not known yet. */
const REHEARSING: Carrying = { by: 'rehearsal', deskOrigin: '', prepared: undefined }

export function kindOf(
  { kinds }: Pick<ApprovalDeps, 'kinds'>,
  { kind }: Pick<Approval, 'kind'>,
): ApprovalKindEntry {
  const entry = kinds.get(kind)
  assert(entry !== undefined, 'every kind of approval has its module')
  return entry
}

export const contentOf = ({ entered }: Pick<Approval, 'entered'>) => enteredContent.parse(JSON.parse(entered))

/**
 * Carries an approval out in this transaction and says what that came to. The caller keeps it only where the digest is
 * the one that was confirmed, and rolls it back otherwise.
 */
export async function carryOut(
  deps: ApprovalDeps,
  unit: UnitOfWork,
  approval: Approval,
  carrying: Carrying,
): Promise<Assessed> {
  const { asEntered, note, request } = contentOf(approval)
  const gone = await entererObstacle(deps, unit, approval)
  const outcome =
    gone === undefined
      ? await kindOf(deps, approval).carryOut({ unit, approval, request, ...carrying })
      : refuse('approvalBlocked', { message: gone })
  const blocked = outcome.ok ? null : reasonOf(outcome.error)
  const act = canonicalAct(actOf(approval, { asEntered, note }, outcome))
  return { asEntered, note, outcome, blocked, act, digest: digestOf(act) }
}

/** What an approval would come to now: carried out in a transaction that is rolled back. */
export async function rehearse(deps: ApprovalDeps, approval: Approval): Promise<Assessed> {
  let assessed: Assessed | undefined
  await deps.units.write(async (unit) => {
    assessed = await carryOut(deps, unit, approval, REHEARSING)
    return refuse('approvalBlocked')
  })
  assert(assessed !== undefined, 'a rehearsal ends with what it saw')
  return assessed
}

/** As `rehearse`, within a transaction that goes on. */
export const rehearseWithin = (deps: ApprovalDeps, unit: UnitOfWork, approval: Approval): Promise<Assessed> =>
  triedOut(unit, (part) => carryOut(deps, part, approval, REHEARSING))

const signedContent = z.object({
  differences: z.array(
    z.object({ label: z.string(), before: z.string(), after: z.string(), change: z.string().nullable() }),
  ),
  effects: z.array(z.string()),
})

/** What an answered approval came to: what was signed; nothing where no one confirmed it. */
export function answeredAct(approval: Approval) {
  const { asEntered, note } = contentOf(approval)
  const act = approval.act ?? canonicalAct(actOf(approval, { asEntered, note }, refuse('approvalOver')))
  const signed = signedContent.parse(JSON.parse(act.slice(act.indexOf('\n') + 1)))
  return { asEntered, note, ...signed, blocked: null, digest: digestOf(act) }
}

const digestOf = (act: string): string => createHash('sha256').update(act).digest('hex')

function actOf(
  approval: Approval,
  content: Pick<ApprovalAct, 'asEntered' | 'note'>,
  outcome: Result<CarriedOut>,
): ApprovalAct {
  const { approvalNo, kind, permission, title, subject, portfolioId, loanNo, amount } = approval
  return {
    approvalNo,
    kind,
    permission,
    title,
    subject,
    portfolioId,
    loanNo,
    amount: amount === null ? null : amount.toString(),
    enteredBy: approval.enteredBy,
    enteredAt: approval.enteredAt.toISOString(),
    ...content,
    differences: outcome.ok ? outcome.value.differences : [],
    effects: outcome.ok ? outcome.value.effects : [],
  }
}

const LONGEST_REASON = 500

/** A refusal as staff read it. */
export function reasonOf({ name, detail }: Refusal): string {
  const { message = RESPONSE_CODES[name].message, errors = [] } = detail
  const parts = [message, ...errors.map((error) => error.message)].map((words) =>
    inLanguage<string>(words, 'en'),
  )
  return [...new Set(parts)].join(' ').slice(0, LONGEST_REASON)
}

/**
 * Why the entry counts no more: who made it works here no longer, is suspended, or has lost the right by which they
 * entered it. What the operations secret entered has no such person.
 */
async function entererObstacle(
  { cipher }: Pick<ApprovalDeps, 'cipher'>,
  { tx, now }: UnitOfWork,
  approval: Approval,
): Promise<string | undefined> {
  const employeeId = employeeIdIn(approval.enteredBy)
  if (employeeId === undefined) return undefined
  const employee = await findEmployee(tx, cipher, employeeId)
  if (employee?.state !== 'active')
    return 'Who entered it is not active. Return it, so that another enters it.'
  return (await stillEnters(tx, approval, employeeId, now))
    ? undefined
    : 'Who entered it has lost the right to enter it. Return it, so that another enters it.'
}

async function stillEnters(
  tx: Executor,
  { enteredUnder: permission, portfolioId }: Approval,
  employeeId: string,
  now: Date,
): Promise<boolean> {
  const roles = (await listRoles(tx, employeeId))
    .filter(({ confirmedAt }) => confirmedAt !== null)
    .map(grantOf)
  const authority = authorityOf(roles, { permission, portfolioId, day: dateIn(now, NEW_YORK) })
  return authority.allowed && (authority.acts.has('enter') || authority.acts.has('may'))
}
