import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listOpenLinks } from '@dolphin/database/verification/ibv-link-repository'
import { type IbvRequest, listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { ok } from '@dolphin/domain/outcome'
import { UNCHECKED_STATUSES } from '@dolphin/domain/payments/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { isOver } from '../loans/loan-moves.ts'
import { CLOSE_JOB } from './close-link.ts'
import { findRequestOfSession } from './request-progress.ts'
import type { VerificationDeps } from './verification-deps.ts'

const UNUSED_JOB = 'close-unused-bank-links'
const UNUSED_SECONDS = 6 * 3_600
const PAGE = 200

/**
 * Ends links that were kept for a token, once no loan needs them: the loan is over and the last of its money is checked,
 * or a later link has taken their place.
 */
export function closeUnusedLinksJob(deps: VerificationDeps): JobDefinition {
  return { name: UNUSED_JOB, everySeconds: UNUSED_SECONDS, run: () => closeUnused(deps) }
}

async function closeUnused(deps: VerificationDeps): Promise<void> {
  const { database, vendors, jobs, units } = deps
  for (let after = ''; ; ) {
    const page = await listOpenLinks(database.db, after, PAGE)
    for (const { provider, providerSessionId } of page) {
      const request = await findRequestOfSession(deps, provider, providerSessionId)
      if (request === undefined || !vendors.byId.has(provider) || !(await isUnused(deps, request))) continue
      await units.write(async (unit) => {
        await jobs.send(unit, CLOSE_JOB, { provider, providerSessionId })
        return ok(undefined)
      })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.providerSessionId
  }
}

/** A link that failed is closed by its own delay. */
async function isUnused(
  { database: { db } }: Pick<VerificationDeps, 'database'>,
  request: IbvRequest,
): Promise<boolean> {
  if (request.status !== IbvStatus.successful) return false
  const loan = await findLoan(db, request)
  if (loan === undefined) return false
  if (isOver(loan))
    return (await listTransactions(db, loan)).every(({ status }) => !UNCHECKED_STATUSES.includes(status))
  const newest = (await listIbvRequests(db, loan)).find(({ status }) => status === IbvStatus.successful)
  const inUse = (await findLoanAccount(db, loan))?.linkRequestCode
  return request.requestCode !== newest?.requestCode && request.requestCode !== inUse
}
