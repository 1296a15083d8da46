import { SectionKey } from '@dolphin/domain/applications/codes'
import { nextFlag } from '@dolphin/domain/loans/loan-flag'
import { LoanFlag, LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { ApplicationView } from './application-view.ts'

/** The steps in the order in which they are walked: answers, link, check, then amount, plan and signing. */
export const STEP_ORDER: readonly SectionKey[] = [
  SectionKey.personal,
  SectionKey.employment,
  SectionKey.bank,
  SectionKey.question,
  SectionKey.ibv,
  SectionKey.summary,
  SectionKey.loanDetail,
  SectionKey.paymentSchedule,
  SectionKey.paymentFee,
]

/** The screens after the check, on the page of the signature. */
export type SigningScreen = 'agreement' | 'sign'

/** The screens in order, through to the signature; amount and plan are one. */
const SCREEN_ORDER: readonly (SectionKey | SigningScreen)[] = [
  ...STEP_ORDER.filter((key) => key !== SectionKey.paymentSchedule),
  'agreement',
  'sign',
]

/** Where a screen stands among all of them: one counter from the first answer to the signature. */
export function stepPosition(_: ApplicationView, step: SectionKey | SigningScreen) {
  const screen = step === SectionKey.paymentSchedule ? SectionKey.loanDetail : step
  return { number: SCREEN_ORDER.indexOf(screen) + 1, count: SCREEN_ORDER.length }
}

/** Steps that need an account: they choose the terms (domain.md §3). */
const WITH_ACCOUNT: readonly SectionKey[] = [
  SectionKey.loanDetail,
  SectionKey.paymentSchedule,
  SectionKey.paymentFee,
]

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
  const needsAccount = WITH_ACCOUNT.includes(section) && !view.signedIn
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

/** A bank that is being read right now, perhaps another one after a first: asking before it is done asks too early. */
const READING: readonly IbvStatus[] = [IbvStatus.loginVerified, IbvStatus.inProgress]

/**
 * Where a borrower goes on: a repair, a bank being read, a step that an edit made stale, what is left, else the
 * check before asking.
 */
export function landing(view: ApplicationView): SectionKey {
  const repair = view.sections.find(({ status }) => status === 'repair')
  if (repair) return repair.sectionKey
  if (view.loanStatus === LoanStatus.initializing && READING.includes(view.ibvStatus)) return SectionKey.ibv
  const flag = nextFlag(view.loanFlags)
  if (flag !== null) return FLAG_SECTIONS[flag]
  if (view.nextSection !== null) return view.nextSection
  return view.loanStatus === LoanStatus.initializing ? SectionKey.summary : SectionKey.paymentFee
}

/** The step before this one that may be opened; none before the first. */
export function stepBefore(view: ApplicationView, section: SectionKey): SectionKey | undefined {
  const open = new Set(
    view.sections
      .filter(({ status, editable }) => status !== 'locked' && editable)
      .map((each) => each.sectionKey),
  )
  // Amount and plan are one screen
  const from = section === SectionKey.paymentSchedule ? SectionKey.loanDetail : section
  const before = STEP_ORDER.slice(0, STEP_ORDER.indexOf(from))
  return before.findLast((key) => open.has(key) || key === SectionKey.summary)
}

/** The state of each step for the stepper. */
export function stepStates(view: ApplicationView, current: SectionKey) {
  const asked = view.loanStatus !== LoanStatus.initializing
  const done = new Set(view.sections.filter(({ status }) => status === 'done').map((each) => each.sectionKey))
  if (asked) done.add(SectionKey.summary)
  // Amount and plan are saved together; at the plan step, the amount is already chosen.
  if (current === SectionKey.paymentSchedule) done.add(SectionKey.loanDetail)
  return STEP_ORDER.map((key) => ({
    key,
    state: key === current ? ('current' as const) : done.has(key) ? ('done' as const) : ('todo' as const),
  }))
}
