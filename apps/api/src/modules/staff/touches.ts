import { createHash } from 'node:crypto'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { askTouchCall, beginTouchCall, giveTouchCall } from '@dolphin/contract/staff-touches'
import {
  findTouch,
  giveTouch as noteGiven,
  insertTouch,
  type Touch,
} from '@dolphin/database/staff/touch-repository'
import { ok } from '@dolphin/domain/outcome'
import { moneyKeyObstacle, touchedActText } from '@dolphin/domain/staff/touch'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { z } from 'zod'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import type { NamedFields } from '../../http/request-parts.ts'
import { type Result, refuse } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import { actPasskeys } from './act-passkeys.ts'
import { signingPasskeysOf } from './signing-passkeys.ts'
import type { StaffDeps } from './staff-deps.ts'
import type { TouchDeps } from './touch-deps.ts'

/** How long a touch may be given, and how long after that its act may be done. */
const TOUCH_MS = 5 * MINUTE_MS

type View = CallReply<typeof askTouchCall>

/** What a touch is over, as it is stored. */
const storedAct = z.object({
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
})

/** SHA-256, hexadecimal, of the text of an act. */
export const touchDigest = (act: string): string => createHash('sha256').update(act).digest('hex')

const stateOf = ({ usedAt, touchedAt, expiresAt }: Touch, now: Date): View['state'] => {
  if (usedAt !== null) return 'used'
  if (now >= expiresAt) return 'over'
  return touchedAt === null ? 'waiting' : 'touched'
}

function touchView(touch: Touch, { origin }: Desk, now: Date): View {
  const { touchNo, act, actDigest: digest, expiresAt } = touch
  const { title, lines } = storedAct.parse(JSON.parse(act.slice(act.indexOf('\n') + 1)))
  const link = `${origin}/touch/${touchNo}`
  return {
    touchNo,
    link,
    title,
    lines,
    digest,
    state: stateOf(touch, now),
    expiresAt: isoInZone(expiresAt, NEW_YORK),
  }
}

type Write = (work: (unit: UnitOfWork) => Promise<Result<View>>) => Promise<Result<View>>

/** Who asks, at the desk's host: in a browser or at a terminal. */
export interface Asking {
  readonly actor: EmployeeActor
  readonly desk: Desk
}

/**
 * Says exactly what an act that releases money does, for a passkey to be touched over it. Errors: `notFound` for what takes
 * no touch, `notPermitted` for what the employee may not do.
 */
export async function askTouch(
  deps: TouchDeps,
  { actor, desk }: Asking,
  { call: name, request }: CallRequest<typeof askTouchCall>['body'],
  write: Write,
): Promise<Result<View>> {
  const call = deps.callOf(name)
  const parsed = call?.request.body?.safeParse(request)
  if (call === undefined || parsed?.success !== true) return refuse('notFound')
  const body = parsed.data as NamedFields
  const judged = await deps.judge(call, actor, body)
  if (!judged.ok) return judged
  const { employeeId, sessionId } = actor
  return await write(async (unit) => {
    const money = await deps.findMoneyAct(unit.tx, { call, body, employeeId })
    if (money === undefined) return refuse('notFound')
    const act = touchedActText(money.act)
    const touchNo = newId(deps.random)
    const asked = { touchNo, employeeId, sessionId, act, actDigest: touchDigest(act), askedAt: unit.now }
    await insertTouch(unit.tx, { ...asked, expiresAt: new Date(unit.now.getTime() + TOUCH_MS) })
    return await readTouch(unit, { actor, desk }, touchNo)
  })
}

/** One of the employee's own touches. */
export async function readTouch(
  { tx, now }: ReadPoint,
  { actor: { employeeId }, desk }: Asking,
  touchNo: string,
): Promise<Result<View>> {
  const touch = await findTouch(tx, { touchNo, employeeId })
  return touch === undefined ? refuse('notFound') : ok(touchView(touch, desk, now))
}

/** What the passkey signs of a touch that waits, and by which it may. Only at the desk, for the employee who asked. */
async function givable(
  deps: StaffDeps,
  { tx, now }: ReadPoint,
  { employeeId, sessionId, sessionKind }: EmployeeActor,
  touchNo: string,
) {
  if (sessionKind !== 'desk') return refuse('deskRequired')
  const touch = await findTouch(tx, { touchNo, employeeId })
  if (touch === undefined) return refuse('notFound')
  if (stateOf(touch, now) !== 'waiting') return refuse('approvalOver', { message: TOUCH_OVER })
  const lender = { now, syncedConfirms: deps.config.syncedConfirms }
  const own = (await signingPasskeysOf(deps, tx, employeeId)).map((passkey) => ({
    ...passkey,
    obstacle: moneyKeyObstacle(passkey, lender),
  }))
  const counting = own.filter((one) => one.obstacle === undefined && one.madeInSession !== sessionId)
  if (counting.length === 0)
    return refuse('touchNeeded', { message: wordsFor(own.map(({ obstacle }) => obstacle)) })
  const factorIds = counting.map(({ factorId }) => factorId)
  return ok({ subject: `touch/${touchNo}/${sessionId}`, digest: touch.actDigest, factorIds })
}

const TOUCH_OVER = 'This touch was given, or its five minutes are over. Do the act again.'

function wordsFor(obstacles: readonly (ReturnType<typeof moneyKeyObstacle> | undefined)[]): string {
  if (obstacles.length === 0)
    return 'You have no passkey, and a password releases no money. Add a passkey under My account; it counts after 24 hours. Until then a colleague does it.'
  if (obstacles.includes('tooNew'))
    return 'Your passkey was enrolled less than 24 hours ago, so it releases no money yet. Wait until then, or ask a colleague.'
  return 'This releases money. It takes a passkey that stays on one device, such as a security key, from before this session. Add one under My account; it counts after 24 hours.'
}

/** Asks for one of the employee's passkeys over the act. Errors: `notFound`, `deskRequired`, `approvalOver`, `touchNeeded`. */
export async function beginTouch(
  deps: StaffDeps,
  unit: UnitOfWork,
  { actor, desk }: Asking,
  touchNo: string,
): Promise<Result<CallReply<typeof beginTouchCall>>> {
  const asked = await givable(deps, unit, actor, touchNo)
  if (!asked.ok) return asked
  const { challengeId, options } = await actPasskeys(deps).ask(unit, actor, desk, asked.value)
  return ok({ challengeId, options: { ...options } })
}

/**
 * Takes the touch: its act may be done once, in the session that asked for it. Errors: as `beginTouch`, and those of the
 * passkey, after which the challenge is spent.
 */
export async function giveTouch(
  deps: StaffDeps,
  { actor, desk }: Asking,
  { touchNo, challengeId, response }: CallRequest<typeof giveTouchCall>['body'],
  write: Write,
): Promise<Result<View>> {
  const point = { tx: deps.database.db, now: deps.clock.now() }
  const asked = await givable(deps, point, actor, touchNo)
  if (!asked.ok) return asked
  const proven = await actPasskeys(deps).verify(actor, desk, { ...asked.value, challengeId, response })
  if (!proven.ok) return proven
  const { answeredFactor: factorId, ...signature } = proven.value
  return await write(async (unit) => {
    const until = new Date(unit.now.getTime() + TOUCH_MS)
    const given = await noteGiven(unit.tx, touchNo, { factorId, ...signature }, { at: unit.now, until })
    if (!given) return refuse('approvalOver', { message: TOUCH_OVER })
    return await readTouch(unit, { actor, desk }, touchNo)
  })
}
