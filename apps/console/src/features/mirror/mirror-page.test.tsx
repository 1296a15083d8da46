import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, settle, type, unmount } from '../../testing/render.tsx'
import { SAMPLE_FILE } from '../../testing/sample-file.ts'
import { sampleSession } from '../../testing/sample-session.ts'

const NOW = new Date('2026-03-17T10:42:00-04:00')
const MIRROR = {
  mirrorNo: 'M1',
  openId: 'jordan-avila',
  portfolioId: 118,
  portfolioName: 'Tidewater Installment',
  firstName: 'Jordan',
  reason: 'Message about a money order',
  openedAt: '2026-03-17T10:41:21-04:00',
  until: '2026-03-17T10:56:21-04:00',
  open: true,
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  // The page is a file of its own, which is there before it is asked for.
  await import('./mirror-page.tsx')
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const may = (permission: 'mirror.view' | 'customer.find' | 'loan.read') =>
  ({ permission, act: 'may', portfolios: null }) as const
const RIGHTS = [may('customer.find'), may('loan.read'), may('mirror.view')]

const serve = (answers: Parameters<typeof answerCalls>[0] = {}, rights = RIGHTS) =>
  answerCalls({
    readStaffSession: { data: sampleSession(rights) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showCustomer: { data: SAMPLE_FILE },
    customerHistory: { data: { lines: [], after: null } },
    showMirror: { data: MIRROR },
    endMirror: { data: { ...MIRROR, open: false } },
    ...answers,
  })

const frame = () => document.querySelector('iframe')

test('a view says whose pages stand in it, why, that nothing is written, and how long it lasts', async () => {
  serve()
  await render(<DeskApp />, '/mirror/M1')
  expect(pageText()).toContain('You see what Jordan sees')
  expect(pageText()).toContain('Read only: nothing is saved, sent or marked as read')
  expect(pageText()).toContain('Reason: “Message about a money order”')
  expect(document.querySelector('[role="timer"]')?.textContent).toBe('14:21 left')
  expect(frame()?.getAttribute('src')).toBe('/mirror/M1/118/home')
  expect(frame()?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  expect(frame()?.title).toBe('Pages of Jordan')
})

test('its end takes the pages away', async () => {
  const sent = serve()
  await render(<DeskApp />, '/mirror/M1')
  await press('End view')
  expect(sent.find(({ name }) => name === 'endMirror')?.body).toEqual({ mirrorNo: 'M1' })
  expect(frame()).toBeNull()
  expect(pageText()).toContain('This view is over')
  expect(document.querySelector('a[href="/customers/jordan-avila"]')).not.toBeNull()
})

test('so does its time, without a word from the server', async () => {
  serve()
  await render(<DeskApp />, '/mirror/M1')
  vi.setSystemTime(new Date(MIRROR.until))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 1_100)))
  await settle()
  expect(frame()).toBeNull()
  expect(pageText()).toContain('This view is over')
})

test('an end that is refused says so, and the pages stay', async () => {
  serve({ endMirror: refusal('overloaded') })
  await render(<DeskApp />, '/mirror/M1')
  await press('End view')
  expect(document.querySelector('[role="alert"]')?.textContent).not.toBe('')
  expect(frame()).not.toBeNull()
})

test('a view of a colleague is not there', async () => {
  serve({ showMirror: refusal('notFound') })
  await render(<DeskApp />, '/mirror/M1')
  expect(frame()).toBeNull()
  expect(pageText()).toContain('This could not be read')
})

test('the customer’s file opens it in a tab of its own, with a reason', async () => {
  const sent = serve({ openMirror: { data: MIRROR } })
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal(
    'open',
    vi.fn(() => tab),
  )
  await render(<DeskApp />, '/customers/jordan-avila')
  await press('See what the customer sees')
  await press('Open the view')
  expect(pageText()).toContain('Say why')
  expect(tab.location.href).toBe('')
  await type('Why you look', 'Message about a money order')
  await press('Open the view')
  expect(sent.find(({ name }) => name === 'openMirror')?.body).toEqual({
    openId: SAMPLE_FILE.openId,
    reason: 'Message about a money order',
  })
  expect(tab.location.href).toBe('/mirror/M1')
})

test('where the browser opens no tab, the view is a link', async () => {
  serve({ openMirror: { data: MIRROR } })
  vi.stubGlobal(
    'open',
    vi.fn(() => null),
  )
  await render(<DeskApp />, '/customers/jordan-avila')
  await press('See what the customer sees')
  await type('Why you look', 'Message about a money order')
  await press('Open the view')
  expect(document.querySelector('a[href="/mirror/M1"]')).not.toBeNull()
})

test('a refusal closes the tab and stays in the dialog; without the right there is no button', async () => {
  serve({ openMirror: refusal('notPermitted') })
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal(
    'open',
    vi.fn(() => tab),
  )
  await render(<DeskApp />, '/customers/jordan-avila')
  await press('See what the customer sees')
  await type('Why you look', 'Message about a money order')
  await press('Open the view')
  expect(tab.close).toHaveBeenCalled()
  serve({}, [may('customer.find'), may('loan.read')])
  await render(<DeskApp />, '/customers/jordan-avila')
  expect(pageText()).not.toContain('See what the customer sees')
})
