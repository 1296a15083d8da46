import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { BankFileTooLarge } from '@dolphin/integrations/ach-gateway/bank-gateway'
import { describe, failureCode } from '../../../http/describe-error.ts'
import type { JobDefinition } from '../../../ports/job-queue.ts'
import { SYSTEM_ACTOR } from '../../../http/actor.ts'
import { importInboxFile } from './import-file.ts'
import type { MoneyDeps } from '../../../deps.ts'
import { STORED_NAMES } from '@dolphin/domain/stored-names'

const BANK_INBOX_JOB = 'bank-inbox'
const EVERY_SECONDS = 60

/** Minute by minute: takes what the bank has sent. */
export const bankInboxJob = (deps: MoneyDeps): JobDefinition => ({
  name: BANK_INBOX_JOB,
  everySeconds: EVERY_SECONDS,
  run: async () => void (await takeInbox(deps)),
})

/**
 * Takes every file that waits at the bank, in order of names, and puts it away when all of it is done: in the archive,
 * or aside where it was refused. One that fails stays, stops no other and is tried again by the next round. Answers how
 * many were put away.
 */
export async function takeInbox(deps: MoneyDeps): Promise<number> {
  let done = 0
  for (const { fileName } of await deps.bank.listInbound()) {
    const subject = { fileName }
    try {
      if (await takeFile(deps, fileName)) done += 1
      await deps.failedWork.succeeded(BANK_INBOX_JOB, subject)
    } catch (error) {
      const failure = error instanceof BankFileTooLarge ? error.message : describe(error)
      deps.log.error({ fileName, failure }, 'a file of the bank could not be taken yet')
      deps.observability.metrics.roundFailed(BANK_INBOX_JOB)
      await deps.failedWork.failed(BANK_INBOX_JOB, subject, failureCode(error))
    }
  }
  return done
}

async function takeFile(deps: MoneyDeps, fileName: string): Promise<boolean> {
  const file = await deps.bank.fetch(fileName)
  if (file === undefined) return false
  const { bytes, sha256 } = file
  const arrived = { fileName, bytes, actor: SYSTEM_ACTOR }
  const result = await importInboxFile(deps, recipients(deps, bytes), arrived)
  const { status, kinds, unmatchedCount } = result
  deps.log.info({ fileName, sha256, status, kinds, unmatched: unmatchedCount }, 'a file of the bank was read')
  if (status === STORED_NAMES.inboxFileStatus.imported) await deps.bank.archive({ fileName, sha256 })
  else await deps.bank.quarantine({ fileName, sha256 })
  return true
}

/** The portfolios whose company a file names; one that names none of them is kept with each, for a person to see. */
function recipients({ portfolios }: MoneyDeps, bytes: Uint8Array): readonly PortfolioData[] {
  const text = Buffer.from(bytes).toString('latin1')
  const meant = portfolios.all.filter(({ portfolio }) => text.includes(portfolio.ach.companyId))
  return meant.length > 0 ? meant : portfolios.all
}
