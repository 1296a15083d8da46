import { findLatestDecision } from '@dolphin/database/decisions/decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { NoiaSituation } from '@dolphin/domain/loans/codes'
import type { MissingPart } from '@dolphin/domain/notices/noia-missing'
import type { NoiaStatus } from '@dolphin/domain/notices/noia-timetable'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { Deps } from '../../deps.ts'
import type { DecisionOnFile } from '../decisions/decision-on-file.ts'
import { type AnsweredProgress, loadProgress } from '../borrowers/section-progress.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** Says which notice of incompleteness it is: one for each application. */
export const incompletenessKey = (loanNo: string): string => `noia/${loanNo}/incompleteness`

export interface IncompleteApplication extends NoiaStatus {
  readonly missing: readonly MissingPart[]
  /** Of the decision that found no amount, where that is the situation. */
  readonly decision: DecisionOnFile | undefined
}

const FORM_PARTS = [SectionKey.personal, SectionKey.employment, SectionKey.bank, SectionKey.question] as const

/** How an application that is not submitted stands, for the timetable of reminders. */
export async function readNoiaStatus(
  { cipher }: Pick<Deps, 'cipher'>,
  { tx }: UnitOfWork,
  loan: Loan,
): Promise<IncompleteApplication> {
  const found = await loadProgress(tx, cipher, loan)
  const decided = await findLatestDecision<DecisionOnFile>(tx, cipher, loan)
  const notice = (await listNoticeTrail(tx, loan)).find(
    ({ dedupKey }) => dedupKey === incompletenessKey(loan.loanNo),
  )
  return {
    begunAt: loan.createdAt,
    noticeAt: notice?.createdAt ?? null,
    missing: missingParts(found),
    decision: decided?.decision,
    ...situationOf(loan, found, decided?.decidedAt),
  }
}

/** One situation at a time, the furthest that the application has come; its clock starts when it came there. */
function situationOf(
  loan: Loan,
  { answers, ibv, readyToSubmit }: AnsweredProgress,
  decidedAt: Date | undefined,
): Pick<NoiaStatus, 'situation' | 'since'> {
  const { newest } = ibv
  const lastSaved = latest([loan.createdAt, ...[...answers.sections.values()].map((one) => one.updatedAt)])
  if (decidedAt !== undefined && (newest === undefined || newest.createdAt <= decidedAt)) {
    return { situation: NoiaSituation.notQualified, since: decidedAt }
  }
  if (newest !== undefined && newest.status !== IbvStatus.successful && !readyToSubmit) {
    return { situation: NoiaSituation.notVerified, since: newest.createdAt }
  }
  const formsDone = FORM_PARTS.every((part) => answers.completed.includes(part))
  if (formsDone && newest === undefined) return { situation: NoiaSituation.noIbv, since: lastSaved }
  return { situation: NoiaSituation.notSubmitted, since: latest([lastSaved, newest?.updatedAt ?? lastSaved]) }
}

const latest = (instants: readonly Date[]): Date => new Date(Math.max(...instants.map(Number)))

function missingParts({ answers, ibv }: AnsweredProgress): readonly MissingPart[] {
  const forms = FORM_PARTS.filter((part) => !answers.completed.includes(part))
  const parts: readonly MissingPart[] = [...forms, ...(ibv.complete ? [] : [SectionKey.ibv])]
  return parts.length === 0 ? [SectionKey.summary] : parts
}
