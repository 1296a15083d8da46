import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { liftLegalHoldCall, setLegalHoldCall } from '@dolphin/contract/retention-staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findHold,
  insertHold,
  isThere,
  liftHold,
  listOpenHolds,
  loanNoOfApplication,
  lockErasing,
} from '@dolphin/database/retention/hold-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import {
  HOLD_OBSTACLE_WORDS,
  HOLD_SCOPES,
  type Hold,
  type HoldObstacle,
  liftHoldObstacle,
  setHoldObstacle,
} from '@dolphin/domain/retention/hold'
import { RETENTION_CLASSES } from '@dolphin/domain/retention/schedule'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type CarriedOut } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'

const holdRequest = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('set'),
    portfolioId: z.number(),
    scope: z.enum(HOLD_SCOPES),
    subject: z.string(),
    reason: z.string(),
    enteredBy: z.string(),
  }),
  z.strictObject({
    act: z.literal('lift'),
    portfolioId: z.number(),
    holdNo: z.string(),
    reason: z.string(),
    enteredBy: z.string(),
  }),
])

type HoldRequest = z.output<typeof holdRequest>
type HoldDeps = Pick<Deps, 'cipher'>
type Entered<Reply> = Promise<Result<Reply>>

/** A hold on a mistyped number would hold nothing. */
async function exists({ tx }: UnitOfWork, { portfolioId, scope, subject }: Hold): Promise<boolean> {
  if (scope === 'class') return (RETENTION_CLASSES as readonly string[]).includes(subject)
  return await isThere(tx, { portfolioId, scope, subject })
}

/** Enters a hold. Errors: `notFound` for what there is not, `legalHoldRefused` where one is open. */
export async function enterHold(
  deps: HoldDeps,
  unit: UnitOfWork,
  body: CallRequest<typeof setLegalHoldCall>['body'],
  enterer: Enterer,
): Entered<CallReply<typeof setLegalHoldCall>> {
  if (!(await exists(unit, body))) return refuse('notFound')
  const { portfolioId, scope, subject, reason } = body
  return await enter(deps, unit, enterer, {
    request: { act: 'set', ...body, enteredBy: enterer.by },
    title: 'Legal hold set',
    subject: `${scope} ${subject}`,
    asEntered: [
      { label: 'Scope', value: scope },
      { label: 'Subject', value: subject },
    ],
    portfolioId,
    reason,
    ...(scope === 'loan' && { loanNo: subject }),
  })
}

/** Enters the end of a hold. Errors: `legalHoldRefused` for one that is not open. */
export async function enterLift(
  deps: HoldDeps,
  unit: UnitOfWork,
  body: CallRequest<typeof liftLegalHoldCall>['body'],
  enterer: Enterer,
): Entered<CallReply<typeof liftLegalHoldCall>> {
  const { portfolioId, holdNo, reason } = body
  return await enter(deps, unit, enterer, {
    request: { act: 'lift', ...body, enteredBy: enterer.by },
    title: 'Legal hold lifted',
    subject: `Hold ${holdNo}`,
    asEntered: [{ label: 'Hold', value: holdNo }],
    portfolioId,
    reason,
  })
}

interface EnteredHold {
  readonly request: HoldRequest
  readonly title: string
  readonly subject: string
  readonly asEntered: readonly { readonly label: string; readonly value: string }[]
  readonly portfolioId: number
  readonly reason: string
  readonly loanNo?: string
}

async function enter(
  deps: HoldDeps,
  unit: UnitOfWork,
  enterer: Enterer,
  { request, reason, ...shown }: EnteredHold,
): Entered<CallReply<typeof setLegalHoldCall>> {
  const tried = await triedOut(unit, (part) => carryOut(deps, part, request, REHEARSAL))
  if (!tried.ok) return tried
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'legalHold',
    permission: 'person.legalHold',
    ...shown,
    note: reason,
    request,
  })
  return ok({ approval })
}

