import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearTokens, storeTokens } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { noMessages, someMessages } from '../../testing/sample-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { ROUTES } from '../routes.ts'
import { SiteHeader } from '../site-header.tsx'
import { SiteMenu } from './site-menu.tsx'

signedInForEachTest()
beforeEach(() => {
  history.replaceState(null, '', '/home')
  answerCalls({ listMessage: { data: noMessages() } })
})

/** The menu takes its place in the header that is there before it. */
async function open() {
  const page = await render(<SiteHeader />)
  const later = document.createElement('div')
  document.body.append(later)
  await settle(() => createRoot(later).render(<SiteMenu />))
  return page
}

const at = async (path: string) => {
  history.replaceState(null, '', path)
  return await open()
}
const inMenu = (page: HTMLElement) => page.querySelector('[data-bar] a[href="/messages"]')?.textContent
const links = (page: HTMLElement) =>
  [...page.querySelectorAll('[data-bar] a')].map((link) => link.textContent)
const current = (page: HTMLElement) => page.querySelector('[aria-current=page]')?.textContent

describe('the menu of a signed-in customer (borrower-journey.md "After signing")', () => {
  test('five places, in the same order and words', async () => {
    expect(links(await at('/home'))).toEqual(['Home', 'Loan', 'Documents', 'Messages', 'Account'])
  })

  test.each([
    ['/home', 'Home'],
    ['/repayment/loan-details', 'Loan'],
    ['/disbursement/signature', 'Loan'],
    ['/coupon/schedule', 'Loan'],
    ['/documents', 'Documents'],
    ['/messages', 'Messages'],
    ['/account', 'Account'],
    ['/change-password', 'Account'],
    ['/consent', 'Account'],
    ['/coupon/overview', 'Account'],
    ['/notification/103', undefined],
  ])('%s belongs to %s', async (path, place) => {
    expect(current(await at(path))).toBe(place)
  })

  test('each of its places is a page', async () => {
    const page = await at('/home')
    const routes = ROUTES.map(({ path }) => path)
    for (const link of page.querySelectorAll('[data-bar] a'))
      expect(routes).toContain(link.getAttribute('href'))
  })

  test.each(['/application/link-1', '/signature/link-1', '/guidance', '/loan-agreement', '/welcome'])(
    'on the way to an agreement it is behind a button, because the step has the bar: %s',
    async (path) => {
      const page = await at(path)
      expect(page.querySelector('summary')?.getAttribute('aria-label')).toBe('Menu')
      expect(page.querySelector('details')?.open).toBe(false)
      expect(page.querySelectorAll('details a')).toHaveLength(5)
    },
  )

  test('a guest, and a session of one application, have none', async () => {
    const page = await open()
    const places = () => links(page).filter((label) => label === 'Documents')
    expect(places()).toHaveLength(1)
    await settle(clearTokens)
    expect(places()).toEqual([])
    await settle(() => storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' }, 'application'))
    expect(places()).toEqual([])
  })
})

/** The messages of the sample, of which so many were not opened. */
function unread(count: number) {
  const { threads, ...rest } = someMessages()
  return { ...rest, threads: threads.map((head, index) => ({ ...head, unread: index === 0 ? count : 0 })) }
}

describe('the count of unread messages', () => {
  test('stands beside Messages and is said in words', async () => {
    answerCalls({ listMessage: { data: unread(2) } })
    const page = await at('/home')
    await until(() => inMenu(page) !== 'Messages')
    expect(inMenu(page)).toBe('Messages2, 2 unread')
    expect(page.querySelector('[data-bar] [aria-hidden=true]:not(svg)')?.textContent).toBe('2')
  })

  test('more than two digits are cut for the eye alone', async () => {
    answerCalls({ listMessage: { data: unread(120) } })
    const page = await at('/home')
    await until(() => inMenu(page) !== 'Messages')
    expect(inMenu(page)).toBe('Messages99+, 120 unread')
  })

  test('goes when the last one was opened', async () => {
    let count = 1
    answerCalls({ listMessage: () => ({ data: unread(count) }) })
    const page = await at('/home')
    await until(() => inMenu(page) !== 'Messages')
    count = 0
    await settle(() => void queryClient.invalidateQueries({ queryKey: ['listMessage'] }))
    await until(() => inMenu(page) === 'Messages')
    expect(inMenu(page)).toBe('Messages')
  })

  test('there is none where the session has ended, and the page stays', async () => {
    const ended = { status: 401, code: -82030002, message: 'Sign in again.' }
    const sent = answerCalls({ listMessage: ended })
    const page = await at('/reset-password/link-1')
    await until(() => sent.length > 0)
    await settle(() => {})
    expect(inMenu(page)).toBe('Messages')
    expect(location.pathname).toBe('/reset-password/link-1')
  })
})
