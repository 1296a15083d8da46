import { expect, test } from 'vitest'
import { isSignedIn } from '../../api-client/session.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { accountText } from './account-messages.ts'
import AccountPage from './account-page.tsx'

signedInForEachTest()

test('everything about the account is one press away', async () => {
  const page = await render(<AccountPage />)
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    '/change-password#contacts',
    '/change-password',
    '/consent',
    '/my-data',
    '/coupon/overview',
    '/verify',
  ])
})

test('signing out ends the session and leads to the sign-in page', async () => {
  answerCalls({ signOut: { data: { done: true } } })
  const page = await render(<AccountPage />)
  const button = [...page.querySelectorAll('button')].find(
    ({ textContent }) => textContent === accountText('signOut'),
  )
  await settle(() => button?.click())
  expect(isSignedIn()).toBe(false)
  expect(location.pathname).toBe('/sign-in')
})
