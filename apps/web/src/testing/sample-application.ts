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
