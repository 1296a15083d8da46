import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import type { CallValue } from '../api-client/call.ts'
import { agreementText } from '../features/agreements/messages.ts'
import { markText } from '../features/agreements/mark-messages.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { anApplication } from '../testing/sample-application.ts'
import { aSigning, aSigningStatus, type SigningDetails } from '../testing/sample-signing.ts'
import type { Hand } from './hand.ts'
import type { Screen } from './screen.ts'

const group = 'Signing'
const path = '/signature/link-1'
const at = '2026-03-05T12:00:00-05:00'

const link = (
  overrides: Partial<CallValue<'parseSignatureResource'>> = {},
): CallValue<'parseSignatureResource'> => ({
  purpose: 'signature',
  portfolioId: 118,
  applicationNo: 'A-1',
  loanNo: '118-0000017',
  loanStatus: LoanStatus.originating,
  requestCode: 'R-1',
  expiresAt: '2026-03-12T12:00:00-05:00',
  next: '/signature/link-1',
  needs: 'nothing',
  ...overrides,
})

const signing = (status: SignStatus, details: Partial<SigningDetails> = {}): ContractAnswers => ({
  parseSignatureResource: { data: link() },
  getRequestStatus: { data: aSigningStatus('R-1', status) },
  getRequestDetails: { data: aSigning({ signStatus: status, ...details }) },
  listSection: { data: anApplication(8, { signedIn: true }) },
})

const open = { group, path, at, answers: signing(SignStatus.notSigned) } as const

/** A change of a loan that is paid out, sent by the lender. */
const amendment = (status: SignStatus): ContractAnswers => {
  const { documents, consents } = aSigning()
  return {
    ...signing(status, {
      documents: documents.map((document) => ({ ...document, documentType: DocumentType.amendment })),
      consents: consents.filter(({ kind }) => kind === ConsentKind.electronicRecords),
      cost: null,
    }),
    parseSignatureResource: { data: link({ loanStatus: LoanStatus.processing }) },
  }
}
const toSign = (hand: Hand) => hand.press(agreementText('readContinue'))

const signedByTyping = async (hand: Hand) => {
  await toSign(hand)
  await hand.pressAt('main input[type="radio"][value="yes"]')
  await hand.type('#signatureMark', 'Ann Example')
  await hand.press(agreementText('signButton'))
}

const signed: CallValue<'signingSign'> = {
  requestCode: 'R-1',
  loanNo: '118-0000017',
  signStatus: SignStatus.signed,
  signedAt: '2026-03-05T12:00:00-05:00',
  loanStatus: LoanStatus.approved,
  documents: [],
}

const STOPPED = {
  expired: SignStatus.expired,
  cancelled: SignStatus.cancelled,
  voided: SignStatus.voided,
  suspended: SignStatus.suspended,
  signed: SignStatus.signed,
} as const

const stopped = (): readonly Screen[] =>
  Object.entries(STOPPED).map(([name, status]) => ({
    name: `signature-${name}`,
    group,
    path,
    at,
    answers: signing(status),
  }))

/** The signing session step by step, and each sign status of product.md §4. */
export const signingScreens = (): readonly Screen[] => [
  {
    name: 'signature-consent',
    ...open,
    answers: signing(SignStatus.notSigned, { electronicConsentGiven: false }),
  },
  {
    name: 'signature-consent-errors',
    ...open,
    answers: signing(SignStatus.notSigned, { electronicConsentGiven: false }),
    act: (hand) => hand.press(agreementText('continue')),
  },
  { name: 'signature-read', ...open },
  { name: 'signature-sign', ...open, act: toSign },
  {
    name: 'signature-sign-errors',
    ...open,
    act: async (hand) => {
      await toSign(hand)
      await hand.press(agreementText('signButton'))
    },
  },
  {
    name: 'signature-draw',
    ...open,
    act: async (hand) => {
      await toSign(hand)
      await hand.press(markText('wayDrawn'))
    },
  },
  { name: 'signature-confirm', ...open, act: signedByTyping },
  {
    name: 'signature-decline',
    ...open,
    act: async (hand) => {
      await toSign(hand)
      await hand.press(agreementText('decline'))
    },
  },
  {
    name: 'signature-just-signed',
    ...open,
    answers: { ...open.answers, signingSign: { data: signed } },
    act: async (hand) => {
      await signedByTyping(hand)
      await hand.press(agreementText('confirmSign'))
    },
  },
  {
    name: 'signature-prepare',
    ...open,
    answers: { parseSignatureResource: { data: link({ requestCode: null }) } },
  },
  { name: 'signature-amendment', ...open, answers: amendment(SignStatus.notSigned) },
  { name: 'signature-amendment-sign', ...open, answers: amendment(SignStatus.notSigned), act: toSign },
  { name: 'signature-amendment-expired', ...open, answers: amendment(SignStatus.expired) },
  ...stopped(),
]
