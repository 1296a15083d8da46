import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCalls, NO_ANSWER, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { SignInPage } from './sign-in-page.tsx'

const support = vi.hoisted(() => ({ webAuthn: true }))
vi.mock('@simplewebauthn/browser', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  browserSupportsWebAuthn: () => support.webAuthn,
  startAuthentication: vi.fn(),
}))

const ASKED = { data: { challengeId: 'c'.repeat(22), options: { timeout: 60_000 } } } as const
const NO_STAFF = { '/dev/staff': { data: { employees: [] } } } as const
const notAllowed = () => {
  const cause = new DOMException('closed', 'NotAllowedError')
  return new WebAuthnError({ message: 'closed', code: 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', cause })
}

beforeEach(() => {
  support.webAuthn = true
  vi.mocked(startAuthentication)
    .mockReset()
    .mockResolvedValue({ id: 'k' } as never)
})
afterEach(unmount)

describe('sign-in by a passkey', () => {
  test('leads back to where the employee was going', async () => {
    const sent = answerCalls({
      ...NO_STAFF,
      beginStaffSignIn: ASKED,
      staffSignIn: { data: sampleSession() },
    })
    const shown = await render(<SignInPage />, '/sign-in?next=%2Fpeople')
    await press('Sign in with a passkey')
    expect(shown.path()).toBe('/people')
    expect(sent.find(({ name }) => name === 'staffSignIn')?.body).toEqual({
      challengeId: 'c'.repeat(22),
      response: { id: 'k' },
    })
  })

  test('says where the browser knows no passkeys', async () => {
    support.webAuthn = false
    answerCalls({ ...NO_STAFF, beginStaffSignIn: ASKED })
    await render(<SignInPage />)
    await press('Sign in with a passkey')
    expect(pageText()).toContain('This browser cannot use passkeys')
  })

  test('tells a closed question from one without an answer in time', async () => {
    answerCalls({ ...NO_STAFF, beginStaffSignIn: ASKED })
    vi.mocked(startAuthentication).mockImplementation(() => Promise.reject(notAllowed()))
    await render(<SignInPage />)
    await press('Sign in with a passkey')
    expect(pageText()).toContain('the question was closed')
    answerCalls({ ...NO_STAFF, beginStaffSignIn: { data: { ...ASKED.data, options: { timeout: 0 } } } })
    await press('Sign in with a passkey')
    expect(pageText()).toContain('did not answer in time')
  })

  test('says that the page stands at another address than the desk', async () => {
    answerCalls({ ...NO_STAFF, beginStaffSignIn: ASKED })
    vi.mocked(startAuthentication).mockRejectedValue(new DOMException('no', 'SecurityError'))
    await render(<SignInPage />)
    await press('Sign in with a passkey')
    expect(pageText()).toContain('does not stand at the address of the desk')
  })

  test.each(['staffSignInRefused', 'passkeyBlocked', 'tooManyRequests'] as const)(
    'shows what the server says of %s',
    async (name) => {
      const answer = refusal(name)
      answerCalls({ ...NO_STAFF, beginStaffSignIn: ASKED, staffSignIn: answer })
      await render(<SignInPage />)
      await press('Sign in with a passkey')
      expect(document.querySelector('[role="alert"]')?.textContent).toBe(answer.data.message)
    },
  )

  test('says plainly that the server did not answer', async () => {
    answerCalls({ ...NO_STAFF, beginStaffSignIn: NO_ANSWER })
    await render(<SignInPage />)
    await press('Sign in with a passkey')
    expect(pageText()).toContain('The desk did not answer. Check your connection')
  })
})

describe('sign-in by password and code', () => {
  const open = async () => {
    await render(<SignInPage />)
    await press('Use password and authenticator code')
  }

  test('asks for what is missing and sends nothing before', async () => {
    const sent = answerCalls(NO_STAFF)
    await open()
    await press('Sign in')
    expect(pageText()).toContain('Enter your work email.')
    expect(pageText()).toContain('Enter the six digits that your app shows now.')
    expect(sent.map(({ name }) => name)).toEqual(['/dev/staff'])
  })

  test('a refusal leaves everything but the code, which counts once', async () => {
    const answer = refusal('authenticatorClockOff')
    answerCalls({ ...NO_STAFF, staffPasswordSignIn: answer })
    await open()
    await type('Work email', 'nora@desk.example')
    await type('Password', 'four words in a row')
    await type('Code of the authenticator app', '123 456')
    await press('Sign in')
    expect(pageText()).toContain(answer.data.message)
    const values = [...document.querySelectorAll('input')].map(({ value }) => value)
    expect(values).toEqual(['nora@desk.example', 'four words in a row', ''])
  })
})

describe('single sign-on', () => {
  const LOCATION = 'https://login.example.com/authorize?state=s'
  const BUTTON = 'Sign in with Lender ID'
  const setOn = () => {
    const meta = document.createElement('meta')
    meta.name = 'desk'
    meta.dataset['signOn'] = 'Lender ID'
    document.head.append(meta)
  }
  beforeEach(() => sessionStorage.clear())
  afterEach(() => document.head.replaceChildren())

  test('has a button only where the server has set it', async () => {
    answerCalls(NO_STAFF)
    await render(<SignInPage />)
    expect(pageText()).not.toContain('Sign in with Lender')
    setOn()
    await render(<SignInPage />)
    expect(pageText()).toContain(BUTTON)
    expect(pageText()).toContain('Signing out here does not sign you out of Lender ID')
  })

  test('leads to the provider, and its answer back to where the employee was going', async () => {
    setOn()
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const sent = answerCalls({
      ...NO_STAFF,
      beginSingleSignOn: { data: { location: LOCATION } },
      completeSingleSignOn: { data: sampleSession() },
    })
    await render(<SignInPage />, '/sign-in?next=%2Fpeople&reason=idle')
    await press(BUTTON)
    expect(leave).toHaveBeenCalledWith(LOCATION)
    const shown = await render(<SignInPage />, '/sign-in/single-sign-on?code=c&state=s')
    expect(shown.path()).toBe('/people')
    const completed = sent.filter(({ name }) => name === 'completeSingleSignOn')
    expect(completed.map(({ body }) => body)).toEqual([{ answer: 'code=c&state=s' }])
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    'singleSignOnAway',
    'singleSignOnOver',
    'singleSignOnDenied',
    'singleSignOnInvalid',
    'singleSignOnClockOff',
    'singleSignOnTooWeak',
    'staffSignInRefused',
  ] as const)('shows what the server says of %s, and keeps the answer out of the address', async (name) => {
    setOn()
    const answer = refusal(name)
    answerCalls({ ...NO_STAFF, completeSingleSignOn: answer })
    const shown = await render(<SignInPage />, '/sign-in/single-sign-on?error=access_denied&state=s')
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(answer.data.message)
    expect(shown.path()).toBe('/sign-in?next=%2F')
    expect(pageText()).toContain('Sign in with a passkey')
  })

  test('says that the provider is away before the reader leaves the page', async () => {
    setOn()
    const answer = refusal('singleSignOnAway')
    answerCalls({ ...NO_STAFF, beginSingleSignOn: answer })
    await render(<SignInPage />)
    await press(BUTTON)
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(answer.data.message)
  })
})

test.each([
  ['idle', 'You were signed out'],
  ['over', 'Your session is over'],
  ['enrolled', 'You are enrolled'],
])('says why the employee is here: %s', async (reason, text) => {
  answerCalls(NO_STAFF)
  await render(<SignInPage />, `/sign-in?reason=${reason}`)
  expect(pageText()).toContain(text)
})
