import {
  type DocumentRequest,
  listDocumentRequests,
} from '@dolphin/database/applications/document-request-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { REQUESTED_DOCUMENTS } from '@dolphin/domain/applications/document-request'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Deps } from '../../deps.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { type CopyDeps, storeIncompletenessCopy } from './incompleteness-copy.ts'

const JOB = 'document-request-letter'

/** Queues the kept copy of the notice that asks for documents, in the transaction that sends the notice. */
export async function queueRequestLetter(
  { jobs }: Pick<Deps, 'jobs'>,
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  requests: readonly [DocumentRequest, ...DocumentRequest[]],
): Promise<void> {
  const [{ requestNo, answerBy }] = requests
  const last = requestNo + requests.length - 1
  const data = { portfolioId, loanNo, requestNo, last, answerBy: formatLocalDate(answerBy) }
  await jobs.send(unit, JOB, data, { key: `${JOB}/${portfolioId}/${loanNo}/${requestNo}` })
}

/** Writes the copy under Documents, one for each notice; a second run finds it there. */
export const requestLetterJob = (deps: CopyDeps): JobDefinition => ({
  name: JOB,
  run: (data) => writeLetter(deps, data),
})

async function writeLetter(deps: CopyDeps, job: JobData): Promise<void> {
  const key = { portfolioId: Number(job['portfolioId']), loanNo: String(job['loanNo']) }
  const all = await listDocumentRequests(deps.database.db, key)
  const first = all.find(({ requestNo }) => requestNo === Number(job['requestNo']))
  const answerBy = parseLocalDate(String(job['answerBy']))
  assert(first !== undefined && answerBy !== undefined, 'a request stays, and its notice named a day')
  const asked = all.filter(
    ({ requestNo }) => requestNo >= first.requestNo && requestNo <= Number(job['last']),
  )
  await storeIncompletenessCopy(deps, key, {
    missing: asked.map(({ documentType }) => REQUESTED_DOCUMENTS[documentType]),
    at: first.askedAt,
    answerBy: () => answerBy,
    notice: `request/${first.requestNo}`,
  })
}
