import { expect, test } from 'vitest'
import { clearTokens, isSignedIn, storeTokens } from '../api-client/session.ts'
import { DRAFT_PREFIX } from '../storage/stored-keys.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { render, settle } from '../testing/render.tsx'
import { signedInForEachTest } from '../testing/signed-in-page.ts'
import { SiteHeader } from './site-header.tsx'

signedInForEachTest()

const signOutButton = (page: HTMLElement) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Sign out')

test('the header of every page signs out who is signed in (ASVS 7.4.4)', async () => {
  const page = await render(<SiteHeader />)
  expect(signOutButton(page)).toBeDefined()
  await settle(clearTokens)
  expect(signOutButton(page)).toBeUndefined()
  await settle(() => storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' }))
  expect(signOutButton(page)).toBeDefined()
})

test.each([
  ['the server ends the session', { data: { done: true } }],
  ['the server cannot be reached', { status: 503, code: -95090003, message: 'm' }],
] as const)(
  'signing out leaves nothing of the session in the browser: %s (ASVS 14.3.1)',
  async (_, answer) => {
    localStorage.setItem(`${DRAFT_PREFIX}personal`, 'sealed')
    localStorage.setItem('dolphin.state.loan', 'sealed')
    const sent = answerCalls({ signOut: answer })
    const page = await render(<SiteHeader />)
    await settle(() => signOutButton(page)?.click())
    expect(sent.map(({ name }) => name)).toEqual(['signOut'])
    expect(isSignedIn()).toBe(false)
    expect(
      Object.keys(localStorage).filter((key) => /token|credential|channel|draft|state/.test(key)),
    ).toEqual([])
    expect(location.pathname).toBe('/sign-in')
  },
)
