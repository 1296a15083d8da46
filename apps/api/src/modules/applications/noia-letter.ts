import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { incompletenessDocument } from '@dolphin/domain/documents/origination-documents'
import { documentLender } from '@dolphin/domain/documents/party'
import { type MissingPart, MISSING_TEXTS } from '@dolphin/domain/notices/noia-missing'
import { DAYS_TO_ANSWER } from '@dolphin/domain/notices/noia-timetable'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { storeLetterOnce } from '../documents/letter-once.ts'

const JOB = 'incompleteness-document'

/** Queues the kept copy of the notice of incompleteness, in the transaction that sends the notice. */
export async function queueIncompletenessLetter(
  { jobs }: Pick<Deps, 'jobs'>,
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  missing: readonly MissingPart[],
): Promise<void> {
  const notified = { portfolioId, loanNo, at: unit.now.getTime(), missing: missing.join() }
  await jobs.send(unit, JOB, notified, { key: `${JOB}/${portfolioId}/${loanNo}` })
}

type LetterDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'documents' | 'objects' | 'units'>

/** Writes the copy under Documents; a second run finds it there. */
export const incompletenessLetterJob = (deps: LetterDeps): JobDefinition => ({
  name: JOB,
  run: (data) => writeLetter(deps, data),
})

async function writeLetter(deps: LetterDeps, job: JobData): Promise<void> {
  const { db } = deps.database
  const [portfolioId, loanNo] = [Number(job['portfolioId']), String(job['loanNo'])]
  const data = deps.portfolios.byId(portfolioId)
  const loan = await findLoan(db, { portfolioId, loanNo })
  assert(data !== undefined && loan !== undefined, 'an incomplete application is there')
  const borrower = await borrowerAddress(db, deps.cipher, loan)
  const at = new Date(Number(job['at']))
  const { lender, theme, timeZone } = data.portfolio
  const noticeDate = dateIn(at, timeZone)
  const model = incompletenessDocument({
    lender: documentLender(lender, theme.primaryColor),
    applicant: borrower?.fullName ?? '',
    loanNo,
    noticeDate,
    missing: partsOf(String(job['missing'])).map((part) => MISSING_TEXTS[part]),
    answerBy: addDays(noticeDate, DAYS_TO_ANSWER),
  })
  await storeLetterOnce(deps, loan, DocumentType.noia, model, at)
}

const partsOf = (names: string): MissingPart[] =>
  names.split(',').filter((name): name is MissingPart => Object.hasOwn(MISSING_TEXTS, name))
