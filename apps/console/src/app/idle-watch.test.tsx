import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../testing/answer-calls.ts'
import { pageText, press, render, settle, unmount } from '../testing/render.tsx'
import { IdleWatch } from './idle-watch.tsx'

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
})

test('warns two minutes before the end, and goes on where the employee says so', async () => {
  const sent = answerCalls({ staffSignOut: { data: { signedOut: true } } })
  const shown = await render(<IdleWatch />, '/approvals')
  await pass(12 * MINUTE_MS)
  expect(pageText()).not.toContain('Are you still there?')
  await pass(2 * MINUTE_MS)
  expect(pageText()).toContain('you are signed out in 60 seconds')
  await press('Stay signed in')
  await pass(12 * MINUTE_MS)
  expect(sent).toEqual([])
  expect(shown.path()).toBe('/approvals')
})

test('ends the session on the server, too, and sign-in says why', async () => {
  const sent = answerCalls({ staffSignOut: { data: { signedOut: true } } })
  const shown = await render(<IdleWatch />, '/approvals')
  await pass(15 * MINUTE_MS)
  await settle()
  expect(sent.map(({ name }) => name)).toEqual(['staffSignOut'])
  expect(shown.path()).toContain('reason=idle')
})

test('who works is not idle, in whichever window; who reads the warning answers it', async () => {
  answerCalls({ staffSignOut: { data: { signedOut: true } } })
  await render(<IdleWatch />)
  await pass(10 * MINUTE_MS)
  dispatchEvent(new Event('pointerdown'))
  await pass(12 * MINUTE_MS)
  expect(pageText()).not.toContain('Are you still there?')
  await pass(2 * MINUTE_MS)
  dispatchEvent(new Event('pointerdown'))
  await pass(1_000)
  expect(pageText()).toContain('Are you still there?')
  localStorage.setItem('desk.last-act', String(Date.now()))
  await pass(1_000)
  expect(pageText()).not.toContain('Are you still there?')
})
