import { AccountStatus } from '@dolphin/domain/identity/codes'
import type { CallValue } from '../api-client/call.ts'
import { myDataText } from '../features/identity/my-data-messages.ts'
import { securityText } from '../features/identity/security-messages.ts'
import { sessionsText } from '../features/identity/sessions-messages.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'
import { aCreateLink, aCustomer, aDeadLink, someData, someSessions } from '../testing/sample-account.ts'
import type { Hand } from './hand.ts'
import { portfolioConsents } from './portfolio-files.ts'
import type { Screen } from './screen.ts'

const group = 'Sign-in and account'
const who = 'guest'
const SUBMIT = 'main form button[type="submit"]'

const submit = (hand: Hand) => hand.pressAt(SUBMIT)

const signIn = async (hand: Hand) => {
  await hand.type('#account', 'ann@example.com')
  await hand.type('#password', 'Harbor-1.7-Lantern')
  await hand.pressAt(SUBMIT)
}

const codeStep = (codeBy: 'mail' | 'authenticator'): CallValue<'signIn'> => ({
  needsCode: true,
  sessionId: 's-1',
  codeBy,
  maskedAddress: codeBy === 'mail' ? 'a••@example.com' : null,
  expiresAt: '2026-03-10T10:10:00-04:00',
  triesLeft: 5,
  resendAfterSeconds: 60,
})

/** As the server says it. */
const wrongSignIn = () => ({
  status: 422,
  code: -79050002,
  message: inPageLanguage({
    en: 'The email or password is not right. Check both, or reset your password.',
    es: 'El correo o la contraseña no son correctos. Revise los dos o cambie su contraseña.',
  }),
})

/** As the server says it. */
const wrongPassword = () => {
  const message = inPageLanguage({
    en: 'The current password is not right. Enter it again.',
    es: 'La contraseña actual no es correcta. Escríbala otra vez.',
  })
  return { status: 422, code: -79050007, message, errors: [{ elementKey: 'currentPassword', message }] }
}

const held = (accountStatus: AccountStatus) => ({ ...wrongSignIn(), accountStatus })

const SENT = { data: { sent: true, resendAfterSeconds: 60 } } as const
const overview = (outdated: boolean): CallValue<'checkConsentStatus'> => ({
  consents: portfolioConsents(118).map((consent) => ({
    ...consent,
    given: outdated,
    givenAt: outdated ? '2026-01-12T10:00:00-05:00' : null,
    outdated,
  })),
  militarySelfIdentified: false,
  complete: false,
})

