import { BEHAVIOR_SOURCES } from '@dolphin/domain/tracking/behavior'
import { expect, test } from 'vitest'
import { ERROR_PATHS, REDIRECTS, ROUTES } from './routes.ts'

/** product.md §2, every route of the table, also those written there without a leading slash. */
const WANTED = [
  '/404',
  '/403',
  '/500',
  '/application/:resource',
  '/returning/:resource',
  '/complete-information/:resource',
  '/pending-application/:resource',
  '/guidance',
  '/signature/:resource',
  '/welcome',
  '/consent',
  '/sign-in',
  '/send-set-link',
  '/create-account/:resource',
  '/send-reset-link',
  '/reset-password/:resource',
  '/coupon/verification/:identifier',
  '/coupon/overview',
  '/coupon/schedule',
  '/disbursement/loan-application',
  '/disbursement/loan-details',
  '/disbursement/signature',
  '/home',
  '/loan-agreement',
  '/repayment/loan-details',
  '/change-password',
  '/notification/:code',
]

const paths = ROUTES.map(({ path }) => path)

test.each(WANTED)('%s has a page (product.md §2)', (path) => {
  expect([...paths, ...ERROR_PATHS]).toContain(path)
})

test('/ leads to sign-in and /simulator to / (product.md §2)', () => {
  expect(REDIRECTS).toEqual({ '/': '/sign-in', '/simulator': '/' })
})

test.each([
  ['/disbursement/loan-application', 'Disbursement'],
  ['/home', 'Home'],
  ['/loan-agreement', 'Apply for New Loan'],
  ['/repayment/loan-details', 'Repayment'],
])('%s is titled %s (product.md §2)', (path, title) => {
  expect(ROUTES.find((route) => route.path === path)?.title()).toBe(title)
})

test('titles tell routes apart (ux.md)', () => {
  // The family under /web-guidance is one page
  const titles = ROUTES.filter(({ path }) => path !== '/web-guidance/*').map(({ title }) => title())
  expect(new Set(titles).size).toBe(titles.length)
})

test('every route has a source in the reports of use, and nothing else has (product.md §7)', () => {
  const reported: readonly string[] = Object.values(BEHAVIOR_SOURCES).flat()
  expect(reported.toSorted()).toEqual([...paths, ...ERROR_PATHS].toSorted())
})