/** Confirms while nothing is confirmed yet; no employee is called so. */
const REHEARSAL = 'rehearsal'

async function carryOut(
  { cipher }: HoldDeps,
  unit: UnitOfWork,
  request: HoldRequest,
  confirmedBy: string,
): Promise<Result<CarriedOut>> {
  await lockErasing(unit.tx)
  const { portfolioId, enteredBy, reason } = request
  const at = unit.now
  const audit = async (action: string, { holdNo, ...held }: Hold & { readonly holdNo: string }) =>
    await appendAudit(unit.tx, {
      portfolioId,
      subject: await fileOfHold(unit, held),
      action,
      actor: confirmedBy,
      facts: { holdNo, scope: held.scope, enteredBy },
      at,
    })
  if (request.act === 'lift') {
    const { holdNo } = request
    const hold = await findHold(unit.tx, cipher, holdNo)
    if (hold?.portfolioId !== portfolioId) return refuse('legalHoldRefused')
    const obstacle = liftHoldObstacle([hold])
    if (obstacle !== undefined) return refuseHold(obstacle)
    const lift = {
      liftReason: reason,
      liftedBy: enteredBy,
      liftConfirmedBy: confirmedBy,
      liftedAt: at,
    }
    assert(await liftHold(unit.tx, cipher, hold, lift), 'a hold is lifted under the lock of erasing')
    await audit('legalHoldLifted', hold)
    return ok(changed('in effect', 'lifted', 'What is past its period is erased in the next night.'))
  }
  const { scope, subject } = request
  const set = { portfolioId, scope, subject, reason, setBy: enteredBy, confirmedBy, setAt: at }
  const obstacle = setHoldObstacle(await listOpenHolds(unit.tx), [set])
  if (obstacle !== undefined) return refuseHold(obstacle)
  const holdNo = await insertHold(unit.tx, cipher, set)
  assert(holdNo !== undefined, 'a hold is set under the lock of erasing')
  await audit('legalHoldSet', { ...set, holdNo })
  return ok(changed('none', 'in effect', 'Nothing of what it covers is erased until it is lifted.'))
}

/** Refuses with the reason that the desk shows beside the act. */
const refuseHold = (obstacle: HoldObstacle): Result<never> =>
  refuse('legalHoldRefused', { message: HOLD_OBSTACLE_WORDS[obstacle] })

/** In whose history it stands: the customer's or the loan's; a class of records has none but the portfolio's. */
async function fileOfHold({ tx }: UnitOfWork, { portfolioId, scope, subject }: Hold): Promise<string> {
  if (scope === 'class') return 'portfolio'
  if (scope !== 'application') return subject
  return (await loanNoOfApplication(tx, portfolioId, subject)) ?? 'portfolio'
}

const changed = (before: string, after: string, effect: string): CarriedOut => ({
  differences: [{ label: 'Legal hold', before, after, change: null }],
  effects: [effect],
})

/** What a hold or its end would change, for who enters it: carried out in a part of the transaction that is undone. */
export async function previewHold(
  deps: HoldDeps,
  unit: UnitOfWork,
  request:
    | Pick<Extract<HoldRequest, { act: 'set' }>, 'act' | 'portfolioId' | 'scope' | 'subject'>
    | Pick<Extract<HoldRequest, { act: 'lift' }>, 'act' | 'portfolioId' | 'holdNo'>,
  enterer: Enterer,
): Promise<Result<CarriedOut>> {
  if (request.act === 'set' && !(await exists(unit, request))) return refuse('notFound')
  return await carryOut(deps, unit, { ...request, reason: '', enteredBy: enterer.by }, REHEARSAL)
}

/** A legal hold that is set or lifted. */
export const legalHoldApproval = (deps: HoldDeps) =>
  approvalKind({
    kind: 'legalHold',
    rule: ACT_RULES.setHold,
    request: holdRequest,
    carryOut: ({ unit, request, by }) => carryOut(deps, unit, request, by),
  })
