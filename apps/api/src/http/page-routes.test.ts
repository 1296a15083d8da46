import { existsSync } from 'node:fs'
import { BEHAVIOR_SOURCES } from '@dolphin/domain/tracking/behavior'
import { expect, test } from 'vitest'
import { pageAt, screenAt } from './page-routes.ts'

const FEATURES = new URL('../../../web/src/features/', import.meta.url)
/** Every route of the pages: apps/web holds its own table against the same list. */
const ROUTES: readonly string[] = Object.values(BEHAVIOR_SOURCES).flat()
const address = (route: string) => route.replace(/:\w+/, 'abc').replace('*', 'some/where')

test.each(ROUTES)(
  '%s is a page, and the page that it names is there to be built (product.md §2)',
  (route) => {
    const page = pageAt(address(route))
    expect(page).toBeDefined()
    if (page) expect(existsSync(new URL(`${page}-page.tsx`, FEATURES))).toBe(true)
  },
)

test('a slash at the end changes nothing, and paths that lead to sign-in bring its page', () => {
  expect(pageAt('/home/')).toBe('home/home')
  expect(pageAt('/')).toBe('identity/sign-in')
  expect(pageAt('/simulator')).toBe('identity/sign-in')
})

test('error pages stand in what every page brings along', () => {
  expect(pageAt('/404')).toBeNull()
})

test.each(['/nowhere', '/home/more', '/application', '/signature/a/b'])('%s is no page', (path) => {
  expect(pageAt(path)).toBeUndefined()
})

test.each(['IBV', 'summary', 'loanDetail', 'paymentSchedule', 'paymentFee'])(
  'the step "%s" of an application names the screen that shows it, which is there to be built',
  (section) => {
    const screen = screenAt(`/application/abc?section=${section}`)
    expect(existsSync(new URL(`${screen}.tsx`, FEATURES))).toBe(true)
  },
)

test('a step that the page itself shows, no step, and a page without steps name no screen', () => {
  expect(screenAt('/application/abc?section=personal')).toBeUndefined()
  expect(screenAt('/application/abc')).toBeUndefined()
  expect(screenAt('/home?section=loanDetail')).toBeUndefined()
  expect(screenAt('/application/abc?section=toString')).toBeUndefined()
})
