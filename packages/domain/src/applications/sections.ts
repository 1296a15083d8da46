import type { LoanState } from '../loans/loan-life.ts'
import { LoanStatus, OriginatingSubStatus } from '../loans/codes.ts'
import { SectionKey } from './codes.ts'

/** The order in which the sections are walked. Source: product.md §3. */
export const SECTION_ORDER: readonly SectionKey[] = Object.values(SectionKey)

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

/** The section that makes the application; all others wait for it. */
const FIRST_SECTION = SectionKey.personal

/** Whether an order of a portfolio names each section of the application once, the first one first. */
export const isEntryOrder = (order: readonly SectionKey[]): boolean =>
  order[0] === FIRST_SECTION &&
  order.length === SUBMIT_SECTIONS.length &&
  SUBMIT_SECTIONS.every((key) => order.includes(key))

/** The sections that a bank report answers. */
export const REPORT_SECTIONS = [SectionKey.employment, SectionKey.bank] as const

/** The sections of the offer: amount, schedule and fees. */
export const OFFER_SECTIONS: readonly SectionKey[] = [
  SectionKey.loanDetail,
  SectionKey.paymentSchedule,
  SectionKey.paymentFee,
]

/** In customer review an edit of these recalculates the amount or the plan (loan flags), so it stays possible. */
const RECALCULATING_SECTIONS: readonly SectionKey[] = [...REPORT_SECTIONS, SectionKey.ibv]

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
  [SectionKey.personal]: ADDRESS_ELEMENTS,
  [SectionKey.question]: ['military'],
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

/** The same, with what leads the borrower from one section to the next. */
export interface EntryProgress extends SectionProgress {
  /** Sections that the bank report answers and that the borrower has yet to confirm. */
  readonly filled: readonly SectionKey[]
  /** The order in which the portfolio asks. */
  readonly entryOrder: readonly SectionKey[]
}

export type SectionStatus = 'locked' | 'open' | 'filled' | 'done' | 'repair'

/**
 * The sections that must be done before this one. What the amount needs is answered in any order, once the first
 * section has made the application (domain.md §2); the schedule does not wait for the amount: both are picked together
 * and saved as one plan.
 */
export function prerequisitesOf(section: SectionKey): readonly SectionKey[] {
  if (section === SectionKey.summary || section === FIRST_SECTION) return []
  if (SUBMIT_SECTIONS.includes(section)) return [FIRST_SECTION]
  return section === SectionKey.paymentFee
    ? [...SUBMIT_SECTIONS, SectionKey.loanDetail, SectionKey.paymentSchedule]
    : SUBMIT_SECTIONS
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
  const open = inCustomerReview ? [...RECALCULATING_SECTIONS, ...OFFER_SECTIONS] : []
  return SECTION_ORDER.filter((key) => open.includes(key) || toRepair.includes(key))
}

/** Whether a section may be edited now: its status allows it and every section before it is done. */
export function isSectionEditable(section: SectionKey, progress: SectionProgress): boolean {
  const allowed = editableSections(progress).includes(section)
  return allowed && prerequisitesOf(section).every((key) => progress.completed.includes(key))
}

/** What to show beside a section. The summary is always open: it is what a borrower comes back to. */
export function sectionStatus(section: SectionKey, progress: EntryProgress): SectionStatus {
  if (section === SectionKey.summary) return 'open'
  if (progress.toRepair.includes(section)) return 'repair'
  if (progress.completed.includes(section)) return 'done'
  if (!isSectionEditable(section, progress)) return 'locked'
  return progress.filled.includes(section) ? 'filled' : 'open'
}

/**
 * The section to lead the borrower to, in the order in which the portfolio asks: the first to repair, else the first
 * that is neither done nor answered by the bank report; null when none is.
 */
export function nextSection(progress: EntryProgress): SectionKey | null {
  const { completed, filled, toRepair, entryOrder } = progress
  const editable = [...entryOrder, ...OFFER_SECTIONS].filter((key) => isSectionEditable(key, progress))
  const isAnswered = (key: SectionKey) => completed.includes(key) || filled.includes(key)
  const repair = editable.find((key) => toRepair.includes(key))
  return repair ?? editable.find((key) => !isAnswered(key)) ?? null
}
