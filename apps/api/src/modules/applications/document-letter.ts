import {
  type DocumentRequest,
  listDocumentRequests,
} from '@dolphin/database/applications/document-request-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { REQUESTED_DOCUMENTS } from '@dolphin/domain/applications/document-request'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { incompletenessDocument } from '@dolphin/domain/documents/origination-documents'
import { documentLender } from '@dolphin/domain/documents/party'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { storeLetterOnce } from '../documents/letter-once.ts'

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

type LetterDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'documents' | 'objects' | 'units'>

/** Writes the copy under Documents, one for each notice; a second run finds it there. */
export const requestLetterJob = (deps: LetterDeps): JobDefinition => ({
  name: JOB,
  run: (data) => writeLetter(deps, data),
})

async function writeLetter(deps: LetterDeps, job: JobData): Promise<void> {
  const { db } = deps.database
  const [portfolioId, loanNo] = [Number(job['portfolioId']), String(job['loanNo'])]
  const data = deps.portfolios.byId(portfolioId)
  const loan = await findLoan(db, { portfolioId, loanNo })
  assert(data !== undefined && loan !== undefined, 'an application under review is there')
  const all = await listDocumentRequests(db, loan)
  const first = all.find(({ requestNo }) => requestNo === Number(job['requestNo']))
  assert(first !== undefined, 'a request stays')
  const asked = all.filter(
    ({ requestNo }) => requestNo >= first.requestNo && requestNo <= Number(job['last']),
  )
  const answerBy = parseLocalDate(String(job['answerBy']))
  assert(answerBy !== undefined, 'the notice named a day')
  const borrower = await borrowerAddress(db, deps.cipher, loan)
  const { lender, theme, timeZone } = data.portfolio
  const model = incompletenessDocument({
    lender: documentLender(lender, theme.primaryColor),
    applicant: borrower?.fullName ?? '',
    loanNo,
    noticeDate: dateIn(first.askedAt, timeZone),
    missing: asked.map(({ documentType }) => REQUESTED_DOCUMENTS[documentType]),
    answerBy,
  })
  await storeLetterOnce(deps, loan, DocumentType.noia, model, first.askedAt, `request/${first.requestNo}`)
}
