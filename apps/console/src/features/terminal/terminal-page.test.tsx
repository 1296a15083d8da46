import { afterEach, expect, test } from 'vitest'
import { SignedIn } from '../../app/session.tsx'
import { answerCalls, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { TerminalPage } from './terminal-page.tsx'

const open = async (answers: Parameters<typeof answerCalls>[0]) => {
  const sent = answerCalls({ readStaffSession: { data: sampleSession() }, ...answers })
  await render(
    <SignedIn>
      <TerminalPage />
    </SignedIn>,
    '/terminal',
  )
  return sent
}

const SHOWN = {
  beginLettingIn: {
    data: {
      label: 'nora-laptop',
      address: '192.0.2.7',
      askedAt: '2026-03-17T10:00:00-04:00',
      roles: ['collector, portfolio 118, any amount, from 03/01/2026'],
      challengeId: 'c'.repeat(22),
      options: {},
    },
  },
  '/dev/staff/passkey': { data: { response: { id: 'signed' } } },
} as const

const show = async () => {
  await type('Code of the terminal', ' 7f2kq-0m9xt ')
  await press('Show the terminal')
}
const enter = async () => {
  sessionStorage.setItem('desk.demonstration', sampleSession().employeeId)
  await show()
  await press('Touch and let it in')
}

afterEach(unmount)

test('says what the terminal gets before it is let in, and which one it was', async () => {
  const sent = await open({ ...SHOWN, letTerminalIn: { data: { label: 'nora-laptop' } } })
  await show()
  expect(pageText()).toContain('It then acts as Nora Castell, with these roles, for 12 hours at most.')
  expect(pageText()).toContain('It asks from the address 192.0.2.7')
  expect(pageText()).toContain('collector, portfolio 118')
  await press('Another code')
  await enter()
  expect(sent.at(-1)?.body).toEqual({
    code: '7f2kq-0m9xt',
    challengeId: 'c'.repeat(22),
    response: { id: 'signed' },
  })
  expect(pageText()).toContain('nora-laptop is in')
})

test('asks for the code', async () => {
  await open({})
  await press('Show the terminal')
  expect(pageText()).toContain('Enter the code that the terminal shows.')
})

test('a code that no terminal shows is named as such', async () => {
  await open({ beginLettingIn: refusal('notFound') })
  await show()
  expect(pageText()).toContain('No terminal waits with this code.')
})

test('too many tries say how long to wait', async () => {
  await open({ beginLettingIn: refusal('tooManyRequests', { retryAfterSeconds: 12 }) })
  await show()
  expect(pageText()).toContain('(in 12 seconds)')
})

test('a terminal that was let in by mistake is put out again, once it has taken up its access', async () => {
  const session = (sessionId: string, openedAt: string) =>
    ({
      sessionId,
      kind: 'terminal',
      label: 'nora-laptop',
      openedAt,
      lastSeenAt: openedAt,
      own: false,
    }) as const
  const sessions = [
    session('older', '2026-03-17T08:00:00-04:00'),
    session('newest', '2026-03-17T10:00:00-04:00'),
  ]
  const admitted = { ...SHOWN, letTerminalIn: { data: { label: 'nora-laptop' } } } as const
  const early = await open({
    ...admitted,
    readStaffAccount: { data: { factors: [], syncedConfirms: false, sessions: [] } },
    endStaffSession: { data: { ended: 1 } },
  })
  await enter()
  await press('End it')
  expect(early.at(-1)?.body).toEqual({ sessionId: null })
  expect(pageText()).toContain('The terminal is out')
  const sent = await open({
    ...admitted,
    readStaffAccount: { data: { factors: [], syncedConfirms: false, sessions } },
    endStaffSession: { data: { ended: 1 } },
  })
  await enter()
  await press('End it')
  expect(sent.at(-1)?.body).toEqual({ sessionId: 'newest' })
  expect(pageText()).toContain('The terminal is out')
})
