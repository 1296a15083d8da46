import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { countResourceFailure, findResource } from '@dolphin/database/applications/resource-repository'
import { LINK_PAGES, linkFits, opensByIdentity, readLoanLink } from '../loans/loan-link.ts'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { hashToken } from '../../security/secrets.ts'
import type { OpenedSession } from './session-service.ts'

const TRIES = 5

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
  readonly next: string
}

/**
 * Opens a session limited to the application of a link, once its holder knows what the applicant said. Five
 * wrong answers lock the link. Source: contract.md "identity/authenticate".
 */
export async function authenticateByResource(
  deps: IdentityDeps,
  unit: UnitOfWork,
  proof: IdentityProof,
): Promise<Result<LimitedSession>> {
  const { tx, now } = unit
  const tokenHash = hashToken(proof.token)
  const { portfolioId } = proof
  const target = await readLoanLink(deps, { tx, now }, portfolioId, proof.token)
  const loan = target && (await findLoan(tx, { portfolioId, loanNo: target.loanNo }))
  if (target === undefined || loan === undefined) return refuse('loanStatusInvalid')
  const fits = linkFits(target.purpose, loan) && opensByIdentity(target.purpose, loan)
  if (!fits) return refuse('loanStatusInvalid')
  const resource = await findResource(tx, deps.cipher, tokenHash)
  if (resource === undefined || resource.failedTries >= TRIES) return refuse('identityLocked')
  const { applicationNo, loanNo } = loan
  const key = { portfolioId, applicationNo }
  const known = await deps.lookups.applicantIdentity(tx, key)
  const matches =
    known !== undefined && known.ssn.slice(-4) === proof.ssnLast4 && known.birthDate === proof.birthDate
  if (!matches) {
    const failures = await countResourceFailure(tx, tokenHash)
    await note(unit, key, 'identityNotMatched')
    return refuseAndCommit(failures >= TRIES ? 'identityLocked' : 'identityNotMatched')
  }
  const session = await deps.sessions.open(unit, { kind: 'limited', ...key }, proof.browser)
  await note(unit, key, 'identityMatched')
  const next = `${LINK_PAGES[target.purpose]}/${proof.token}`
  return ok({ session, applicationNo, loanNo, next })
}

async function note(
  { tx, now }: UnitOfWork,
  { portfolioId, applicationNo }: { readonly portfolioId: number; readonly applicationNo: string },
  action: string,
): Promise<void> {
  const actor = `resource:${applicationNo}`
  await appendAudit(tx, { portfolioId, subject: applicationNo, action, actor, facts: {}, at: now })
}
