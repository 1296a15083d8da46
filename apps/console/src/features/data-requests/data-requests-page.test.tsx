import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { pageText, render, settle, unmount } from '../../testing/render.tsx'
import { SAMPLE_FILE } from '../../testing/sample-file.ts'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ROW = {
  requestNo: 'P000000012',
  kind: 'correction',
  portfolioId: 118,
  openId: 'jordan-avila',
  customerName: 'Jordan Avila',
  askedAt: '2026-01-30T10:00:00-05:00',
  answerBy: '2026-03-16',
  overdue: true,
  answeredAt: null,
  answeredBy: null,
  outcome: null,
} as const
const ANSWERED = {
  ...ROW,
  overdue: false,
  outcome: 'refused',
  answeredAt: '2026-03-10T10:00:00-04:00',
  answeredBy: 'employee:nora-castell',
  customerName: '',
} as const

function serve(act: 'enter' | 'confirm' = 'enter') {
  return answerCalls({
    readStaffSession: {
      data: sampleSession([
        { permission: 'loan.read', act: 'may', portfolios: null },
        { permission: 'person.correct', act, portfolios: null },
      ]),
    },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    searchDataRequest: ({ path }) => ({
      data: { requests: [path.includes('state=answered') ? ANSWERED : ROW], after: null },
    }),
    showCustomer: { data: SAMPLE_FILE },
    listDataRequest: {
      data: {
        requests: [
          {
            requestNo: ROW.requestNo,
            kind: 'correction',
            details: 'My name.',
            askedAt: ROW.askedAt,
            answerBy: ROW.answerBy,
            answeredAt: null,
            outcome: null,
            answer: null,
            kept: [],
          },
        ],
      },
    },
  })
}

async function open(address = '/data-requests') {
  // The page is a file of its own, which is there before it is asked for.
  await import('./data-requests-page.tsx')
  return await render(<DeskApp />, address)
}

const key = (name: string) =>
  act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

test('what waits says of whom, by when and that it is late; it opens the customer’s file at that request', async () => {
  serve()
  const shown = await open()
  const row = document.querySelector('tbody tr')
  expect(row?.textContent).toContain('A correction')
  expect(row?.textContent).toContain('Mar 16, 2026 overdue')
  const link = row?.querySelector('a')
  expect(link?.textContent).toBe('Jordan Avila')
  await key('j')
  expect(document.activeElement).toBe(document.querySelector('tbody a'))
  await act(async () => link?.click())
  await settle()
  expect(shown.path()).toBe('/customers/jordan-avila?tab=data&request=P000000012')
  expect(document.querySelector('tr[data-chosen] th')?.textContent).toBe('P000000012')
})

test('those answered say what became of them and by whom; a customer who is erased stands as the number', async () => {
  const sent = serve()
  await open('/data-requests?state=answered&kind=correction')
  const asked = sent.find(({ name }) => name === 'searchDataRequest')?.path
  expect(asked).toContain('kind=correction')
  expect(asked).toContain('state=answered')
  expect(document.querySelector('tbody')?.textContent).toMatch(/jordan-avila.*Refused.*Mar 10, 2026.*You/)
})

test('the page stands in the menu of those who answer requests', async () => {
  serve()
  await open('/today')
  expect(pageText()).toContain('Data requests')
  await unmount()
  serve('confirm')
  await open('/today')
  expect(pageText()).not.toContain('Data requests')
})
