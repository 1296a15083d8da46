import { SectionKey } from '@dolphin/domain/applications/codes'
import { ADDRESS_ELEMENTS } from '@dolphin/domain/applications/sections'
import { LoanFlag, LoanStatus, SignStatus, TrackerStep, ReviewStatus } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { CallValue } from '../api-client/call.ts'
import { applicationText } from '../features/applications/messages.ts'
import { fieldId } from '../form-engine/control-props.ts'
import { formText } from '../form-engine/messages.ts'
import type { ApplicationView } from '../features/applications/application-view.ts'
import { aLinkedApplication, anApplication, aSection } from '../testing/sample-application.ts'
import { aReportRead, someBankDetails } from '../testing/sample-report.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { aHome, aHomeLoan } from '../testing/sample-home.ts'
import { anOffer, aSimulation } from '../testing/sample-offer.ts'
import type { Hand } from './hand.ts'
import type { Screen } from './screen.ts'

const group = 'Application'
const SUBMIT = 'main form button[type="submit"]'
const submit = (hand: Hand) => hand.pressAt(SUBMIT)

/** A link to an application of its own, with what must happen first. */
export const applicationLink = (
  needs: CallValue<'parsePathResource'>['needs'] = 'nothing',
): CallValue<'parsePathResource'> => ({
  purpose: 'application',
  portfolioId: 118,
  applicationNo: 'A-1',
  loanNo: '118-0000013',
  loanStatus: LoanStatus.initializing,
  requestCode: null,
  expiresAt: '2026-04-09T10:00:00-04:00',
  next: '/application/link-1',
  needs,
})

/** The page of an application that stands so. */
export const opened = (view: ApplicationView, answers: ContractAnswers = {}): ContractAnswers => ({
  parsePathResource: { data: applicationLink() },
  listSection: { data: view },
  calculateQualifiedAmount: { data: anOffer() },
  ...answers,
})

const section = (key: SectionKey, done: number, step = 1): Pick<Screen, 'path' | 'answers'> => ({
  path: `/application/link-1?section=${key}&step=${step}`,
  answers: opened(anApplication(done, { signedIn: true }), { readForm: EMPTY }),
})

const EMPTY: NonNullable<ContractAnswers['readForm']> = (asked) => ({
  data: {
    code: String(Reflect.get(Object(asked), 'last')),
    externalKey: 'A-1',
    version: 0,
    values: {},
    masked: {},
    fromReport: [],
  },
})

const personal = section(SectionKey.personal, 0)
const question = section(SectionKey.question, 3)

/** A linked bank whose report waits to be confirmed, with the questions that it does not answer. */
const confirmed = (): Pick<Screen, 'path' | 'answers'> => {
  const view = aLinkedApplication()
  return {
    path: '/application/link-1?section=summary',
    answers: opened(view, { readForm: aReportRead, getRequestDetails: { data: someBankDetails() } }),
  }
}

const repaired = (): ApplicationView => {
  const view = anApplication(5, { signedIn: true })
  const sections = view.sections.map((each) =>
    each.sectionKey === SectionKey.bank
      ? aSection(SectionKey.bank, { status: 'repair', editable: true, repairElements: ['accountNumber'] })
      : each,
  )
  return { ...view, sections, nextSection: SectionKey.bank }
}

const ADDRESS = {
  street: '12 Sample Street',
  city: 'Wilmington',
  state: 'DE',
  zip: '19801',
} as const

/** After an offer the address may be corrected. */
const correctable = (): Pick<Screen, 'path' | 'answers'> => {
  const view = anApplication(7, { signedIn: true, hasQualifiedPrincipal: true })
  const correctElements = [...ADDRESS_ELEMENTS]
  const sections = view.sections.map((each) =>
    each.sectionKey === SectionKey.personal ? { ...each, editable: false, correctElements } : each,
  )
  const stored = { code: 'personal', externalKey: 'A-1', version: 1, values: ADDRESS, masked: {} }
  return {
    path: '/application/link-1?section=personal',
    answers: opened(
      { ...view, sections },
      {
        readForm: { data: { ...stored, fromReport: [] } },
        updateForm: {
          data: {
            ...stored,
            applicationNo: 'A-1',
            loanNo: '118-0000013',
            loanFlags: [],
            endsApplication: true,
          },
        },
      },
    ),
  }
}

const tracked = (overrides: Partial<ApplicationView>): Pick<Screen, 'path' | 'answers'> => ({
  path: '/pending-application/link-1',
  answers: opened(
    anApplication(8, {
      signedIn: true,
      loanStatus: LoanStatus.originating,
      subStatus: 'agentReview',
      reviewStatus: ReviewStatus.agent,
      ...overrides,
    }),
  ),
})

