import type { Localized } from '@dolphin/domain/portfolios/localized'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { adverseActionDocument } from '@dolphin/domain/documents/notice-documents'
import { documentLender } from '@dolphin/domain/documents/party'
import type { NoticeValues } from '@dolphin/domain/notices/notice-kind'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { storeLetterOnce } from '../documents/letter-once.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import type { ReadPoint, UnitOfWork } from '../../unit-of-work.ts'
import { type Applicant, applicantOf } from '../borrowers/applicant.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'

/** One principal reason in words, and what would change the outcome ("" where nothing can). */
export interface DeclineWords {
  readonly reason: Localized
  readonly change: Localized
}

const JOB = 'adverse-action-document'

/**
 * Queues the notice of adverse action of a declined loan: the mail, and the letter under Documents. One for each
 * loan, in the transaction that declines it. One to four reasons, the weightiest first.
 * Source: Regulation B, 12 CFR 1002.9(a), (b).
 */
export async function queueAdverseAction(
  deps: Pick<Deps, 'portfolios' | 'cipher' | 'notices' | 'jobs'>,
  unit: UnitOfWork,
  loan: Loan,
  words: readonly DeclineWords[],
): Promise<void> {
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined && words.length >= 1 && words.length <= 4, 'a notice gives one to four reasons')
  const { portfolioId, loanNo, openId } = loan
  const { recipient, values } = await adverseActionMail(deps, unit, loan, words)
  if (recipient !== undefined) {
    await deps.notices.send(unit, {
      portfolioId,
      loanNo,
      openId,
      kind: 'adverseAction',
      recipient,
      dedupKey: `adverseAction/${loanNo}`,
      values,
    })
  }
  await queueLetter(deps, unit, loan, { words })
}

/** The offer that a letter makes instead, and the decision that it is of. */
export interface LetterOffer {
  readonly decisionNo: string
  readonly asked: Localized
  readonly offered: Localized
  /** The last day to take it, as formatLocalDate has it. */
  readonly validThrough: string
}

/** Queues the letter under Documents; one of a counteroffer names its decision. */
export async function queueLetter(
  { jobs }: Pick<Deps, 'jobs'>,
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  { words, instead }: { readonly words: readonly DeclineWords[]; readonly instead?: LetterOffer },
): Promise<void> {
  const told = { portfolioId, loanNo, decidedAt: unit.now.getTime(), words: JSON.stringify(words) }
  const key = `${JOB}/${portfolioId}/${loanNo}`
  if (instead === undefined) return await jobs.send(unit, JOB, told, { key })
  const offered = { ...told, instead: JSON.stringify(instead) }
  await jobs.send(unit, JOB, offered, { key: `${key}/${instead.decisionNo}` })
}

/** To whom the notice of adverse action would go now, undefined where no address is known, and what it would say. */
export async function adverseActionMail(
  deps: Pick<Deps, 'portfolios' | 'cipher'>,
  { tx: executor, now }: ReadPoint,
  loan: Loan,
  words: readonly DeclineWords[],
): Promise<{ readonly recipient: string | undefined; readonly values: NoticeValues<'adverseAction'> }> {
  const applicant = applicantOf(await loadAnswers(executor, deps.cipher, loan))
  const account = await borrowerAddress(executor, deps.cipher, loan)
  const timeZone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone ?? NEW_YORK
  return {
    recipient: account?.email ?? applicant?.email,
    values: {
      fullName: fullNameOf(applicant) ?? account?.fullName ?? '',
      loanNo: loan.loanNo,
      noticeDate: writtenDay(dateIn(now, timeZone)),
      reasons: words.map(({ reason }) => reason),
      changes: changesOf(words),
    },
  }
}

const fullNameOf = (applicant: Applicant | undefined): string | undefined =>
  applicant && [applicant.firstName, applicant.middleName, applicant.lastName].filter(Boolean).join(' ')

/** What would change the outcome, each hint once. */
const changesOf = (words: readonly DeclineWords[]): Localized[] => [
  ...new Map(
    words.flatMap(({ change }) => (change.en === '' ? [] : [[change.en, change] as const])),
  ).values(),
]

type LetterDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'documents' | 'objects' | 'units'>

/** Renders the letter off the event loop and puts it under Documents; a second run finds it there. */
export function adverseActionJob(deps: LetterDeps): JobDefinition {
  return { name: JOB, run: (data) => writeLetter(deps, data) }
}

async function writeLetter(deps: LetterDeps, job: JobData): Promise<void> {
  const key = { portfolioId: Number(job['portfolioId']), loanNo: String(job['loanNo']) }
  const { db } = deps.database
  const data = deps.portfolios.byId(key.portfolioId)
  const loan = await findLoan(db, key)
  assert(data !== undefined && loan !== undefined, 'a loan that was decided on is there')
  const applicant = applicantOf(await loadAnswers(db, deps.cipher, loan))
  const at = new Date(Number(job['decidedAt']))
  const words = JSON.parse(String(job['words'])) as readonly DeclineWords[]
  const told = job['instead']
  const instead = told === undefined ? undefined : (JSON.parse(String(told)) as LetterOffer)
  const { lender, theme, timeZone } = data.portfolio
  const model = adverseActionDocument({
    lender: documentLender(lender, theme.primaryColor),
    federalAgency: lender.federalAgency,
    applicant: {
      name: fullNameOf(applicant) ?? 'Applicant',
      ...(applicant === undefined ? {} : { address: applicant.address }),
    },
    loanNo: loan.loanNo,
    decisionDate: dateIn(at, timeZone),
    reasons: words.map(({ reason }) => reason),
    improvements: changesOf(words),
    ...(instead && { counteroffer: { ...instead, validThrough: dayOf(instead.validThrough) } }),
  })
  const { adverseAction: documentType } = DocumentType
  await storeLetterOnce(deps, loan, { documentType, model, about: instead?.decisionNo }, at)
}

function dayOf(text: string): LocalDate {
  const day = parseLocalDate(text)
  assert(day !== undefined, 'a queued letter names a day')
  return day
}
