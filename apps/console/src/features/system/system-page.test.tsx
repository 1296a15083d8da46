import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskApp } from '../../app/desk-app.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, settle, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-17T10:42:00-04:00'), toFake: ['Date'] })
})
afterEach(async () => {
  await unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.querySelector('meta[name="desk"]')?.remove()
})

const ADMINISTRATOR = [{ permission: 'system.jobs', act: 'may', portfolios: null } as const]
const JOB = {
  jobId: '7b1d1a4e-6a55-4a4d-9c1e-0d8f5a1b2c3d',
  job: 'return-rate-watch',
  key: 'timetable',
  ageSeconds: 420,
}
const NODE = {
  host: 'one.lender.example',
  pid: 41,
  build: 'a1b2c3d4e5f6',
  upSeconds: 7_200,
  seenSeconds: 12,
  isLive: true,
  isThis: true,
}
const QUIET = {
  givenUp: [],
  queues: [],
  outbox: { waiting: 0, oldestAt: null, failed: 0 },
  circuits: [],
  nodes: [NODE],
}
const BUSY = {
  givenUp: [JOB],
  queues: [{ job: 'return-rate-watch', due: 2, active: 0, failed: 1, oldestSeconds: 900 }],
  outbox: { waiting: 3, oldestAt: '2026-03-17T10:31:00-04:00', failed: 1 },
  circuits: [
    { provider: 'plaid', isClosed: true },
    { provider: 'mx', isClosed: false },
  ],
  nodes: [NODE, { ...NODE, host: 'two.lender.example', build: 'ffeeddccbbaa', isThis: false, isLive: false }],
}
const CLOCK = {
  now: '2026-03-17T10:42:00-04:00',
  aheadSeconds: 0,
  movable: true,
  timeZone: 'America/New_York',
  today: '2026-03-17',
  isBankingDay: true,
  nextBankingDay: '2026-03-18',
} as const

const serve = (answers: Parameters<typeof answerCalls>[0] = {}, rights = ADMINISTRATOR) =>
  answerCalls({
    readStaffSession: { data: sampleSession(rights) },
    listApproval: { data: { approvals: [], waiting: 0, after: null } },
    showSystem: { data: BUSY },
    readClock: { data: CLOCK },
    ...answers,
  })

async function open() {
  await import('./system-page.tsx')
  return render(<DeskApp />, '/system')
}

describe('the servers', () => {
  test('say what was given up, what waits, who is not asked, and which builds run', async () => {
    serve()
    await open()
    for (const words of [
      'return-rate-watch',
      '7 min ago',
      '15 min',
      '11 min ago',
      'Plaid, bank links',
      'Not asked now: it failed',
      'one.lender.example / 41, this one',
      'a1b2c3d4e5f6',
      'Went quiet: look at its machine',
    ])
      expect(pageText(), words).toContain(words)
  })

  test('say so where nothing is to be done', async () => {
    serve({ showSystem: { data: QUIET } })
    await open()
    for (const words of [
      'No job was given up.',
      'Nothing waits, and nothing runs.',
      'No outside provider of bank links and no single sign-on is set up.',
      'The servers that run have the same build.',
    ])
      expect(pageText(), words).toContain(words)
  })

  test('two builds that run beside one another are named', async () => {
    serve({
      showSystem: { data: { ...QUIET, nodes: [NODE, { ...NODE, pid: 42, build: 'b', isThis: false }] } },
    })
    await open()
    expect(pageText()).toContain('2 builds run beside one another')
  })

  test('what cannot be read says why', async () => {
    serve({ showSystem: refusal('overloaded') })
    await open()
    expect(pageText()).toContain('This could not be read')
  })
})

describe('a job that was given up', () => {
  test('is tried again after a question, and the page says so', async () => {
    const sent = serve({ retryJob: { data: { job: JOB.job, key: JOB.key } } })
    await open()
    await press('Try again')
    expect(sent.some(({ name }) => name === 'retryJob')).toBe(false)
    expect(pageText()).toContain('Try return-rate-watch again?')
    const dialog = document.querySelector('dialog')
    const button = [...(dialog?.querySelectorAll('button') ?? [])].find((one) => one.type === 'submit')
    await act(async () => button?.click())
    await settle()
    expect(sent.find(({ name }) => name === 'retryJob')?.body).toEqual({ jobId: JOB.jobId })
    expect(pageText()).toContain('return-rate-watch is tried again.')
    expect(sent.filter(({ name }) => name === 'showSystem').length).toBe(2)
  })

  test('that is not given up any more says so in the dialog', async () => {
    serve({ retryJob: refusal('notFound') })
    await open()
    await press('Try again')
    const button = document.querySelector<HTMLButtonElement>('dialog button[type="submit"]')
    await act(async () => button?.click())
    await settle()
    expect(document.querySelector('dialog')?.textContent).toContain('Try return-rate-watch again?')
    expect(pageText()).not.toContain('is tried again.')
  })
})

describe('the clock', () => {
  test('of a demonstration is moved after a question', async () => {
    const sent = serve({
      moveClock: {
        data: {
          ...CLOCK,
          now: '2026-03-18T09:00:00-04:00',
          target: '2026-03-18T09:00:00-04:00',
          reached: true,
        },
      },
    })
    await open()
    await press('To the next banking day, 9 AM')
    expect(pageText()).toContain('Move the clock?')
    const button = document.querySelector<HTMLButtonElement>('dialog button[type="submit"]')
    await act(async () => button?.click())
    await settle()
    expect(sent.find(({ name }) => name === 'moveClock')?.body).toEqual({ to: 'nextBankingDay' })
    expect(pageText()).toContain('The clock stands at Mar 18, 2026, 9:00 AM ET.')
  })

  test('is not there in production', async () => {
    const meta = document.createElement('meta')
    meta.name = 'desk'
    meta.dataset['mode'] = 'production'
    document.head.append(meta)
    const sent = serve()
    await open()
    expect(pageText()).not.toContain('Clock of the demonstration')
    expect(sent.some(({ name }) => name === 'readClock')).toBe(false)
  })
})

describe('g and a letter', () => {
  const key = async (name: string) => {
    await act(async () => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      )
    })
    await settle()
  }

  test('goes to the page of that letter, and to none that the employee has no right to', async () => {
    serve()
    const { path } = await render(<DeskApp />, '/account')
    await key('g')
    await key('o')
    expect(path()).toBe('/account')
    await key('s')
    expect(path()).toBe('/account')
    await key('g')
    await key('s')
    expect(path()).toBe('/system')
  })

  test('does nothing where single letters are switched off (WCAG 2.1.4)', async () => {
    localStorage.setItem('desk.keys', 'off')
    serve()
    const { path } = await render(<DeskApp />, '/account')
    await key('g')
    await key('s')
    expect(path()).toBe('/account')
    localStorage.removeItem('desk.keys')
  })
})
