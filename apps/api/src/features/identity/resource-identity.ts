import { appendAudit } from '@dolphin/database/audit-repository'
import { findApplication } from '@dolphin/database/application-repository'
import { countResourceFailure, findResource } from '@dolphin/database/resource-repository'
import { ok } from '@dolphin/domain/outcome'
import { type Answer, refuse, refuseAndKeep } from '../../http/refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { IdentityParts } from './identity-parts.ts'
import { hashToken } from '../../secrets.ts'
import type { OpenedSession } from './session-service.ts'

const TRIES = 5
/** Links whose holder may fill sections without an account. Source: domain.md §3. */
const PURPOSES: readonly string[] = ['application', 'returning', 'completeInformation', 'pendingApplication']

export interface IdentityProof {
  readonly portfolioId: number
  readonly token: string
  readonly ssnLast4: string
  readonly birthDate: string
  readonly browser: boolean
}

export interface LimitedSession {
  readonly session: OpenedSession
  readonly applicationNo: string
  readonly loanNo: string
}

/**
 * Opens a session limited to the application of a link, once its holder knows what the applicant said. Five
 * wrong answers lock the link. Source: contract.md, identity/authenticate.
 */
export async function authenticateByResource(
  parts: IdentityParts,
  unit: UnitOfWork,
  proof: IdentityProof,
): Promise<Answer<LimitedSession>> {
  const { tx, now } = unit
  const tokenHash = hashToken(proof.token)
  const resource = await findResource(tx, parts.cipher, tokenHash)
  const applicationNo = resource?.subject['applicationNo']
  const usable =
    resource !== undefined &&
    resource.portfolioId === proof.portfolioId &&
    PURPOSES.includes(resource.purpose) &&
    now < resource.expiresAt
  if (!usable || typeof applicationNo !== 'string') return refuse('loanStatusInvalid')
  if (resource.failedTries >= TRIES) return refuse('identityLocked')
  const key = { portfolioId: proof.portfolioId, applicationNo }
  const application = await findApplication(tx, key)
  const known = await parts.lookups.applicantIdentity(tx, key)
  const matches =
    known !== undefined && known.ssn.slice(-4) === proof.ssnLast4 && known.birthDate === proof.birthDate
  if (application === undefined || !matches) {
    const failures = await countResourceFailure(tx, tokenHash)
    await note(unit, key, 'identityNotMatched')
    return refuseAndKeep(failures >= TRIES ? 'identityLocked' : 'identityNotMatched')
  }
  const session = await parts.sessions.open(unit, { kind: 'limited', ...key }, proof.browser)
  await note(unit, key, 'identityMatched')
  return ok({ session, applicationNo, loanNo: application.loanNo })
}

async function note(
  { tx, now }: UnitOfWork,
  { portfolioId, applicationNo }: { readonly portfolioId: number; readonly applicationNo: string },
  action: string,
): Promise<void> {
  const actor = `resource:${applicationNo}`
  await appendAudit(tx, { portfolioId, subject: applicationNo, action, actor, facts: {}, at: now })
}