/** Everything up to a session: signing in, links, passwords, consents, security. */
export const accountScreens = (): readonly Screen[] => [
  { name: 'account', group, path: '/account' },
  { name: 'my-data', group, path: '/my-data', answers: { readMyData: { data: someData() } } },
  {
    name: 'my-data-delete',
    group,
    path: '/my-data',
    answers: { readMyData: { data: someData() } },
    act: (hand) => hand.press(myDataText('erase')),
  },
  { name: 'sign-in', group, who, path: '/sign-in' },
  { name: 'sign-in-errors', group, who, path: '/sign-in', act: submit },
  {
    name: 'sign-in-refused',
    group,
    who,
    path: '/sign-in',
    answers: { signIn: wrongSignIn() },
    act: async (hand) => {
      await signIn(hand)
      await hand.see('main [aria-invalid="true"]')
    },
  },
  {
    name: 'sign-in-code',
    group,
    who,
    path: '/sign-in',
    answers: { signIn: { data: codeStep('mail') } },
    act: async (hand) => {
      await signIn(hand)
      await hand.see('#code')
    },
  },
  {
    name: 'sign-in-code-app-errors',
    group,
    who,
    path: '/sign-in',
    answers: { signIn: { data: codeStep('authenticator') } },
    act: async (hand) => {
      await signIn(hand)
      await hand.see('#code')
      await hand.pressAt(SUBMIT)
    },
  },
  ...([AccountStatus.frozen, AccountStatus.inactive] as const).map(
    (status): Screen => ({
      name: status === AccountStatus.frozen ? 'sign-in-frozen' : 'sign-in-inactive',
      group,
      who,
      path: '/sign-in',
      answers: { signIn: held(status) },
      act: async (hand) => {
        await signIn(hand)
        await hand.see('main a[href^="tel:"]')
      },
    }),
  ),
  { name: 'send-set-link', group, who, path: '/send-set-link' },
  { name: 'send-set-link-errors', group, who, path: '/send-set-link', act: submit },
  {
    name: 'send-set-link-sent',
    group,
    who,
    path: '/send-set-link',
    answers: { sendCreateAccountEmail: SENT },
    act: async (hand) => {
      await hand.type('main input', 'ann@example.com')
      await hand.pressAt(SUBMIT)
    },
  },
  { name: 'send-reset-link', group, who, path: '/send-reset-link' },
  {
    name: 'create-account',
    group,
    who,
    path: '/create-account/link-1',
    answers: { parseLinkResource: () => ({ data: aCreateLink(portfolioConsents(118)) }) },
  },
  {
    name: 'create-account-errors',
    group,
    who,
    path: '/create-account/link-1',
    answers: { parseLinkResource: () => ({ data: aCreateLink(portfolioConsents(118)) }) },
    act: submit,
  },
  {
    name: 'create-account-link-expired',
    group,
    who,
    path: '/create-account/link-1',
    answers: { parseLinkResource: { data: aDeadLink('expired') } },
  },
  {
    name: 'create-account-link-duplicate',
    group,
    who,
    path: '/create-account/link-1',
    answers: { parseLinkResource: { data: aDeadLink('duplicate') } },
  },
  {
    name: 'reset-password',
    group,
    who,
    path: '/reset-password/link-1',
    answers: { parseLinkResource: { data: aCreateLink([], { purpose: 'resetPassword' }) } },
    act: (hand) => hand.type('#password', 'Harbor'),
  },
  { name: 'change-password', group, path: '/change-password' },
  {
    name: 'change-password-new-address',
    group,
    path: '/change-password',
    answers: { getPersonalInfo: { data: aCustomer({ newAddressNeeded: true }) } },
  },
  {
    name: 'change-password-opt-outs',
    group,
    path: '/change-password',
    answers: {
      getPersonalInfo: { data: aCustomer({ optOuts: ['doNotCall', 'uncontactable', 'operation'] }) },
    },
  },
  {
    name: 'change-password-errors',
    group,
    path: '/change-password',
    act: submit,
  },
  {
    name: 'change-password-app',
    group,
    path: '/change-password',
    answers: {
      authenticator: {
        data: {
          authenticatorOn: false,
          secret: 'JBSWY3DPEHPK3PXP',
          otpauthUrl: 'otpauth://totp/Sample:ann?secret=JBSWY3DPEHPK3PXP&issuer=Sample',
          recoveryCodes: [],
        },
      },
    },
    act: async (hand) => {
      await hand.press(securityText('appSetUp'))
      await hand.type('#authenticatorPassword', 'Harbor-1.7-Lantern')
      await hand.press(securityText('continue'))
    },
  },
  {
    name: 'change-password-sessions-end',
    group,
    path: '/change-password',
    act: async (hand) => {
      await hand.pressAt('[aria-labelledby="sessions"] li:nth-child(2) button')
      await hand.see('#sessionPassword')
    },
  },
  {
    name: 'change-password-sessions-refused',
    group,
    path: '/change-password',
    answers: { getPersonalInfo: { data: aCustomer({ authenticatorOn: true }) }, endSession: wrongPassword() },
    act: async (hand) => {
      await hand.press(sessionsText('endOthers'))
      await hand.type('#sessionPassword', 'Harbor')
      await hand.pressAt('dialog button[type="submit"]')
      await hand.see('#sessionPassword-error')
    },
  },
  {
    name: 'change-password-sessions-here',
    group,
    path: '/change-password',
    answers: { listSession: { data: { sessions: someSessions().slice(0, 1) } } },
    act: (hand) => hand.see('[aria-labelledby="sessions"] li'),
  },
  {
    name: 'change-password-sessions-failed',
    group,
    path: '/change-password',
    cut: ['listSession'],
    act: (hand) => hand.see('[aria-labelledby="sessions"] button'),
  },
  {
    name: 'consent',
    group,
    path: '/consent',
    answers: { checkConsentStatus: () => ({ data: overview(false) }) },
  },
  {
    name: 'consent-errors',
    group,
    path: '/consent',
    answers: { checkConsentStatus: () => ({ data: overview(false) }) },
    act: submit,
  },
  {
    name: 'consent-outdated',
    group,
    path: '/welcome',
    answers: { checkConsentStatus: () => ({ data: overview(true) }) },
  },
]
