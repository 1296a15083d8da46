import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount } from '../../testing/render.tsx'
import { EnrollPage } from './enroll-page.tsx'

vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  browserSupportsWebAuthn: () => true,
  startRegistration: vi.fn(),
  startAuthentication: vi.fn(),
}))

const LINK = 'L'.repeat(43)
const BEGUN = {
  data: {
    challengeId: 'c'.repeat(22),
    employeeId: 'grace-holm',
    name: 'Grace Holm',
    options: {},
    authenticator: { secret: 'ABCDEFGHIJKLMNOP', otpauthUrl: 'otpauth://totp/desk?secret=ABCDEFGHIJKLMNOP' },
    expiresAt: '2026-03-17T11:12:00-04:00',
  },
} as const
const ENROLLED = { data: { employeeId: 'grace-holm', enrolled: true } } as const

const enterCode = async (code = '7F2KQ-0M9XT') => {
  await type('Code of the invitation', code)
  await press('Continue')
}

beforeEach(() => {
  location.hash = `#${LINK}`
  vi.mocked(startRegistration)
    .mockReset()
    .mockResolvedValue({ id: 'k' } as never)
})
afterEach(unmount)

test('a link and a code let an employee make a passkey, and lead to sign-in', async () => {
  const sent = answerCalls({ beginEnrollment: BEGUN, completeEnrollment: ENROLLED })
  const shown = await render(<EnrollPage />, '/enroll')
  await enterCode()
  expect(pageText()).toContain('Welcome, Grace Holm')
  expect(pageText()).toContain('Finish by 11:12 AM ET.')
  await type('Name of the passkey', 'Blue key')
  await press('Make the passkey')
  expect(sent.at(-1)?.body).toEqual({
    link: LINK,
    code: '7F2KQ-0M9XT',
    challengeId: 'c'.repeat(22),
    factor: { kind: 'passkey', name: 'Blue key', response: { id: 'k' } },
  })
  expect(shown.path()).toBe('/sign-in?reason=enrolled')
})

test('an address that lost its link says so', async () => {
  location.hash = ''
  await render(<EnrollPage />, '/enroll')
  expect(pageText()).toContain('This address lacks its link')
})

test('a wrong code, a used and an old invitation read the same', async () => {
  answerCalls({ beginEnrollment: refusal('linkNoLongerValid') })
  await render(<EnrollPage />, '/enroll')
  await enterCode('WRONG-WRONG')
  expect(pageText()).toContain(
    'This link and this code do not go together, or the invitation is used or over.',
  )
})

/** The browser makes no passkey: the key holds one of those that were named. */
const refuseKey = () => {
  const cause = new DOMException('mine', 'InvalidStateError')
  vi.mocked(startRegistration).mockRejectedValueOnce(
    new WebAuthnError({ message: 'mine', code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', cause }),
  )
}

test('a passkey that is enrolled already is refused by the browser, and by the server', async () => {
  const answer = refusal('enrollmentRefused')
  const sent = answerCalls({ beginEnrollment: BEGUN, completeEnrollment: answer })
  refuseKey()
  await render(<EnrollPage />, '/enroll')
  await enterCode()
  await type('Name of the passkey', 'Blue key')
  await press('Make the passkey')
  // Nothing says whose it is: no more is said than that.
  expect(sent.at(-1)).toMatchObject({ name: 'reportKnownKey', body: { challengeId: 'c'.repeat(22) } })
  expect(pageText()).toContain('This key holds a passkey of this desk already, yours or a colleague’s.')
  expect(pageText()).not.toContain('confirm nothing of each other')
  await press('Make the passkey')
  expect(pageText()).toContain(answer.data.message)
})

test('a key that the browser refuses as known signs whose it is; only then both accounts are said to be linked', async () => {
  const known = { data: { challengeId: 'k'.repeat(22), options: {} } }
  const open = async (linked: boolean) => {
    const sent = answerCalls({
      beginEnrollment: BEGUN,
      reportKnownKey: known,
      nameKnownKey: { data: { linked } },
    })
    refuseKey()
    vi.mocked(startAuthentication).mockResolvedValueOnce({ id: 'whose' } as never)
    await render(<EnrollPage />, '/enroll')
    await enterCode()
    await type('Name of the passkey', 'Blue key')
    await press('Make the passkey')
    return sent
  }
  const sent = await open(true)
  expect(sent.at(-1)?.body).toEqual({
    link: LINK,
    code: '7F2KQ-0M9XT',
    challengeId: 'k'.repeat(22),
    response: { id: 'whose' },
  })
  expect(pageText()).toContain('The two accounts confirm nothing of each other until two administrators')
  await open(false)
  expect(pageText()).not.toContain('confirm nothing of each other')
})

test('a password goes with an app; a refused one says what is wrong with it', async () => {
  const errors = [{ elementKey: 'password', message: 'Choose at least 12 characters.' }]
  answerCalls({ beginEnrollment: BEGUN, completeEnrollment: refusal('passwordRefused', { errors }) })
  await render(<EnrollPage />, '/enroll')
  await enterCode()
  await press('Use a password and an authenticator app instead')
  expect(document.querySelector('svg[role="img"]')).not.toBeNull()
  expect(pageText()).toContain('ABCD EFGH IJKL MNOP')
  await type('New password', 'short')
  await type('Code of the authenticator app', '123456')
  await press('Finish')
  expect(pageText()).toContain('Choose at least 12 characters.')
})

test('a step that took too long begins again with the code', async () => {
  answerCalls({ beginEnrollment: BEGUN, completeEnrollment: refusal('linkNoLongerValid') })
  await render(<EnrollPage />, '/enroll')
  await enterCode()
  await press('Use a password and an authenticator app instead')
  await type('New password', 'four words in a row')
  await type('Code of the authenticator app', '123456')
  await press('Finish')
  expect(pageText()).toContain('This step took longer than five minutes')
  expect(pageText()).toContain('Code of the invitation')
})
