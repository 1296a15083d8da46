import {
  type Ceremony,
  listExpiredCeremonies,
  lockCeremony,
} from '@dolphin/database/agreements/ceremony-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { JobDefinition } from '../../ports/job-queue.ts'
import { beginRound, type ReportParts } from '../../jobs/one-of-many.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { turnCeremony } from '../loans/open-ceremony.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { evidenceOf } from './ceremony-evidence.ts'
import type { SigningFinisher } from './finish-signing.ts'
import { FINISH_SIGNING_JOB } from './reserve-signature.ts'

const EXPIRE_JOB = 'expire-ceremonies'
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

/** Looks for ceremonies whose time is over. */
export function expireCeremoniesJob(parts: Parameters<typeof expireCeremonies>[0]): JobDefinition {
  return {
    name: EXPIRE_JOB,
    everySeconds: 60,
    async run() {
      await expireCeremonies(parts)
    },
  }
}

/**
 * Writes down that the time to sign has passed (sign status 2), raises flag 10000 and tells the open pages;
 * answers how many. Reserved ones are signed in time and are left to their job.
 */
export async function expireCeremonies(
  parts: Pick<AgreementParts, 'database' | 'clock' | 'units' | 'tickets'> & ReportParts,
): Promise<number> {
  const due = await listExpiredCeremonies(parts.database.db, parts.clock.now(), BATCH)
  let expired = 0
  const round = beginRound(parts, EXPIRE_JOB)
  for (const read of due.filter((one) => evidenceOf(one).reservation === undefined)) {
    await round.attempt({ loanNo: read.loanNo }, async () => {
      const answer = await parts.units.write(async (unit) => ok(await expireCeremony(parts, unit, read)))
      if (answer.ok && answer.value) expired += 1
    })
  }
  round.finish()
  return expired
}

async function expireCeremony(
  parts: Pick<AgreementParts, 'tickets'>,
  unit: UnitOfWork,
  read: Ceremony,
): Promise<boolean> {
  const loan = await lockLoan(unit.tx, read)
  const ceremony = await lockCeremony(unit.tx, read)
  if (loan === undefined || ceremony?.signStatus !== SignStatus.notSigned) return false
  if (evidenceOf(ceremony).reservation !== undefined) return false
  await turnCeremony(parts, unit, ceremony, SignStatus.expired)
  await raiseFlags(unit, loan, [LoanFlag.recreateRequestCode])
  return true
}
