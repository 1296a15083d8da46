import { startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount } from '../../testing/render.tsx'
import { EnrollPage } from './enroll-page.tsx'

vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  browserSupportsWebAuthn: () => true,
  startRegistration: vi.fn(),
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

test('a passkey that is enrolled already is refused by the browser, and by the server', async () => {
  const answer = refusal('enrollmentRefused')
  answerCalls({ beginEnrollment: BEGUN, completeEnrollment: answer })
  const cause = new DOMException('mine', 'InvalidStateError')
  vi.mocked(startRegistration).mockRejectedValueOnce(
    new WebAuthnError({ message: 'mine', code: 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', cause }),
  )
  await render(<EnrollPage />, '/enroll')
  await enterCode()
  await type('Name of the passkey', 'Blue key')
  await press('Make the passkey')
  expect(pageText()).toContain('This device holds a passkey of yours already')
  await press('Make the passkey')
  expect(pageText()).toContain(answer.data.message)
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
