import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { listSectionCall } from '@dolphin/contract/applications'
import { findApplicationPage } from '@dolphin/database/applications/application-page-repository'
import type { SealedSection } from '@dolphin/database/applications/application-repository'
import { findLatestDecision } from '@dolphin/database/decisions/decision-repository'
import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import {
  AmountResult,
  LoanStatus,
  NoiaSituation,
  NotificationCode,
  OriginatingSubStatus,
  SignStatus,
} from '@dolphin/domain/loans/codes'
import {
  correctableElements,
  type EntryProgress,
  isSectionEditable,
  nextSection,
  SECTION_FORM_CODES,
  SECTION_ORDER,
  sectionStatus,
  SUBMIT_SECTIONS,
} from '@dolphin/domain/applications/sections'
import { RESUME_ORDER } from '@dolphin/domain/loans/loan-flag'
import type { SessionActor } from '../../http/actor.ts'
import { completedOf } from '../borrowers/answers.ts'
import { linkOf } from '../loans/loan-link.ts'
import { newestRequest } from '../borrowers/newest-request.ts'
import { linksLeft } from '../borrowers/links-left.ts'
import { type DecisionOnFile, wordedReasons } from '../decisions/decision-on-file.ts'
import { hasQualifiedPrincipal, homeFlagOf } from '../loans/home-state.ts'
import { readStep } from '../loans/loan-moves.ts'
import type { PortfolioEntry } from '../../ports/portfolio-catalog.ts'
import { type LoanProgress, progressOf } from '../borrowers/section-progress.ts'
import { ibvProgressOf } from '../borrowers/verified-income.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { filledSections } from './filled-sections.ts'
import { sectionRepairs, type SectionRepairs } from './section-repairs.ts'

export type SectionListReply = ForReaders<CallReply<typeof listSectionCall>>

/** Titles of the sections that no form has; a form brings its own. */
const TITLES: Readonly<Record<SectionKey, Localized>> = {
  [SectionKey.summary]: { en: 'Summary', es: 'Resumen' },
  [SectionKey.personal]: { en: 'About You', es: 'Sobre usted' },
  [SectionKey.employment]: { en: 'Income and Payday', es: 'Ingresos y día de pago' },
  [SectionKey.bank]: { en: 'Bank Account', es: 'Cuenta bancaria' },
  [SectionKey.question]: { en: 'Questions', es: 'Preguntas' },
  [SectionKey.ibv]: { en: 'Link Your Bank', es: 'Conecte su banco' },
  [SectionKey.loanDetail]: { en: 'Loan Amount', es: 'Monto del préstamo' },
  [SectionKey.paymentSchedule]: { en: 'Payment Schedule', es: 'Calendario de pagos' },
  [SectionKey.paymentFee]: { en: 'Costs and Fees', es: 'Costos y cargos' },
}

/** Everything that the application page needs to know where the borrower stands. */
export async function listSections(
  deps: ApplicationDeps,
  actor: SessionActor,
  loan: Loan,
  now: Date,
): Promise<SectionListReply> {
  const executor = deps.database.db
  const { link, tokenHash } = linkOf(deps, loan, 'application', now)
  const [{ sections, attempts, signingSession, linkExpiresAt }, decided] = await Promise.all([
    findApplicationPage(executor, deps.cipher, loan, tokenHash),
    loadDecisionReasons(deps, executor, loan),
  ])
  const isAnswered = linkedSince(attempts, decided)
  const reasons = isAnswered ? [] : decided.reasons
  const found = progressOf(loan, completedOf(sections), ibvProgressOf(attempts))
  const { ibv } = found
  const repairs = sectionRepairs(deps, loan, sections, now)
  const entry = deps.portfolios.byId(loan.portfolioId)
  const progress = {
    ...found.progress,
    toRepair: [...found.progress.toRepair, ...repairs.keys()],
    filled: await filledSections(deps, loan, { sections, ibv }, now),
    entryOrder: entry?.portfolio.entryOrder ?? SUBMIT_SECTIONS,
  }
  const { applicationNo, loanNo, portfolioId, status, subStatus } = loan
  return {
    applicationNo,
    loanNo,
    portfolioId,
    sections: sectionRows(entry?.forms, sections, { loan, progress, repairs }),
    entryOrder: [...progress.entryOrder],
    nextSection: nextSection(progress),
    loanStatus: status,
    subStatus,
    reviewStatus: reviewStatusOf(loan),
    homeFlag: await homeFlagOf(executor, [loan], now),
    trackerStep: await readStep(executor, loan),
    loanFlags: RESUME_ORDER.filter((flag) => loan.flags.includes(flag)),
    noiaSituations: noiaSituations(loan, found, isAnswered),
    hasQualifiedPrincipal: hasQualifiedPrincipal(loan, now),
    ibvStatus: ibv.status,
    requestId: newestRequest(attempts[0], signingSession)?.requestCode ?? null,
    requestCode:
      signingSession !== undefined && isOpen(signingSession.signStatus) ? signingSession.requestCode : null,
    signStatus: signingSession?.signStatus ?? null,
    resource: linkExpiresAt !== undefined && now < linkExpiresAt ? link.token : null,
    signedIn: actor.kind === 'customer',
    attached: loan.openId !== null,
    notification: notificationOf(loan, reasons.length > 0),
    reasons,
    verificationTriesLeft: linksLeft(deps, loan, ibv.attempts, now),
  }
}

