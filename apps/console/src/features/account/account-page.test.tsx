import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignedIn } from '../../app/session.tsx'
import { askPasskey, makePasskey } from '../../passkey/passkey.ts'
import { answerCalls, bodyOf, refusal } from '../../testing/answer-calls.ts'
import { pageText, press, render, type, unmount } from '../../testing/render.tsx'
import { sampleSession } from '../../testing/sample-session.ts'
import { AccountPage } from './account-page.tsx'
import type { Account, Factor } from './proof.ts'

vi.mock('../../passkey/passkey.ts', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  askPasskey: vi.fn(),
  makePasskey: vi.fn(),
}))

const BLUE: Factor = {
  factorId: 'f1',
  kind: 'passkey',
  name: 'Blue key',
  synced: false,
  madeAt: '2026-01-02T10:00:00-05:00',
  lastUsedAt: '2026-03-17T09:00:00-04:00',
}
const SPARE: Factor = { ...BLUE, factorId: 'f2', name: 'Spare key', lastUsedAt: null }
const PASSWORD: Factor = { ...BLUE, factorId: 'f3', kind: 'password', name: 'Password', synced: null }

const ACCOUNT: Account = {
  factors: [BLUE],
  syncedConfirms: false,
  sessions: [
    {
      sessionId: 's1',
      kind: 'desk',
      label: null,
      openedAt: '2026-03-17T08:00:00-04:00',
      lastSeenAt: '2026-03-17T10:40:00-04:00',
      own: true,
    },
    {
      sessionId: 's2',
      kind: 'terminal',
      label: 'nora-laptop',
      openedAt: '2026-03-17T09:00:00-04:00',
      lastSeenAt: '2026-03-17T10:00:00-04:00',
      own: false,
    },
  ],
}
const ASKED = { data: { challengeId: 'c'.repeat(22), options: {} } }
const BEGUN = { data: { challengeId: 'd'.repeat(22), options: {} } }

const open = async (answers: Parameters<typeof answerCalls>[0] = {}) => {
  const sent = answerCalls({
    readStaffSession: { data: sampleSession() },
    readStaffAccount: { data: ACCOUNT },
    askStaffProof: ASKED,
    beginPasskey: BEGUN,
    ...answers,
  })
  await render(
    <SignedIn>
      <AccountPage />
    </SignedIn>,
    '/account',
  )
  return sent
}

beforeEach(() => {
  vi.mocked(askPasskey)
    .mockReset()
    .mockResolvedValue({ ok: true, answer: { id: 'k' } as never })
  vi.mocked(makePasskey)
    .mockReset()
    .mockResolvedValue({ ok: true, answer: { id: 'n' } as never })
})
afterEach(unmount)

test('each passkey says whether it is synced, and what a synced one does not confirm', async () => {
  const synced = { ...SPARE, name: 'Phone', synced: true }
  const answer = (syncedConfirms: boolean) => ({
    readStaffAccount: { data: { ...ACCOUNT, factors: [BLUE, synced], syncedConfirms } },
  })
  await open(answer(false))
  expect(pageText()).toMatch(/Blue key\s*on this device only, made/)
  expect(pageText()).toMatch(/Phone\s*synced, made/)
  expect(pageText()).toContain('confirms nothing that moves money')
  await unmount()
  await open(answer(true))
  expect(pageText()).not.toContain('confirms nothing that moves money')
})

test('a passkey is added after a proof by one that the employee has', async () => {
  const sent = await open({ addPasskey: { data: { ...ACCOUNT, factors: [BLUE, SPARE] } } })
  await press('Add a passkey')
  await type('Name of the passkey', 'Spare key')
  await press('Prove and add')
  expect(sent.find(({ name }) => name === 'beginPasskey')?.body).toEqual({
    proof: { kind: 'passkey', challengeId: 'c'.repeat(22), response: { id: 'k' } },
  })
  expect(sent.find(({ name }) => name === 'addPasskey')?.body).toEqual({
    challengeId: 'd'.repeat(22),
    name: 'Spare key',
    response: { id: 'n' },
  })
  expect(pageText()).toContain('Spare key is added.')
  expect(pageText()).toContain('not used yet')
})

