import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { markLinkEnded } from '@dolphin/database/verification/ibv-link-repository'
import { findLatestIbvReport } from '@dolphin/database/verification/ibv-repository'
import { ok } from '@dolphin/domain/outcome'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import { isOver, postProgress } from '../loans/loan-moves.ts'
import { askForNewLink } from '../servicing/ask-for-new-link.ts'
import { findRequestOfSession } from './request-progress.ts'
import type { VerificationDeps } from './verification-deps.ts'

export const CONNECTION_JOB = 'follow-bank-connection'

/**
 * Follows what a signed message says of a bank that is linked and whose token a loan uses. Where the permission has ended,
 * the token is dead: nothing is debited or paid out by it. Either way the borrower is asked to link the bank again. What
 * is with the bank already is left to its own end. Source: docs/facts/vendors.md "Plaid".
 */
export function followConnectionJob(deps: VerificationDeps): JobDefinition {
  return { name: CONNECTION_JOB, run: (data) => follow(deps, data) }
}

async function follow(
  deps: VerificationDeps,
  { provider, providerSessionId, connection }: JobData,
): Promise<void> {
  const request = await findRequestOfSession(deps, String(provider), String(providerSessionId))
  if (request?.status !== IbvStatus.successful) return
  const { portfolioId, loanNo, requestCode } = request
  const isEnded = connection === 'ended'
  await deps.units.write(async (unit) => {
    const loan = await lockLoan(unit.tx, { portfolioId, loanNo })
    if (loan === undefined) return ok(undefined)
    if (isEnded) await markLinkEnded(unit.tx, requestCode, unit.now)
    const account = await findLoanAccount(unit.tx, loan)
    const newest = await findLatestIbvReport(unit.tx, deps.cipher, loan)
    const used = account === undefined ? newest?.requestCode : account.linkRequestCode
    if (isOver(loan) || used !== requestCode) return ok(undefined)
    const facts = { provider: request.provider }
    await askForNewLink(deps, unit, loan, { requestCode, isEnded, facts, actor: SYSTEM_ACTOR })
    await postProgress(deps, unit, loan)
    return ok(undefined)
  })
}