const isOpen = (status: SignStatus): boolean =>
  status === SignStatus.notSigned || status === SignStatus.suspended

function sectionRows(
  forms: PortfolioEntry['forms'] | undefined,
  saved: readonly SealedSection[],
  { loan, progress, repairs }: { loan: Loan; progress: EntryProgress; repairs: SectionRepairs },
) {
  const versions = new Map(saved.map(({ sectionKey, version }) => [sectionKey, version]))
  return SECTION_ORDER.map((sectionKey) => {
    const formCode = SECTION_FORM_CODES[sectionKey] ?? null
    return {
      sectionKey,
      formCode,
      title: titleOf(formCode === null ? undefined : forms?.get(formCode)) ?? TITLES[sectionKey],
      status: sectionStatus(sectionKey, progress),
      editable: isSectionEditable(sectionKey, progress),
      repairElements: [...(repairs.get(sectionKey) ?? [])],
      correctElements: [...correctableElements(sectionKey, loan)],
      version: versions.get(sectionKey) ?? 0,
    }
  })
}

const titleOf = (form: FormDefinition | undefined): Localized | undefined =>
  form && { en: form.title, es: form.titleEs ?? form.title }

/** Why an application is still incomplete. Source: product.md §3, NOIA situations. */
function noiaSituations(loan: Loan, { ibv }: LoanProgress, isAnswered: boolean): NoiaSituation[] {
  if (loan.status !== LoanStatus.initializing) return []
  const verification = ibv.attempts.length === 0 ? NoiaSituation.noIbv : NoiaSituation.notVerified
  return [
    ...(loan.qualifiedAt === null ? [NoiaSituation.notSubmitted] : []),
    ...(ibv.complete ? [] : [verification]),
    ...(loan.amountResult === AmountResult.unavailable && !isAnswered ? [NoiaSituation.notQualified] : []),
  ]
}

/** The page that shows a loan past its application. Source: product.md §4, notification pages. */
function notificationOf({ status, subStatus }: Loan, declined: boolean): NotificationCode | null {
  switch (status) {
    case LoanStatus.initializing:
      return null
    case LoanStatus.originating:
      return subStatus === OriginatingSubStatus.customerReview ? null : NotificationCode.notInCustomerReview
    case LoanStatus.approved:
    case LoanStatus.pending:
      return NotificationCode.pendingNote
    case LoanStatus.withdrawn:
      return declined ? NotificationCode.withdrawn : NotificationCode.invalidLink
    case LoanStatus.disbursed:
    case LoanStatus.processing:
    case LoanStatus.suspended:
    case LoanStatus.collecting:
    case LoanStatus.terminated:
      return NotificationCode.stepAlreadyDone
  }
}

const OUTCOME_SHOWN: Readonly<Partial<Record<LoanStatus, 'declined' | 'incomeRetry'>>> = {
  [LoanStatus.initializing]: 'incomeRetry',
  [LoanStatus.withdrawn]: 'declined',
}

interface DecidedReasons {
  readonly reasons: Awaited<ReturnType<typeof wordedReasons>>
  /** When an income was found too little, which another bank may mend; undefined for any other outcome. */
  readonly retryAfter: Date | undefined
}

const UNDECIDED: DecidedReasons = { reasons: [], retryAfter: undefined }

/**
 * Specific reasons, at most four (12 CFR 1002.9(b)(2)): of a decline, or of an income on which no amount was found
 * (notification 203). None where the borrower withdrew.
 */
async function loadDecisionReasons(
  deps: Pick<ApplicationDeps, 'cipher' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
): Promise<DecidedReasons> {
  const outcome = OUTCOME_SHOWN[loan.status]
  const noAmount = loan.amountResult === AmountResult.unavailable
  if (outcome === undefined || (outcome === 'incomeRetry' && !noAmount)) return UNDECIDED
  const found = await findLatestDecision<DecisionOnFile>(executor, deps.cipher, loan)
  if (found?.decision.decision.outcome !== outcome) return UNDECIDED
  const reasons = await wordedReasons(deps, executor, loan, found.decision)
  return { reasons, retryAfter: outcome === 'incomeRetry' ? found.decidedAt : undefined }
}

/** A bank that was read since no amount was found: the reasons are of another account then. */
const linkedSince = (attempts: readonly IbvRequest[], { retryAfter }: DecidedReasons): boolean =>
  retryAfter !== undefined &&
  attempts.some(({ status, updatedAt }) => status === IbvStatus.successful && updatedAt > retryAfter)
