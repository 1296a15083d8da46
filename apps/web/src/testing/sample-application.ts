import { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { ApplicationView, SectionView } from '../features/applications/application-view.ts'

const FORMS: Readonly<Partial<Record<SectionKey, string>>> = {
  personal: 'personal',
  employment: 'employment',
  bank: 'bank',
  question: 'question',
}

/** A section by its state. */
export const aSection = (sectionKey: SectionKey, overrides: Partial<SectionView> = {}): SectionView => ({
  sectionKey,
  formCode: FORMS[sectionKey] ?? null,
  title: sectionKey,
  status: 'locked',
  editable: false,
  repairElements: [],
  correctElements: [],
  version: 1,
  ...overrides,
})

/** An application of which the first `done` sections after the summary are done and the next one is open. */
export function anApplication(done: number, overrides: Partial<ApplicationView> = {}): ApplicationView {
  const keys = Object.values(SectionKey)
  const sections = keys.map((key, index) => {
    if (key === SectionKey.summary) return aSection(key, { status: 'open' })
    if (index <= done) return aSection(key, { status: 'done', editable: true })
    return index === done + 1 ? aSection(key, { status: 'open', editable: true }) : aSection(key)
  })
  return {
    applicationNo: 'A-1',
    loanNo: '118-0000013',
    portfolioId: 118,
    sections,
    entryOrder: ['personal', 'employment', 'bank', 'question', 'IBV'],
    nextSection: keys[done + 1] ?? null,
    loanStatus: LoanStatus.initializing,
    subStatus: null,
    reviewStatus: null,
    homeFlag: 2,
    trackerStep: null,
    loanFlags: [],
    noiaSituations: [],
    verificationTriesLeft: 3,
    hasQualifiedPrincipal: false,
    ibvStatus: IbvStatus.notStarted,
    requestId: null,
    requestCode: null,
    signStatus: null,
    resource: 'link-1',
    signedIn: false,
    attached: false,
    notification: null,
    reasons: [],
    ...overrides,
  }
}

/** An application of a portfolio that links first: the report waits to be confirmed, the questions are open. */
export function aLinkedApplication(overrides: Partial<ApplicationView> = {}): ApplicationView {
  const view = anApplication(0, {
    signedIn: true,
    ibvStatus: IbvStatus.successful,
    requestId: 'link-request-1',
  })
  const states: Readonly<Partial<Record<SectionKey, SectionView['status']>>> = {
    [SectionKey.personal]: 'done',
    [SectionKey.employment]: 'filled',
    [SectionKey.bank]: 'filled',
    [SectionKey.question]: 'open',
    [SectionKey.ibv]: 'done',
  }
  const sections = view.sections.map((section) => {
    const status = states[section.sectionKey]
    return status === undefined
      ? section
      : { ...section, status, editable: true, version: status === 'done' ? 1 : 0 }
  })
  return {
    ...view,
    sections,
    entryOrder: ['personal', 'IBV', 'employment', 'bank', 'question'],
    nextSection: SectionKey.question,
    ...overrides,
  }
}
