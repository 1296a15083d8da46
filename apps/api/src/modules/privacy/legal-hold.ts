import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { liftLegalHoldCall, setLegalHoldCall } from '@dolphin/contract/retention-staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findHold,
  insertHold,
  isThere,
  liftHold,
  lockErasing,
} from '@dolphin/database/retention/hold-repository'
import { ok } from '@dolphin/domain/outcome'
import { HOLD_SCOPES, type Hold } from '@dolphin/domain/retention/hold'
import { RETENTION_CLASSES } from '@dolphin/domain/retention/schedule'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type CarriedOut } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'

const RULE =
  'FRCP 37(e): what a lawsuit or an inquiry may need is not erased. Lender’s policy: two people set a hold and lift it.'

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
  const audit = (action: string, holdNo: string) =>
    appendAudit(unit.tx, {
      portfolioId,
      subject: 'portfolio',
      action,
      actor: confirmedBy,
      facts: { holdNo, enteredBy },
      at,
    })
  if (request.act === 'lift') {
    const { holdNo } = request
    const hold = await findHold(unit.tx, cipher, holdNo)
    const lift = {
      holdNo,
      liftReason: reason,
      liftedBy: enteredBy,
      liftConfirmedBy: confirmedBy,
      liftedAt: at,
    }
    if (hold?.portfolioId !== portfolioId || !(await liftHold(unit.tx, cipher, lift)))
      return refuse('legalHoldRefused')
    await audit('legalHoldLifted', holdNo)
    return ok(changed('in effect', 'lifted', 'What is past its period is erased in the next night.'))
  }
  const { scope, subject } = request
  const set = { portfolioId, scope, subject, reason, setBy: enteredBy, confirmedBy, setAt: at }
  const holdNo = await insertHold(unit.tx, cipher, set)
  if (holdNo === undefined) return refuse('legalHoldRefused')
  await audit('legalHoldSet', holdNo)
  return ok(changed('none', 'in effect', 'Nothing of what it covers is erased until it is lifted.'))
}

const changed = (before: string, after: string, effect: string): CarriedOut => ({
  differences: [{ label: 'Legal hold', before, after, change: null }],
  effects: [effect],
})

/** A legal hold that is set or lifted. */
export const legalHoldApproval = (deps: HoldDeps) =>
  approvalKind({
    kind: 'legalHold',
    rule: RULE,
    request: holdRequest,
    carryOut: ({ unit, request, by }) => carryOut(deps, unit, request, by),
  })
