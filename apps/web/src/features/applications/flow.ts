import { OFFER_SECTIONS } from '@dolphin/domain/applications/sections'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { nextFlag } from '@dolphin/domain/loans/loan-flag'
import { LoanFlag, LoanStatus, NoiaSituation, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { READING_STATUSES } from '@dolphin/domain/verification/ibv-status'
import type { ApplicationView } from './application-view.ts'

/** The steps besides the sections: before there is an application, and those of signing. */
type OwnStep = 'start' | 'account' | 'agreement' | 'sign'
export type StepKey = SectionKey | OwnStep

/** What the steps depend on: an application has it, and so has the portfolio of the page. */
export type Order = Pick<ApplicationView, 'entryOrder'>

const BEFORE: readonly StepKey[] = ['start', 'account']
const AFTER: readonly StepKey[] = [SectionKey.loanDetail, SectionKey.paymentFee, 'agreement', 'sign']

/**
 * The sections that are answered before the bank is linked, and the link. What comes after it is read from the report and
 * confirmed on the summary, so that typing it is a part of that step.
 */
const upToLink = ({ entryOrder }: Order): readonly SectionKey[] =>
  entryOrder.slice(0, entryOrder.indexOf(SectionKey.ibv) + 1)

/** The steps from the start to the signature; they count on, whichever page shows them. */
const stepKeys = (order: Order): readonly StepKey[] => [
  ...BEFORE,
  ...upToLink(order),
  SectionKey.summary,
  ...AFTER,
]

/** The step that a section belongs to: amount and plan are one, and so are the summary and what it confirms. */
function stepOf(order: Order, step: StepKey): StepKey {
  if (step === SectionKey.paymentSchedule) return SectionKey.loanDetail
  return stepKeys(order).includes(step) ? step : SectionKey.summary
}

/** Where a step stands among all of them, from 1. */
export function stepPosition(order: Order, step: StepKey): { number: number; count: number } {
  const keys = stepKeys(order)
  return { number: keys.indexOf(stepOf(order, step)) + 1, count: keys.length }
}

/** What the page shows of an application. */
export type Screen =
  /** One step. */
  | { readonly kind: 'section'; readonly section: SectionKey }
  /** The step needs an account first. */
  | { readonly kind: 'account'; readonly section: SectionKey }
  /** Nothing to do: the tracker shows how it stands. */
  | { readonly kind: 'tracker' }
  /** The application is over. */
  | { readonly kind: 'closed' }

/** True while something is left for the borrower to do. */
function isBorrowersTurn({ loanStatus, subStatus }: Pick<ApplicationView, 'loanStatus' | 'subStatus'>) {
  return loanStatus === LoanStatus.initializing || subStatus === OriginatingSubStatus.customerReview
}

/** Which screen an application shows, given the step that the address asks for. */
export function screenOf(view: ApplicationView, wanted: string | undefined): Screen {
  const closed = view.loanStatus === LoanStatus.withdrawn || view.loanStatus === LoanStatus.terminated
  if (closed) return { kind: 'closed' }
  const repairs = view.sections.some(({ status }) => status === 'repair')
  if (!isBorrowersTurn(view) && !repairs) return { kind: 'tracker' }
  if (view.trackerStep !== null && !repairs) return { kind: 'tracker' }
  const section = openSection(view, wanted) ?? landing(view)
  // The offer chooses the terms (domain.md §3).
  const needsAccount = OFFER_SECTIONS.includes(section) && !view.signedIn
  return { kind: needsAccount ? 'account' : 'section', section }
}

/** The step asked for, where it may be opened. */
function openSection(view: ApplicationView, wanted: string | undefined): SectionKey | undefined {
  const found = view.sections.find(({ sectionKey }) => sectionKey === wanted)
  return found && found.status !== 'locked' ? found.sectionKey : undefined
}

const FLAG_SECTIONS = {
  [LoanFlag.recalculateLoanAmount]: SectionKey.summary,
  [LoanFlag.recalculatePaymentPlan]: SectionKey.paymentSchedule,
  [LoanFlag.reSignLoanAgreement]: SectionKey.paymentFee,
  [LoanFlag.recreateRequestCode]: SectionKey.paymentFee,
} as const satisfies Record<LoanFlag, SectionKey>

const isLinked = ({ sections }: ApplicationView): boolean =>
  sections.some(({ sectionKey, status }) => sectionKey === SectionKey.ibv && status === 'done')

/** Whether the summary shows a section to be confirmed, in place of a screen that asks for it. */
export function isConfirmed(view: ApplicationView, section: SectionKey): boolean {
  return isLinked(view) && view.entryOrder.includes(section) && !upToLink(view).includes(section)
}

/** The questions that no report answers stand on the summary; what it should have answered is typed first. */
const asked = (view: ApplicationView, section: SectionKey): SectionKey =>
  section === SectionKey.question && isConfirmed(view, section) ? SectionKey.summary : section

/**
 * Where a borrower goes on: a repair, a bank being read, a step that an edit made stale, what is left, another bank where
 * no amount was found with the one that is linked, else the check before asking.
 */
export function landing(view: ApplicationView): SectionKey {
  const repair = view.sections.find(({ status }) => status === 'repair')
  if (repair) return repair.sectionKey
  // Perhaps another bank after a first: asking before it is read asks too early.
  if (view.loanStatus === LoanStatus.initializing && READING_STATUSES.includes(view.ibvStatus))
    return SectionKey.ibv
  const flag = nextFlag(view.loanFlags)
  if (flag !== null) return FLAG_SECTIONS[flag]
  if (view.nextSection !== null) return asked(view, view.nextSection)
  if (view.noiaSituations.includes(NoiaSituation.notQualified)) return SectionKey.ibv
  return view.loanStatus === LoanStatus.initializing ? SectionKey.summary : SectionKey.paymentFee
}

/**
 * Where a section leads once it is done: to the next one that is open, so that a borrower who has not linked a bank types
 * on; else to where the application stands.
 */
export function following(view: ApplicationView, section: SectionKey): SectionKey {
  const [of, order] = [new Map(view.sections.map((each) => [each.sectionKey, each.status])), view.entryOrder]
  const stands = landing(view)
  if (of.get(stands) === 'repair' || !order.includes(section)) return stands
  const next = order.slice(order.indexOf(section) + 1).find((key) => of.get(key) === 'open')
  return next === undefined ? stands : asked(view, next)
}

/** The step before this one that may be opened; none before the first. A change leads back to the summary. */
export function stepBefore(view: ApplicationView, section: SectionKey): SectionKey | undefined {
  if (isConfirmed(view, section)) return SectionKey.summary
  const open = new Set(
    view.sections
      .filter(({ status, editable }) => status !== 'locked' && editable)
      .map((each) => each.sectionKey),
  )
  const walked = [
    ...view.entryOrder.filter((key) => !isConfirmed(view, key)),
    SectionKey.summary,
    ...OFFER_SECTIONS,
  ]
  // Amount and plan are one screen
  const from = section === SectionKey.paymentSchedule ? SectionKey.loanDetail : section
  const before = walked.slice(0, walked.indexOf(from))
  return before.findLast((key) => open.has(key) || key === SectionKey.summary)
}

/** One step of the stepper. */
export interface StepView {
  readonly key: StepKey
  readonly state: 'done' | 'current' | 'todo'
}

/** The state of each step for the stepper. */
export function stepStates(view: ApplicationView, current: StepKey): readonly StepView[] {
  const done = new Set<StepKey>(
    view.sections.filter(({ status }) => status === 'done').map((each) => each.sectionKey),
  )
  done.add('start')
  if (view.signedIn) done.add('account')
  if (view.loanStatus !== LoanStatus.initializing) done.add(SectionKey.summary)
  return statesOf(view, current, done)
}

/** The same before there is an application, of which the steps before this one are done. */
export function firstStates(order: Order, current: StepKey): readonly StepView[] {
  const keys = stepKeys(order)
  return statesOf(order, current, new Set(keys.slice(0, keys.indexOf(current))))
}

function statesOf(order: Order, current: StepKey, done: ReadonlySet<StepKey>): readonly StepView[] {
  const here = stepOf(order, current)
  return stepKeys(order).map((key) => ({
    key,
    state: key === here ? 'current' : done.has(key) ? 'done' : 'todo',
  }))
}
