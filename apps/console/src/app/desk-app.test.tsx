import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls, NO_ANSWER, refusal } from '../testing/answer-calls.ts'
import { pageText, press, render, settle, unmount } from '../testing/render.tsx'
import { sampleSession } from '../testing/sample-session.ts'
import { DeskApp } from './desk-app.tsx'

const NOTHING_WAITS = { listApproval: { data: { approvals: [], after: null, waiting: 0 } } } as const
const NO_STAFF = { '/dev/staff': { data: { employees: [] } } } as const

const menu = () => [...document.querySelectorAll('nav a')].map((link) => link.textContent)

afterEach(async () => {
  vi.restoreAllMocks()
  await unmount()
})

test('who is not signed in comes to sign-in, which speaks of no session that was over', async () => {
  answerCalls({ ...NO_STAFF, readStaffSession: refusal('noIdentity') })
  const shown = await render(<DeskApp />, '/people')
  expect(shown.path()).toMatch(/^\/sign-in/)
  expect(pageText()).toContain('Sign in to the desk')
  expect(pageText()).not.toContain('Your session is over')
})

test('the frame says who, with which roles and until when; the menu holds what the employee may see', async () => {
  answerCalls({ ...NOTHING_WAITS, readStaffSession: { data: sampleSession() } })
  const shown = await render(<DeskApp />, '/')
  expect(shown.path()).toBe('/today')
  expect(pageText()).toContain('Nora Castell')
  expect(pageText()).toContain('Team lead')
  expect(pageText()).toContain('Signed in until 10:05 PM ET')
  expect(menu()).not.toContain('People')
})

test('who invites or confirms finds people in the menu, and what waits is counted', async () => {
  const right = { permission: 'employee.invite', act: 'confirm', portfolios: null } as const
  answerCalls({
    readStaffSession: { data: sampleSession([right]) },
    listApproval: { data: { approvals: [], after: null, waiting: 3 } },
  })
  await render(<DeskApp />, '/nowhere')
  expect(menu()).toContain('People')
  expect(menu()).toContain('Approvals3')
  expect(pageText()).toContain('Nothing is here')
})

test('a session that ends on the way leads to sign-in, which says so', async () => {
  answerCalls({ ...NOTHING_WAITS, readStaffSession: { data: sampleSession() } })
  await render(<DeskApp />, '/terminal')
  answerCalls({ ...NO_STAFF, staffSignOut: refusal('tokenOutdated') })
  await press('Sign out')
  await settle()
  expect(pageText()).toContain('Sign in to the desk')
})

test('a sign-out without an answer says that the session is still open', async () => {
  answerCalls({ ...NOTHING_WAITS, readStaffSession: { data: sampleSession() }, staffSignOut: NO_ANSWER })
  const shown = await render(<DeskApp />, '/terminal')
  await press('Sign out')
  expect(pageText()).toContain('You are still signed in. The desk did not answer.')
  expect(shown.path()).toBe('/terminal')
})

test('a server that does not answer is asked again on request', async () => {
  answerCalls({ readStaffSession: NO_ANSWER })
  await render(<DeskApp />, '/terminal')
  expect(pageText()).toContain('The desk did not answer.')
  answerCalls({ ...NOTHING_WAITS, readStaffSession: { data: sampleSession() } })
  await press('Try again')
  expect(pageText()).toContain('Let a terminal in')
})
