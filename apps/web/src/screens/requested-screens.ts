import { HomeFlag, LoanStatus, SignStatus, TrackerStep, ReviewStatus } from '@dolphin/domain/loans/codes'
import type { CallValue } from '../api-client/call.ts'
import { requestedText } from '../features/documents/requested-messages.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { anApplication } from '../testing/sample-application.ts'
import { aHome, aHomeLoan } from '../testing/sample-home.ts'
import { aFile, anotherRequest, aRequest, requestsOf } from '../testing/sample-requested.ts'
import { opened } from './application-screens.ts'
import { drawnStatement } from './drawn-statement.ts'
import type { Hand } from './hand.ts'
import type { Screen } from './screen.ts'

const group = 'Application'
const FIELD = '#document-1'

type Request = CallValue<'listRequestedDocument'>['requests'][number]

/** The page of the mailed link, for the limited session that two proofs of identity open. */
const pending = (
  name: string,
  requests: readonly Request[],
  more: Partial<Screen> & { readonly answers?: ContractAnswers } = {},
): Screen => {
  const { answers, ...rest } = more
  const review = {
    signedIn: false,
    loanStatus: LoanStatus.originating,
    subStatus: 'underwriterReview',
    reviewStatus: ReviewStatus.underwriter,
    trackerStep: TrackerStep.preUnderwriterReview,
  } as const
  return {
    name: `requested-${name}`,
    group,
    who: 'application',
    path: '/pending-application/link-1',
    answers: {
      ...opened(anApplication(8, review)),
      listRequestedDocument: { data: requestsOf(...requests) },
      ...answers,
    },
    ...rest,
  }
}

const choose = async (hand: Hand) => {
  await hand.give(FIELD, await drawnStatement())
  await hand.see('main figure img[src]')
}
const send = async (hand: Hand) => {
  await choose(hand)
  await hand.press(`${requestedText('send')}: ${aRequest().name}`)
}

const unreadable = {
  uploadRequestedDocument: {
    status: 422,
    code: -95010013,
    message: 'This file cannot be read. Save it again and choose the new file.',
    errors: [{ elementKey: 'file', message: requestedText('unreadable') }],
  },
} satisfies ContractAnswers

/** Documents that a review asks for, from the first look to what came of them. */
export const requestedScreens = (): readonly Screen[] => [
  pending('documents', [aRequest(), anotherRequest()]),
  pending('errors', [aRequest()], {
    act: (hand) => hand.press(`${requestedText('send')}: ${aRequest().name}`),
  }),
  pending('chosen', [aRequest()], { act: choose }),
  pending('sending', [aRequest()], { unanswered: ['uploadRequestedDocument'], act: send }),
  pending('cut', [aRequest()], { cut: ['uploadRequestedDocument'], act: send }),
  pending('unreadable', [aRequest()], { answers: unreadable, act: send }),
  pending('refused', [
    aRequest({
      state: 'refused',
      reason: 'We could not read it. Take the picture again in good light, with all four corners in it.',
    }),
    anotherRequest({ state: 'accepted', files: [aFile()], mayUpload: false }),
  ]),
  pending('overdue', [aRequest({ answerBy: '2026-03-09', overdue: true })]),
  pending('received', [
    aRequest({ state: 'received', files: [aFile(), aFile('D000000012')] }),
    anotherRequest({ state: 'received', files: [aFile()] }),
  ]),
  {
    name: 'requested-home',
    group,
    path: '/home',
    answers: {
      listDisbursementLoan: {
        data: aHome(HomeFlag.inProgress, [
          aHomeLoan({
            loanStatus: LoanStatus.originating,
            subStatus: 'underwriterReview',
            reviewStatus: ReviewStatus.underwriter,
            trackerStep: TrackerStep.preUnderwriterReview,
            amount: '500.00',
            effectiveDate: '2026-03-11',
            signStatus: SignStatus.signed,
            next: '/home',
          }),
        ]),
      },
      listRequestedDocument: {
        data: requestsOf(aRequest(), anotherRequest({ state: 'received', files: [aFile()] })),
      },
    },
  },
]
