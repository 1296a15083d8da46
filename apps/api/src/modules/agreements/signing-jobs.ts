import {
  listExpiredSigningSessions,
  lockSigningSession,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { beginRound, type ReportDeps } from '../../jobs/one-of-many.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { isAmendment, transitionSigningSession } from '../loans/open-signing-session.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { evidenceOf } from '../loans/signing-evidence.ts'
import type { SigningFinisher } from './finish-signing.ts'
import { FINISH_SIGNING_JOB } from './reserve-signature.ts'

const EXPIRE_JOB = STORED_NAMES.queue.expireSigningSessions
const BATCH = 100

/** Finishes a signature that was reserved and, after a crash, not made; one that was made is left alone. */
export function finishSigningJob(finisher: SigningFinisher): JobDefinition {
  return {
    name: FINISH_SIGNING_JOB,
    async run(data) {
      const key = { portfolioId: Number(data['portfolioId']), requestCode: String(data['requestCode']) }
      await finisher.finish(key)
    },
  }
}

/** Looks for signing sessions whose time is over. */
export function expireSigningSessionsJob(deps: Parameters<typeof expireSigningSessions>[0]): JobDefinition {
  return {
    name: EXPIRE_JOB,
    everySeconds: 60,
    async run() {
      await expireSigningSessions(deps)
    },
  }
}

/**
 * Writes down that the time to sign has passed (sign status 2), raises flag 10000 and tells the open pages;
 * answers how many. Reserved ones are signed in time and are left to their job; amendments to the review of their
 * loans (reviewAmendments).
 */
export async function expireSigningSessions(
  deps: Pick<AgreementDeps, 'database' | 'clock' | 'units' | 'tickets'> & ReportDeps,
): Promise<number> {
  const due = await listExpiredSigningSessions(deps.database.db, deps.clock.now(), BATCH)
  let expired = 0
  const round = beginRound(deps, EXPIRE_JOB)
  for (const read of due.filter((one) => !isAmendment(one) && evidenceOf(one).reservation === undefined)) {
    await round.attempt({ loanNo: read.loanNo }, async () => {
      const answer = await deps.units.write(async (unit) => ok(await expireSigningSession(deps, unit, read)))
      if (answer.ok && answer.value) expired += 1
    })
  }
  round.finish()
  return expired
}

async function expireSigningSession(
  deps: Pick<AgreementDeps, 'tickets'>,
  unit: UnitOfWork,
  read: SigningSession,
): Promise<boolean> {
  const loan = await lockLoan(unit.tx, read)
  const signingSession = await lockSigningSession(unit.tx, read)
  if (loan === undefined || signingSession?.signStatus !== SignStatus.notSigned) return false
  if (evidenceOf(signingSession).reservation !== undefined) return false
  await transitionSigningSession(deps, unit, signingSession, SignStatus.expired)
  await raiseFlags(unit, loan, [LoanFlag.recreateRequestCode])
  return true
}