/** From the calculator to the answers that are checked. */
export const applicationScreens = (): readonly Screen[] => [
  {
    name: 'guidance',
    group,
    who: 'guest',
    path: '/guidance',
    answers: { getSimulatedData: { data: aSimulation() } },
    act: (hand) => hand.choose('main select', 'UT'),
  },
  {
    name: 'guidance-unserved',
    group,
    who: 'guest',
    path: '/guidance',
    answers: { getSimulatedData: { data: aSimulation() } },
    act: (hand) => hand.choose('main select', 'TX'),
  },
  { name: 'guidance-account', group, who: 'guest', path: '/guidance?section=account' },
  { name: 'guidance-first-section', group, who: 'guest', path: '/guidance?section=personal' },
  { name: 'application-personal-1', group, ...personal },
  { name: 'application-personal-errors', group, ...personal, act: submit },
  { name: 'application-personal-2', group, ...section(SectionKey.personal, 0, 2) },
  { name: 'application-confirm', group, ...confirmed() },
  { name: 'application-employment-1', group, ...section(SectionKey.employment, 1) },
  { name: 'application-employment-2', group, ...section(SectionKey.employment, 1, 2) },
  {
    name: 'application-employment-3-errors',
    group,
    ...section(SectionKey.employment, 1, 3),
    act: submit,
  },
  { name: 'application-bank', group, ...section(SectionKey.bank, 2) },
  { name: 'application-bank-errors', group, ...section(SectionKey.bank, 2), act: submit },
  { name: 'application-question', group, ...question },
  {
    name: 'application-question-rows-errors',
    group,
    ...question,
    act: async (hand) => {
      await hand.type('#field-externalOpenLoans', '2')
      await hand.press(formText('addFirst'))
      await hand.pressAt(SUBMIT)
    },
  },
  {
    name: 'application-repair',
    group,
    path: '/complete-information/link-1?section=bank',
    answers: { ...opened(repaired()), parseCompleteResource: { data: applicationLink() } },
  },
  {
    name: 'application-summary',
    group,
    path: '/application/link-1?section=summary',
    answers: opened(anApplication(5, { signedIn: true, ibvStatus: IbvStatus.successful })),
  },
  {
    name: 'application-stale',
    group,
    path: '/application/link-1?section=employment',
    answers: opened(
      anApplication(7, {
        signedIn: true,
        ibvStatus: IbvStatus.successful,
        hasQualifiedPrincipal: true,
        loanFlags: [LoanFlag.recalculateLoanAmount],
      }),
    ),
  },
  { name: 'application-address', group, ...correctable() },
  {
    name: 'application-address-ends',
    group,
    ...correctable(),
    act: async (hand) => {
      await hand.choose(`#${fieldId('state')}`, 'TX')
      await hand.type(`#${fieldId('zip')}`, '78701')
      await submit(hand)
      await hand.see('dialog[open]')
    },
  },
  {
    name: 'application-identity',
    group,
    who: 'guest',
    path: '/application/link-1',
    answers: { parsePathResource: { data: applicationLink('identity') } },
  },
  {
    name: 'application-identity-errors',
    group,
    who: 'guest',
    path: '/returning/link-1',
    answers: { parseReturningResource: { data: applicationLink('identity') } },
    act: submit,
  },
  {
    name: 'application-attach',
    group,
    path: '/application/link-1',
    answers: { parsePathResource: { data: applicationLink('identity') } },
  },
  {
    name: 'application-account',
    group,
    who: 'application',
    path: '/application/link-1?section=loanDetail',
    answers: opened(anApplication(6, { ibvStatus: IbvStatus.successful })),
  },
  {
    name: 'application-account-sent',
    group,
    who: 'application',
    path: '/application/link-1?section=loanDetail',
    answers: opened(anApplication(6, { ibvStatus: IbvStatus.successful }), {
      sendCreateAccountEmail: { data: { sent: true, resendAfterSeconds: 60 } },
    }),
    act: async (hand) => {
      await hand.type('#email', 'ann@example.com')
      await hand.press(applicationText('accountSend'))
    },
  },
  { name: 'application-tracker', group, ...tracked({ trackerStep: TrackerStep.preUnderwriterReview }) },
  {
    name: 'application-tracker-sign',
    group,
    ...tracked({
      trackerStep: TrackerStep.applicationSubmitted,
      requestCode: 'R-1',
      signStatus: SignStatus.notSigned,
    }),
  },
  { name: 'application-tracker-exception', group, ...tracked({ trackerStep: TrackerStep.exception }) },
  {
    name: 'application-closed',
    group,
    path: '/application/link-1',
    answers: opened(anApplication(8, { signedIn: true, loanStatus: LoanStatus.withdrawn })),
  },
  {
    name: 'loan-agreement',
    group,
    path: '/loan-agreement',
    answers: {
      listSection: { status: 404, code: -95010002, message: 'There is none.' },
      listDisbursementLoan: { data: aHome(1, [aHomeLoan({ loanStatus: LoanStatus.terminated })]) },
      readForm: (asked) => ({
        data: {
          code: String(Reflect.get(Object(asked), 'last')),
          externalKey: null,
          version: 0,
          values: { firstName: 'Ann', lastName: 'Example', incomeType: '7002', monthlyNetIncome: '4000.00' },
          masked: {},
          fromReport: [],
        },
      }),
    },
  },
]
