import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ChannelClose, type ServerFrame } from '@dolphin/contract/channel'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setReactionTarget } from '../api-client/reactions.ts'
import { clearTokens, isSignedIn, storeTokens } from '../api-client/session.ts'
import { answerCalls } from '../testing/answer-calls.ts'
import { listenForTickets } from './channel.ts'

/** The browser's own socket as the reconnecting one sees it; the test plays the server. */
class ServerEnd extends EventTarget {
  static readonly all: ServerEnd[] = []
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly url: string
  readonly sent: string[] = []
  readyState = 0
  bufferedAmount = 0

  constructor(url: string) {
    super()
    this.url = url
    ServerEnd.all.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(code = 1000): void {
    if (this.readyState === ServerEnd.CLOSED) return
    this.readyState = ServerEnd.CLOSED
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '', wasClean: true }))
  }

  accept(): void {
    this.readyState = ServerEnd.OPEN
    this.dispatchEvent(new Event('open'))
  }

  say(frame: ServerFrame): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
}

const newest = () => {
  const socket = ServerEnd.all.at(-1)
  if (socket === undefined) throw new Error('no socket was opened')
  return socket
}

const ticket = (id: string): ServerFrame => ({
  ticket: Ticket.inProgress,
  id,
  data: {
    loanNo: '118-0000017',
    loanStatus: LoanStatus.approved,
    subStatus: null,
    reviewStatus: null,
    trackerStep: 3,
  },
})

const signIn = (channelId: string) =>
  storeTokens({ accessToken: `token of ${channelId}`, userCredential: 'credential', channelId })

/** Lets the lazily loaded socket arrive and its timers run. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** By then the page's content stands, and the channel is asked for. */
const arrive = () => pass(1_000)

let stop = () => {}
const listen = (listener: Parameters<typeof listenForTickets>[0] = () => {}) => {
  stop = listenForTickets(listener)
}

beforeEach(async () => {
  await import('partysocket/ws')
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', ServerEnd)
  document.body.innerHTML = '<main><h1>Home</h1></main>'
  ServerEnd.all.length = 0
  localStorage.clear()
  sessionStorage.clear()
  signIn('channel-1')
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const firstFrame = () => JSON.parse(newest().sent[0] ?? 'null') as unknown

test('the token goes in the first frame and never into the address (contract.md "Channel")', async () => {
  listen()
  await arrive()
  newest().accept()
  expect(newest().url).toMatch(/\/channel\/online\/channel-1$/)
  expect(newest().url).not.toContain('token')
  expect(firstFrame()).toEqual({
    kind: 'authenticate',
    accessToken: 'token of channel-1',
    userCredential: 'credential',
    lastTicketId: null,
  })
})

test('a heartbeat goes out every 30 s (product.md §7)', async () => {
  listen()
  await arrive()
  newest().accept()
  const beats = () => newest().sent.filter((text) => text.includes('heartbeat')).length
  for (const expected of [1, 2, 3]) {
    await pass(30_000)
    newest().say({ kind: 'heartbeat' })
    expect(beats()).toBe(expected)
  }
  expect(ServerEnd.all).toHaveLength(1)
})

test('silent for more than 60 s is dead: the page reconnects and catches up from the last ticket (product.md §7)', async () => {
  const heard: string[] = []
  listen(({ id }) => heard.push(id))
  await arrive()
  newest().accept()
  newest().say(ticket('7'))
  await pass(59_000)
  expect(ServerEnd.all).toHaveLength(1)
  await pass(5_000)
  expect(ServerEnd.all).toHaveLength(2)
  newest().accept()
  expect(firstFrame()).toMatchObject({ lastTicketId: '7' })
  newest().say(ticket('8'))
  expect(heard).toEqual(['7', '8'])
})

test('a line that drops comes back after growing pauses that no two pages share (design/security.md F10)', async () => {
  listen()
  await arrive()
  const pauses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const before = ServerEnd.all.length
    newest().close(1006)
    let waited = 0
    while (ServerEnd.all.length === before && waited < 60_000) {
      await pass(100)
      waited += 100
    }
    pauses.push(waited)
  }
  expect(pauses[0]).toBeGreaterThanOrEqual(500)
  expect(pauses[0]).toBeLessThanOrEqual(3_200)
  for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(pauses[index] ?? 0)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(30_100)
})

test.each([ChannelClose.notAuthenticated, ChannelClose.badFrame])(
  'closed with %i the page goes on without the channel, by polling (pages are right without it)',
  async (code) => {
    listen()
    await arrive()
    newest().accept()
    newest().close(code)
    await pass(120_000)
    expect(ServerEnd.all).toHaveLength(1)
  },
)

const OUTDATED = { status: 401, code: RESPONSE_CODES.tokenOutdated.code, message: 'Sign in again.' }

test('a session that was ended elsewhere leaves the page for sign-in at once (ASVS 7.5.2)', async () => {
  const sent = answerCalls({ getPersonalInfo: OUTDATED })
  const navigate = vi.fn()
  setReactionTarget({ navigate, rememberReturn: () => {} })
  listen()
  await arrive()
  newest().accept()
  newest().close(ChannelClose.sessionEnded)
  await pass(1_500)
  expect(sent.map(({ name }) => name)).toEqual(['getPersonalInfo'])
  expect(navigate).toHaveBeenCalledWith('/sign-in', { replace: true })
  expect(isSignedIn()).toBe(false)
})

test('who signs out here is not asked for again when the channel closes', async () => {
  const sent = answerCalls({ getPersonalInfo: OUTDATED })
  listen()
  await arrive()
  newest().accept()
  newest().close(ChannelClose.sessionEnded)
  clearTokens()
  await pass(1_500)
  expect(sent).toEqual([])
})

test('another sign-in in this window opens its own channel and does not go on from the other’s tickets', async () => {
  listen()
  await arrive()
  newest().accept()
  newest().say(ticket('41'))
  signIn('channel-2')
  await arrive()
  newest().accept()
  expect(ServerEnd.all[0]?.readyState).toBe(ServerEnd.CLOSED)
  expect(newest().url).toMatch(/channel-2$/)
  expect(firstFrame()).toMatchObject({ accessToken: 'token of channel-2', lastTicketId: null })
})

test('signing out closes the channel; one connection serves every listener and ends with the last', async () => {
  listen()
  const stopSecond = listenForTickets(() => {})
  await arrive()
  newest().accept()
  stopSecond()
  expect(newest().readyState).toBe(ServerEnd.OPEN)
  clearTokens()
  expect(newest().readyState).toBe(ServerEnd.CLOSED)
  await pass(60_000)
  expect(ServerEnd.all).toHaveLength(1)
})
