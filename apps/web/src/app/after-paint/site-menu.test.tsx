import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearTokens, storeTokens } from '../../api-client/session.ts'
import { render, settle } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { ROUTES } from '../routes.ts'
import { SiteHeader } from '../site-header.tsx'
import { SiteMenu } from './site-menu.tsx'

signedInForEachTest()
beforeEach(() => history.replaceState(null, '', '/home'))

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
