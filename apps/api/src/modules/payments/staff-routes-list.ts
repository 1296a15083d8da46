import { changeAccountCall } from '@dolphin/contract/calls/operations/change-account'
import { approveLoanCall } from '@dolphin/contract/calls/operations/approve-loan'
import { declineLoanCall } from '@dolphin/contract/calls/operations/decline-loan'
import { employeeSignInCall } from '@dolphin/contract/calls/operations/employee-sign-in'
import { moveClockCall } from '@dolphin/contract/calls/operations/move-clock'
import { passOnLoanCall } from '@dolphin/contract/calls/operations/pass-on-loan'
import { readClockCall } from '@dolphin/contract/calls/operations/read-clock'
import { reviewQueueCall } from '@dolphin/contract/calls/operations/review-queue'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { type Answer, refuse } from '../../http/refusal.ts'
import { operationsRoute, publicRoute, type RouteDefinition } from '../../http/route.ts'
import { readEmployeeCredential } from '../../ops/employee-credential.ts'
import { actorName } from '../loans/loan-access.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { changeAccount } from '../identity/account-state.ts'
import { moveClock, readClock } from '../reference-data/clock-service.ts'
import { couponRoutes } from '../coupons/staff-routes.ts'
import { decisionRoutes } from '../decisions/decision-routes.ts'
import { holidayRoutes } from './holiday-routes.ts'
import { headOf, type LoanHead } from '../loans/loan-head.ts'
import { lookRoutes } from '../examiner/look-routes.ts'
import { messageRoutes } from '../messages/staff-routes.ts'
import { moneyRunRoutes } from './money-run-routes.ts'
import type { OperationsParts } from './operations-parts.ts'
import { recordRoutes } from '../examiner/record-routes.ts'
import { returnRoutes } from './return-routes.ts'
import { portfolioRoutes } from '../portfolios/staff-routes.ts'
import { readReviewQueue } from '../decisions/review-queue.ts'
import { approveLoan, declineLoan, passOnLoan } from '../decisions/review-service.ts'
import { servicingRoutes } from '../servicing/staff-routes.ts'

/** What employees do: grant EMPLOYEE only, any portfolio. */
export function operationsRoutes(parts: OperationsParts): RouteDefinition[] {
  return [
    signInRoute(parts),
    ...reviewRoutes(parts),
    ...servicingRoutes(parts),
    accountRoute(parts),
    ...lookRoutes(parts),
    ...moneyRunRoutes(parts),
    ...returnRoutes(parts),
    ...decisionRoutes(parts),
    ...couponRoutes(parts),
    ...messageRoutes(parts),
    ...recordRoutes(parts),
    ...portfolioRoutes(parts),
    ...clockRoutes(parts),
    ...holidayRoutes(parts),
  ]
}

function signInRoute(parts: OperationsParts): RouteDefinition {
  return publicRoute(employeeSignInCall, ({ body, now, portfolio, write }) => {
    const secret = parts.operationsSecret
    const claim = secret && readEmployeeCredential(secret, body.credential, now)
    if (claim === undefined) return Promise.resolve(refuse('credentialInvalid'))
    const { employeeId } = claim
    return write(async (unit) => {
      const session = await parts.openEmployeeSession(unit, portfolio.portfolioId, employeeId)
      const actor = `employee:${employeeId}`
      const { portfolioId } = portfolio
      await appendAudit(unit.tx, {
        portfolioId,
        subject: actor,
        action: 'employeeSignedIn',
        actor,
        facts: {},
        at: unit.now,
      })
      const { idleExpiresAt, expiresAt } = session
      return ok({
        ...session,
        employeeId,
        idleExpiresAt: isoInZone(idleExpiresAt, NEW_YORK),
        expiresAt: isoInZone(expiresAt, NEW_YORK),
      })
    })
  })
}

function reviewRoutes(parts: OperationsParts): RouteDefinition[] {
  const head = async (unit: UnitOfWork, moved: Answer<Loan>): Promise<Answer<LoanHead>> =>
    moved.ok ? ok(await headOf(unit.tx, parts.cipher, moved.value)) : moved
  return [
    operationsRoute(reviewQueueCall, async ({ query }) => ok(await readReviewQueue(parts, query))),
    operationsRoute(approveLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await approveLoan(parts, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(declineLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await declineLoan(parts, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(passOnLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await passOnLoan(parts, unit, { ...body, actor: actorName(actor) }))),
    ),
  ]
}

function accountRoute(parts: OperationsParts): RouteDefinition {
  return operationsRoute(changeAccountCall, ({ body, actor, write }) =>
    write((unit) => changeAccount(parts, unit, { ...body, actor: actorName(actor) })),
  )
}

function clockRoutes(parts: OperationsParts): RouteDefinition[] {
  return [
    operationsRoute(readClockCall, () => Promise.resolve(ok(readClock(parts)))),
    operationsRoute(moveClockCall, ({ body, write }) =>
      write(async (unit) => {
        // What has become due by the jump is done at once, not at the next tick.
        await parts.jobs.tick(unit)
        return await moveClock(parts, body)
      }),
    ),
  ]
}