const OFFERED = { data: { challengeId: 'e'.repeat(22), options: {} } }
const offerKnown = async (answers: Parameters<typeof answerCalls>[0]) => {
  vi.mocked(makePasskey).mockResolvedValue({ ok: false, trouble: 'alreadyMine' })
  const sent = await open({ reportOwnKnownKey: OFFERED, ...answers })
  await press('Add a passkey')
  await type('Name of the passkey', 'Spare key')
  await press('Prove and add')
  return sent
}

test('a key that is known at this desk signs whose it is, and the page says only what came of that', async () => {
  const sent = await offerKnown({ nameOwnKnownKey: { data: { linked: true } } })
  expect(bodyOf(sent, 'reportOwnKnownKey')).toEqual({ challengeId: 'd'.repeat(22) })
  expect(bodyOf(sent, 'nameOwnKnownKey')).toEqual({ challengeId: 'e'.repeat(22), response: { id: 'k' } })
  expect(bodyOf(sent, 'addPasskey')).toBeUndefined()
  expect(pageText()).toContain('The two accounts confirm nothing of each other until two administrators')
  await offerKnown({ nameOwnKnownKey: { data: { linked: false } } })
  expect(pageText()).toContain('This key holds a passkey of yours already.')
  await offerKnown({ nameOwnKnownKey: refusal('staffSignInRefused') })
  expect(pageText()).toContain('This key holds a passkey of this desk already, yours or a colleague’s.')
})

test('who has a password alone proves it by that', async () => {
  const sent = await open({
    readStaffAccount: { data: { ...ACCOUNT, factors: [PASSWORD] } },
    beginPasskey: refusal('staffSignInRefused'),
  })
  await press('Add a passkey')
  await type('Name of the passkey', 'First key')
  await press('Prove and add')
  expect(pageText()).toContain('Enter your password, and the six digits')
  await type('Password', 'four words in a row')
  await type('Code of the authenticator app', '123456')
  await press('Prove and add')
  expect(sent.at(-1)?.body).toEqual({
    proof: { kind: 'password', password: 'four words in a row', code: '123456' },
  })
  expect(pageText()).toContain('This sign-in did not work.')
})

test('the last way to sign in is not removed', async () => {
  const answer = refusal('lastFactor')
  await open({ removePasskey: answer })
  await press('Remove')
  await press('Prove and remove')
  expect(pageText()).toContain(answer.data.message)
})

test('an account of single sign-on is removed like a passkey', async () => {
  const bound: Factor = { ...BLUE, factorId: 'f4', kind: 'openId', name: 'Lender ID', synced: null }
  const sent = await open({
    readStaffAccount: { data: { ...ACCOUNT, factors: [PASSWORD, bound] } },
    removePasskey: { data: { ...ACCOUNT, factors: [PASSWORD] } },
  })
  expect(pageText()).toContain('Single sign-on: Lender ID')
  await press('Remove')
  await type('Password', 'four words in a row')
  await type('Code of the authenticator app', '123456')
  await press('Prove and remove')
  expect(pageText()).toContain('Lender ID is removed.')
  expect(sent.find(({ name }) => name === 'removePasskey')?.body).toMatchObject({ factorId: 'f4' })
})

test('a proof that the device does not give changes nothing', async () => {
  vi.mocked(askPasskey).mockResolvedValue({ ok: false, trouble: 'timedOut' })
  const sent = await open()
  await press('Remove')
  await press('Prove and remove')
  expect(pageText()).toContain('did not answer in time')
  expect(sent.some(({ name }) => name === 'removePasskey')).toBe(false)
})

test('a terminal is ended, and the list is read again', async () => {
  const sent = await open({ endStaffSession: { data: { ended: 1 } } })
  expect(pageText()).toContain('Terminal nora-laptop')
  expect(pageText()).toContain('this one')
  await press('End')
  expect(sent.find(({ name }) => name === 'endStaffSession')?.body).toEqual({ sessionId: 's2' })
  expect(pageText()).toContain('One session is ended.')
  expect(sent.filter(({ name }) => name === 'readStaffAccount')).toHaveLength(2)
})
