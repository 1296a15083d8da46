import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, NO_ANSWER, refusal } from '../../testing/answer-calls.ts'
import { fieldOf, pageText, press, render, settle, type, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { SAMPLE_ITEM } from '../../testing/sample-work.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const RIGHTS = [
  { permission: 'loan.read', act: 'may', portfolios: null },
  { permission: 'message.answer', act: 'may', portfolios: null },
  { permission: 'workItem.own', act: 'may', portfolios: null },
] as const

const HEAD = {
  portfolioId: 118,
  openId: 'jordan-open-id',
  customerName: 'Jordan Avila',
  thread: '118-0000214',
  waiting: 1,
  since: '2026-03-17T08:12:00-04:00',
  workItemNo: null,
  takenBy: null,
}
const MESSAGE = {
  messageNo: 'm-2',
  from: 'customer' as const,
  text: 'Did my money order arrive?\nI mailed it on Friday.',
  loanNo: '118-0000214',
  sentAt: '2026-03-17T08:12:00-04:00',
  readAt: null,
}
const EARLIER = {
  ...MESSAGE,
  messageNo: 'm-1',
  from: 'lender' as const,
  text: 'Welcome',
  readAt: MESSAGE.sentAt,
}

function serve(answers: Parameters<typeof answerCalls>[0] = {}) {
  return answerCalls({
    readStaffSession: { data: sampleSession(RIGHTS) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    listConversation: {
      data: {
        conversations: [HEAD, { ...HEAD, openId: 'renata', customerName: 'Renata Solis', thread: 'account' }],
      },
    },
    showConversation: ({ path }) => ({
      data: {
        portfolioId: 118,
        customerName: 'Jordan Avila',
        messages: path.includes('before') ? [EARLIER] : [MESSAGE],
        before: path.includes('before') ? null : 'm-2',
      },
    }),
    ...answers,
  })
}

const open = (address = '/messages/jordan-open-id') => render(<DeskApp />, address)

test('who waits longest stands first; the thread is read oldest first, earlier ones when asked', async () => {
  serve()
  await open()
  expect(document.querySelector('tbody tr')?.textContent).toContain('Jordan Avila')
  expect(pageText()).toContain('waits for an answer')
  expect(pageText()).not.toContain('Welcome')
  await press('Earlier messages')
  expect([...document.querySelectorAll('ol li')].map((line) => line.textContent)[0]).toContain('Welcome')
})

test('an answer goes into the conversation of the question, and the next customer is shown', async () => {
  const sent = serve({ answerMessage: { data: { ...MESSAGE, messageNo: 'm-3', from: 'lender' } } })
  const shown = await open()
  await press('Send')
  expect(pageText()).toContain("Message can't be empty")
  await type('Answer', 'Yes, it arrived today.')
  await press('Send')
  expect(sent.find(({ name }) => name === 'answerMessage')?.body).toEqual({
    openId: 'jordan-open-id',
    text: 'Yes, it arrived today.',
    loanNo: '118-0000214',
  })
  expect(pageText()).toContain('Sent to Jordan Avila.')
  expect(shown.path()).toBe('/messages/renata')
})

test('what was written about no loan is answered in the account’s conversation', async () => {
  const sent = serve({ answerMessage: { data: { ...MESSAGE, loanNo: null } } })
  await open('/messages/renata')
  await type('Answer', 'Done.')
  await press('Send')
  expect(sent.find(({ name }) => name === 'answerMessage')?.body).toEqual({ openId: 'renata', text: 'Done.' })
})

test('an answer that did not leave stays in the field', async () => {
  serve({ answerMessage: NO_ANSWER })
  await open()
  await type('Answer', 'Yes.')
  await press('Send')
  expect(fieldOf('Answer').value).toBe('Yes.')
})

test('what needs no answer is closed after a question', async () => {
  const sent = serve({ settleMessage: { data: { settled: 1 } } })
  await open()
  await press('No answer needed')
  expect(sent.some(({ name }) => name === 'settleMessage')).toBe(false)
  await press('Close without an answer')
  expect(sent.find(({ name }) => name === 'settleMessage')?.body).toEqual({ openId: 'jordan-open-id' })
})

test('who may read and not answer gets no field', async () => {
  serve({ readStaffSession: { data: sampleSession([RIGHTS[0]]) } })
  await open()
  expect(pageText()).toContain('Did my money order arrive?')
  expect(pageText()).not.toContain('No answer needed')
})

test('the customer whom a colleague answers says so; the next one is handed out and opened', async () => {
  const owen = { employeeId: 'owen-brandt', name: 'Owen Brandt' }
  const held = { ...HEAD, workItemNo: 'W000000044', takenBy: owen }
  const free = { ...HEAD, openId: 'renata', customerName: 'Renata Solis', workItemNo: 'W000000045' }
  const sent = serve({
    listConversation: { data: { conversations: [held, free] } },
    takeWorkItem: refusal('workItemOver'),
    takeNextWorkItem: {
      data: { item: { ...SAMPLE_ITEM, kind: 'messageToAnswer', facts: { openId: 'renata' } } },
    },
  })
  const shown = await open()
  expect(pageText()).toContain('Owen Brandt works on it.')
  await press('Take over from Owen Brandt')
  expect(sent.find(({ name }) => name === 'takeWorkItem')?.body).toEqual({
    workItemNo: 'W000000044',
    takeOver: true,
  })
  await press('Take next')
  expect(sent.find(({ name }) => name === 'takeNextWorkItem')?.body).toEqual({ kind: 'messageToAnswer' })
  expect(shown.path()).toBe('/messages/renata')
  expect(pageText()).toContain('You answer this customer.')
})

test('the customer whom an employee answers stays theirs while the page reads its list anew', async () => {
  vi.useFakeTimers({
    now: new Date('2026-03-17T10:42:00-04:00'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  })
  const { employeeId, name } = sampleSession(RIGHTS)
  let waiting = 0
  const sent = serve({
    listConversation: () => {
      waiting += 1
      const head = { ...HEAD, waiting, workItemNo: 'W000000044', takenBy: { employeeId, name } }
      return { data: { conversations: [head] } }
    },
    takeWorkItem: { data: { ...SAMPLE_ITEM, kind: 'messageToAnswer' } },
  })
  await open()
  for (let looks = 0; looks < 11; looks += 1) {
    await act(async () => vi.advanceTimersByTime(30_000))
    await settle()
  }
  expect(waiting).toBeGreaterThan(5)
  expect(sent.filter((one) => one.name === 'takeWorkItem')).toHaveLength(1)
})
