import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { openMirrorCall } from '@dolphin/contract/mirror'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { endMirror, findMirror, insertMirror, type Mirror } from '@dolphin/database/staff/mirror-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { newId } from '../../security/secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { portfolioOfCustomer } from '../portfolios/customer-portfolio.ts'
import { isOpenMirror } from './mirrored-customer.ts'

/** How long a view lasts. Source: docs/design/console.md, Mirror. */
const OPEN_MS = 15 * MINUTE_MS

type MirrorDeps = Pick<Deps, 'cipher' | 'portfolios' | 'random'>
type MirrorView = CallReply<typeof openMirrorCall>

/**
 * Opens a view of a customer's own pages, and says so in the customer's history with who and why. Errors: `notFound`.
 */
export async function openMirror(
  deps: MirrorDeps,
  { tx, now }: UnitOfWork,
  { openId, reason }: CallRequest<typeof openMirrorCall>['body'],
  actor: EmployeeActor,
): Promise<Result<MirrorView>> {
  const data = await portfolioOfCustomer(deps, tx, openId)
  if (data === undefined) return refuse('notFound')
  const { portfolioId } = data.portfolio
  const { employeeId } = actor
  const expiresAt = new Date(now.getTime() + OPEN_MS)
  const mirrorNo = newId(deps.random)
  const mirror = { mirrorNo, employeeId, portfolioId, openId, reason, openedAt: now, expiresAt }
  await insertMirror(tx, mirror)
  await appendAudit(tx, {
    portfolioId,
    subject: `customer:${openId}`,
    action: 'mirrorOpened',
    actor: actorName(actor),
    facts: { reason, until: expiresAt.toISOString() },
    at: now,
  })
  return ok(await viewOf(deps, tx, { ...mirror, endedAt: null }, now))
}

/** A view that the employee opened, also one that is over. Errors: `notFound`, also for a colleague's. */
export async function showMirror(
  deps: MirrorDeps,
  executor: Executor,
  { actor: { employeeId }, mirrorNo }: OwnMirror,
  now: Date,
): Promise<Result<MirrorView>> {
  const mirror = await findMirror(executor, { employeeId, mirrorNo })
  return mirror === undefined ? refuse('notFound') : ok(await viewOf(deps, executor, mirror, now))
}

interface OwnMirror {
  readonly actor: EmployeeActor
  readonly mirrorNo: string
}

/** Ends a view that the employee opened; one that is over stays so. Errors: `notFound`. */
export async function closeMirror(
  deps: MirrorDeps,
  { tx, now }: UnitOfWork,
  own: OwnMirror,
): Promise<Result<MirrorView>> {
  await endMirror(tx, { employeeId: own.actor.employeeId, mirrorNo: own.mirrorNo }, now)
  return await showMirror(deps, tx, own, now)
}

async function viewOf(
  { cipher, portfolios }: MirrorDeps,
  executor: Executor,
  mirror: Mirror,
  now: Date,
): Promise<MirrorView> {
  const { mirrorNo, portfolioId, openId, reason, openedAt, expiresAt } = mirror
  const data = portfolios.byId(portfolioId)
  assert(data !== undefined, 'a view is of a portfolio')
  const customer = await findCustomer(executor, cipher, { portfolioId, openId })
  return {
    mirrorNo,
    openId,
    portfolioId,
    portfolioName: data.portfolio.lender.brandName,
    firstName: customer?.profile.firstName ?? '',
    reason,
    openedAt: isoInZone(openedAt, NEW_YORK),
    until: isoInZone(expiresAt, NEW_YORK),
    open: customer !== undefined && isOpenMirror(mirror, now),
  }
}
