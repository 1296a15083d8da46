import type { Example } from './example.ts'
import { passkeyAnswer } from './passkey-answer.ts'

const invitationHalves = { link: 'l'.repeat(43), code: '7F2KQ-0M9XT' } as const
const challengeId = 'c'.repeat(22)
const touchNo = 't'.repeat(22)

type StaffDoorCall =
  | 'beginStaffSignIn'
  | 'staffSignIn'
  | 'staffPasswordSignIn'
  | 'beginSingleSignOn'
  | 'completeSingleSignOn'
  | 'staffSignOut'
  | 'readStaffSession'
  | 'endStaffSession'
  | 'beginEnrollment'
  | 'completeEnrollment'
  | 'beginTerminal'
  | 'reportKnownKey'
  | 'nameKnownKey'
  | 'reportOwnKnownKey'
  | 'nameOwnKnownKey'
  | 'beginLettingIn'
  | 'letTerminalIn'
  | 'askTouch'
  | 'readTouch'
  | 'beginTouch'
  | 'giveTouch'
  | 'liftLink'
  | 'claimTerminal'

/** One valid request for each call by which employees come in, let a terminal in, and touch for an act. */
export const STAFF_DOOR_EXAMPLES: { readonly [Name in StaffDoorCall]: Example<Name> } = {
  beginStaffSignIn: () => ({ body: {} }),
  staffSignIn: () => ({ body: { challengeId, response: passkeyAnswer } }),
  staffPasswordSignIn: () => ({
    body: { email: 'ada@lender.example', password: 'a long password', code: '123456' },
  }),
  beginSingleSignOn: () => ({ body: {} }),
  completeSingleSignOn: () => ({ body: { answer: '?code=c&state=s' } }),
  staffSignOut: () => ({ body: {} }),
  readStaffSession: () => ({}),
  endStaffSession: () => ({ body: { sessionId: 'another' } }),
  beginEnrollment: () => ({ body: invitationHalves }),
  completeEnrollment: () => ({
    body: {
      ...invitationHalves,
      challengeId,
      factor: { kind: 'password', password: 'a long password', code: '123456' },
    },
  }),
  beginTerminal: () => ({ body: { label: 'laptop' } }),
  reportKnownKey: () => ({ body: { ...invitationHalves, challengeId } }),
  nameKnownKey: () => ({
    body: { ...invitationHalves, challengeId, response: passkeyAnswer },
  }),
  reportOwnKnownKey: () => ({ body: { challengeId } }),
  nameOwnKnownKey: () => ({ body: { challengeId, response: passkeyAnswer } }),
  beginLettingIn: () => ({ body: { code: '7F2KQ-0M9XT' } }),
  letTerminalIn: () => ({
    body: { code: '7F2KQ-0M9XT', challengeId, response: passkeyAnswer },
  }),
  askTouch: ({ loanNo }) => ({ body: { call: 'approveLoan', request: { loanNo, note: 'income seen' } } }),
  readTouch: () => ({ params: { touchNo } }),
  beginTouch: () => ({ body: { touchNo } }),
  giveTouch: () => ({
    body: { touchNo, challengeId, response: passkeyAnswer },
  }),
  liftLink: () => ({ body: { linkNo: 'l'.repeat(22), note: 'two persons, seen' } }),
  claimTerminal: () => ({ body: { deviceCode: 'd'.repeat(43) } }),
}
