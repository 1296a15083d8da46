import { employeeSignInCall } from '@dolphin/contract/staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { publicRoute, type RouteDefinition } from '../../http/route.ts'
import { refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { readEmployeeCredential } from './employee-credential.ts'

/** A session as identity opens it. */
interface EmployeeSession {
  readonly accessToken: string
  readonly userCredential: string
  readonly sessionId: string
  readonly channelId: string
  readonly portfolioId: number
  readonly idleExpiresAt: Date
  readonly expiresAt: Date
}

interface StaffParts {
  /** Undefined: this server has no employees. */
  readonly operationsSecret: Uint8Array | undefined
  /** Identity's part, wired in compose.ts. */
  openEmployeeSession(unit: UnitOfWork, portfolioId: number, employeeId: string): Promise<EmployeeSession>
}

/** How an employee signs in: by the credential of a terminal that was enrolled for them. */
export function staffRoutes(deps: StaffParts): RouteDefinition[] {
  return [
    publicRoute(employeeSignInCall, ({ body, now, portfolio, write }) => {
      const secret = deps.operationsSecret
      const claim = secret && readEmployeeCredential(secret, body.credential, now)
      if (claim === undefined) return Promise.resolve(refuse('credentialInvalid'))
      const { employeeId } = claim
      return write(async (unit) => {
        const session = await deps.openEmployeeSession(unit, portfolio.portfolioId, employeeId)
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
    }),
  ]
}
