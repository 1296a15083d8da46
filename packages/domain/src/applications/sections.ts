import type { LoanState } from '../loans/loan-life.ts'
import { LoanStatus, OriginatingSubStatus } from '../loans/codes.ts'
import { SectionKey } from './codes.ts'

/** The order in which the sections are walked. Source: product.md §3. */
export const SECTION_ORDER: readonly SectionKey[] = Object.values(SectionKey)

/** The sections that a borrower completes; the summary only shows them. */
const STEPS: readonly SectionKey[] = SECTION_ORDER.filter((key) => key !== SectionKey.summary)

/** The form of each section that is filled in by one; the others have screens of their own. */
export const SECTION_FORM_CODES: Readonly<Partial<Record<SectionKey, string>>> = {
  [SectionKey.personal]: 'personal',
  [SectionKey.employment]: 'employment',
  [SectionKey.bank]: 'bank',
  [SectionKey.question]: 'question',
}

/** What must be complete before the loan amount can be asked for. Source: domain.md §2. */
export const SUBMIT_SECTIONS: readonly SectionKey[] = [
  SectionKey.personal,
  SectionKey.employment,
  SectionKey.bank,
  SectionKey.question,
  SectionKey.ibv,
]

const CUSTOMER_REVIEW_SECTIONS: readonly SectionKey[] = [
  SectionKey.loanDetail,
  SectionKey.paymentSchedule,
  SectionKey.paymentFee,
]

/** In customer review an edit of these recalculates the amount or the plan (loan flags), so it stays possible. */
const RECALCULATING_SECTIONS: readonly SectionKey[] = [SectionKey.employment, SectionKey.bank, SectionKey.ibv]

/** Where an applicant lives. */
export const ADDRESS_ELEMENTS: readonly string[] = [
  'street',
  'unit',
  'city',
  'state',
  'zip',
  'urbanization',
  'zipConfirmed',
]

/**
 * Answers of a finished section that stay open until the signature. Source: domain.md §6, military status; §14,
 * address.
 */
const CORRECTABLE_ELEMENTS: Readonly<Partial<Record<SectionKey, readonly string[]>>> = {
  [SectionKey.personal]: [...ADDRESS_ELEMENTS, 'military'],
}

/** The elements of a section that may be corrected although the section itself is closed. */
export function correctableElements(
  section: SectionKey,
  { status, subStatus, signedAt }: LoanState & { readonly signedAt: Date | null },
): readonly string[] {
  const inCustomerReview =
    status === LoanStatus.originating && subStatus === OriginatingSubStatus.customerReview
  return inCustomerReview && signedAt === null ? (CORRECTABLE_ELEMENTS[section] ?? []) : []
}

/** How an application's sections stand. */
export interface SectionProgress {
  readonly loan: LoanState
  readonly completed: readonly SectionKey[]
  /** Sections that a review, a return or a change asks to have corrected; editable in any live status. */
  readonly toRepair: readonly SectionKey[]
}

export type SectionStatus = 'locked' | 'open' | 'done' | 'repair'

/**
 * The sections that come before this one and must be done first: each step needs all steps before it. Only the
 * schedule does not wait for the amount: both are picked together and saved as one plan.
 */
export function prerequisitesOf(section: SectionKey): readonly SectionKey[] {
  if (section === SectionKey.summary) return []
  if (section === SectionKey.paymentSchedule) return prerequisitesOf(SectionKey.loanDetail)
  return STEPS.slice(0, STEPS.indexOf(section))
}

/**
 * The sections that may be edited at this point of the loan's life, leaving aside what has to come first.
 * The server refuses a save of any other.
 *
 * Source: domain.md §2 and §3; which sections stay open in customer review is our decision.
 */
export function editableSections({ loan, toRepair }: SectionProgress): readonly SectionKey[] {
  if (loan.status === LoanStatus.initializing) return SUBMIT_SECTIONS
  if (loan.status === LoanStatus.withdrawn || loan.status === LoanStatus.terminated) return []
  const inCustomerReview =
    loan.status === LoanStatus.originating && loan.subStatus === OriginatingSubStatus.customerReview
  const open = inCustomerReview ? [...RECALCULATING_SECTIONS, ...CUSTOMER_REVIEW_SECTIONS] : []
  return SECTION_ORDER.filter((key) => open.includes(key) || toRepair.includes(key))
}

/** Whether a section may be edited now: its status allows it and every section before it is done. */
export function isSectionEditable(section: SectionKey, progress: SectionProgress): boolean {
  const allowed = editableSections(progress).includes(section)
  return allowed && prerequisitesOf(section).every((key) => progress.completed.includes(key))
}

/** What to show beside a section. The summary is always open: it is what a borrower comes back to. */
export function sectionStatus(section: SectionKey, progress: SectionProgress): SectionStatus {
  if (section === SectionKey.summary) return 'open'
  if (progress.toRepair.includes(section)) return 'repair'
  if (progress.completed.includes(section)) return 'done'
  return isSectionEditable(section, progress) ? 'open' : 'locked'
}

/** The section to lead the borrower to: the first to repair, else the first left to do; null when none is. */
export function nextSection(progress: SectionProgress): SectionKey | null {
  const editable = STEPS.filter((key) => isSectionEditable(key, progress))
  const repair = editable.find((key) => progress.toRepair.includes(key))
  return repair ?? editable.find((key) => !progress.completed.includes(key)) ?? null
}
