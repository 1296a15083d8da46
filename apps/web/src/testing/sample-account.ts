import { ContactType } from '@dolphin/domain/identity/codes'
import { HomeFlag } from '@dolphin/domain/loans/codes'
import { KEPT_WORDS } from '@dolphin/domain/retention/kept-words'
import type { CallValue } from '../api-client/call.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'

type PersonalInfo = CallValue<'getPersonalInfo'>
type LinkInfo = CallValue<'parseLinkResource'>

/** A customer whose email is proved and whose phone is not. */
export const aCustomer = (overrides: Partial<PersonalInfo> = {}): PersonalInfo => ({
  openId: 'O-1',
  portfolioId: 118,
  name: { firstName: 'ann marie', middleName: '', lastName: 'example' },
  hasBegun: false,
  address: { street: '100 Sample Street', unit: '', city: 'Springfield', state: 'UT', zip: '84101' },
  ssnMasked: '***-**-6789',
  contacts: [
    {
      contactType: ContactType.email,
      key: 'email',
      verifyKey: 'emailVerify',
      value: 'ann@example.com',
      verified: true,
    },
    {
      contactType: ContactType.cellPhone,
      key: 'cellPhone',
      verifyKey: 'cellPhoneVerify',
      value: '3035550142',
      verified: false,
    },
  ],
  optInFlags: 16,
  optOuts: [],
  consentPhone: ContactType.cellPhone,
  customerCategory: 1,
  authenticatorOn: false,
  newAddressNeeded: false,
  homeFlag: HomeFlag.noLoanAmount,
  ...overrides,
})

/** This device and two others; as of 10:00 on the morning of the screens. */
export const someSessions = (): CallValue<'listSession'>['sessions'] => [
  {
    sessionId: 's-1',
    browser: 'Chrome',
    system: 'Windows',
    startedAt: '2026-03-10T09:51:00-04:00',
    lastSeenAt: '2026-03-10T10:00:00-04:00',
    current: true,
  },
  {
    sessionId: 's-2',
    browser: 'Safari',
    system: 'iPhone',
    startedAt: '2026-03-10T07:20:00-04:00',
    lastSeenAt: '2026-03-10T09:48:00-04:00',
    current: false,
  },
  {
    sessionId: 's-3',
    browser: null,
    system: null,
    startedAt: '2026-03-10T09:40:00-04:00',
    lastSeenAt: '2026-03-10T09:59:30-04:00',
    current: false,
  },
]

/** A mailed link that creates an account; its consents are the portfolio's. */
export const aCreateLink = (consents: LinkInfo['consents'], overrides: Partial<LinkInfo> = {}): LinkInfo => ({
  valid: true,
  fault: null,
  purpose: 'createAccount',
  maskedEmail: 'a••@example.com',
  createAccountType: 2,
  accountStatus: null,
  expiresAt: '2026-03-11T10:00:00-04:00',
  consents,
  ...overrides,
})

/** A mailed link that cannot be used. */
export const aDeadLink = (fault: NonNullable<LinkInfo['fault']>): LinkInfo => ({
  valid: false,
  fault,
  purpose: null,
  maskedEmail: null,
  createAccountType: null,
  accountStatus: null,
  expiresAt: null,
  consents: [],
})

/** What a customer reads of their own data: a loan that is kept, a request that waits, one that was answered. */
export const someData = (): CallValue<'readMyData'> => ({
  kept: [
    {
      loanNo: '118-0000017',
      why: 'fundedLoan',
      words: inPageLanguage(KEPT_WORDS.fundedLoan),
      until: '2032-05-04',
    },
  ],
  requests: [
    {
      requestNo: 'P000000012',
      kind: 'correction',
      details: 'My street is 14 Elm Street.',
      askedAt: '2026-02-02T10:00:00-05:00',
      answerBy: '2026-03-19',
      answeredAt: '2026-02-09T10:00:00-05:00',
      outcome: 'done',
      answer: inPageLanguage({ en: 'Your street is corrected.', es: 'Su calle está corregida.' }),
      kept: [],
    },
    {
      requestNo: 'P000000019',
      kind: 'deletion',
      details: '',
      askedAt: '2026-03-03T10:00:00-05:00',
      answerBy: '2026-04-17',
      answeredAt: null,
      outcome: null,
      answer: null,
      kept: [],
    },
  ],
})
