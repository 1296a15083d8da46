import { SectionKey } from '@dolphin/domain/applications/codes'
import { NoiaSituation } from '@dolphin/domain/loans/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { ApplicationView } from '../features/applications/application-view.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { anApplication } from '../testing/sample-application.ts'
import { sampleFallbackOptions, anAttempt, foundAccounts } from '../testing/sample-verification.ts'
import { opened } from './application-screens.ts'
import type { Screen } from './screen.ts'

const group = 'Bank link'
const path = `/application/link-1?section=${SectionKey.ibv}`
/** Where a statement is uploaded in place of a bank link. */
export const uploadPath = `${path}&upload=statement`

/** What the bank's section answers in a state of it. */
export const linked = (view: Partial<ApplicationView>, answers: ContractAnswers = {}): ContractAnswers =>
  opened(anApplication(4, { signedIn: true, ...view }), {
    getRequestDetails: { data: foundAccounts(view.ibvStatus ?? IbvStatus.notStarted) },
    ...answers,
  })

const kept = { workflow: { applicationNo: 'A-1', requestId: 'R-7' } }

const STATES = {
  'not-started': IbvStatus.notStarted,
  started: IbvStatus.startedNotCompleted,
  'login-verified': IbvStatus.loginVerified,
  'in-progress': IbvStatus.inProgress,
  successful: IbvStatus.successful,
  'account-error': IbvStatus.accountError,
  'institution-error': IbvStatus.financialInstitutionError,
  'other-error': IbvStatus.otherError,
} as const

const states = (): readonly Screen[] =>
  Object.entries(STATES).map(([name, ibvStatus]) => ({
    name: `bank-link-${name}`,
    group,
    path,
    kept,
    answers: linked(
      { ibvStatus },
      ibvStatus === IbvStatus.notStarted
        ? {}
        : { getProvider: { data: sampleFallbackOptions({ attempt: anAttempt(ibvStatus), triesLeft: 2 }) } },
    ),
  }))

const review = (
  name: string,
  way: 'statement' | 'person',
  ibvStatus: IbvStatus,
  reason: string | null,
): Screen => ({
  name: `bank-link-${name}`,
  group,
  path,
  answers: linked(
    { ibvStatus },
    {
      getProvider: {
        data: sampleFallbackOptions({ attempt: anAttempt(ibvStatus, way, reason), triesLeft: 1 }),
      },
    },
  ),
})

/** The eight states of product.md §4, and what a person's review adds. */
export const bankLinkScreens = (): readonly Screen[] => [
  ...states(),
  {
    name: 'bank-link-not-qualified',
    group,
    path,
    kept,
    answers: linked({
      ibvStatus: IbvStatus.successful,
      noiaSituations: [NoiaSituation.notQualified],
      reasons: [
        {
          code: 'incomeTooLow',
          reason: 'The pay that your bank shows is $620.00 a month; we need $1,000.00.',
          change: 'Link the account that your pay goes to.',
        },
      ],
    }),
  },
  {
    name: 'bank-link-tries-used-up',
    group,
    path,
    answers: linked(
      { ibvStatus: IbvStatus.accountError, verificationTriesLeft: 0 },
      {
        getProvider: {
          data: sampleFallbackOptions({
            attempt: anAttempt(IbvStatus.accountError),
            triesLeft: 0,
            fallbacks: [],
          }),
        },
      },
    ),
  },
  review('statement-columns', 'statement', IbvStatus.startedNotCompleted, null),
  review('statement-waiting', 'statement', IbvStatus.inProgress, null),
  review('statement-refused', 'statement', IbvStatus.accountError, 'It shows fewer than 60 days.'),
  review('person-waiting', 'person', IbvStatus.inProgress, null),
  review('person-refused', 'person', IbvStatus.accountError, null),
]
