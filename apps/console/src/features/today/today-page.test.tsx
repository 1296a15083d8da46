import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, render, unmount } from '../../testing/render.tsx'
import { SAMPLE_HEADS } from '../../testing/sample-approvals.ts'
import { sampleSession } from '../../testing/sample-session.ts'
import { SAMPLE_ITEMS } from '../../testing/sample-work.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const rights = (portfolios: readonly number[] | null) =>
  (['workItem.own', 'loan.read', 'message.answer'] as const).map((permission) => ({
    permission,
    act: 'may' as const,
    portfolios,
  }))

function serve(answers: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    readStaffSession: { data: sampleSession(rights(null)) },
    listApproval: { data: { approvals: [...SAMPLE_HEADS], waiting: 2, after: null } },
    listWorkItem: { data: { items: SAMPLE_ITEMS.slice(0, 1), after: null } },
    countWorkItem: {
      data: {
        kinds: [
          { kind: 'unmatchedReturn', open: 2, overdue: 1, free: 1, firstDue: '2026-03-16' },
          { kind: 'failedRefund', open: 1, overdue: 0, free: 0, firstDue: '2026-03-19' },
        ],
      },
    },
    listConversation: {
      data: {
        conversations: [
          {
            portfolioId: 118,
            openId: 'jordan-open-id',
            customerName: 'Jordan Avila',
            thread: 'account',
            waiting: 1,
            since: '2026-03-17T08:12:00-04:00',
            workItemNo: null,
            takenBy: null,
          },
        ],
      },
    },
    ...answers,
  })
}

const open = (address = '/') => render(<DeskApp />, address)

test('the desk begins with today: my work, what needs a person by kind, approvals, messages', async () => {
  const sent = serve()
  const shown = await open()
  expect(shown.path()).toBe('/today')
  expect(sent.find(({ name }) => name === 'listWorkItem')?.path).toContain('takenBy=me')
  expect(pageText()).toContain('overdue since Mar 16, 2026')
  expect(pageText()).toContain('1 overdue')
  expect([...document.querySelectorAll('tbody tr')].map((row) => row.textContent)[0]).toContain('21Mar 16')
  expect(pageText()).toContain('Receipt, money order')
  expect(pageText()).not.toContain('Publish portfolio 110')
  expect(pageText()).toContain('One that you entered waits for a colleague.')
  expect(pageText()).toContain('the longest for 2 h')
})

test('who has a right in several portfolios sees one at a time', async () => {
  const sent = serve({ readStaffSession: { data: sampleSession(rights([110, 118])) } })
  await open()
  for (const name of ['listWorkItem', 'countWorkItem', 'listConversation'])
    expect(sent.find((one) => one.name === name)?.path).toContain('portfolioId=110')
  await open('/today?portfolio=118')
  expect(sent.findLast(({ name }) => name === 'countWorkItem')?.path).toContain('portfolioId=118')
})

test('a part that cannot be read says so, and the others stand', async () => {
  serve({ countWorkItem: refusal('overloaded') })
  await open()
  expect(pageText()).toContain(refusal('overloaded').data.message)
  expect(pageText()).toContain('Receipt, money order')
})

test('nothing to do is said in words', async () => {
  serve({
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    listWorkItem: { data: { items: [], after: null } },
    countWorkItem: { data: { kinds: [] } },
    listConversation: { data: { conversations: [] } },
  })
  await open()
  for (const words of [
    'You have taken nothing',
    'Nothing needs a person',
    'No approval waits',
    'No customer waits',
  ])
    expect(pageText()).toContain(words)
})

test('an administrator, who sees no customer data, sees approvals alone', async () => {
  const sent = serve({ readStaffSession: { data: sampleSession() } })
  await open()
  expect(pageText()).toContain('Approvals that wait for me')
  expect(sent.some(({ name }) => name === 'listConversation' || name === 'countWorkItem')).toBe(false)
})
