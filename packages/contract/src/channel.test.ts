import { expect, test } from 'vitest'
import { channelPath, deadAfterMs, heartbeatMs } from './channel.ts'
import { clientFrame, serverFrame } from './channel-schema.ts'

test('product.md §7: a heartbeat every 30 s, dead after 60 s, at /channel/{systemCode}/{id}', () => {
  expect(heartbeatMs).toBe(30_000)
  expect(deadAfterMs).toBe(60_000)
  expect(channelPath('c/1')).toBe('/channel/online/c%2F1')
})

test('a browser proves its session first and then only beats', () => {
  const proof = { kind: 'authenticate', accessToken: 't', userCredential: 'c', lastTicketId: null }
  expect(clientFrame.safeParse(proof).success).toBe(true)
  expect(clientFrame.safeParse({ kind: 'heartbeat' }).success).toBe(true)
  expect(clientFrame.safeParse({ ...proof, loanNo: '118-0000013' }).success).toBe(false)
  expect(clientFrame.safeParse({ ticket: 3001, id: '1', data: {} }).success).toBe(false)
})

test('contract.md: messages are {ticket, id, data}; 3001 carries signStatus', () => {
  const signed = { ticket: 3001, id: '1', data: { loanNo: '118-0000013', requestCode: 'r-1', signStatus: 1 } }
  const moved = {
    ticket: 3003,
    id: '2',
    data: { loanNo: '118-0000013', loanStatus: 104, subStatus: null, trackerStep: 3 },
  }
  const cutOff = {
    ticket: 3002,
    id: '3',
    data: { portfolioId: 118, nextDate: '2026-03-03', nextCutOffAt: '2026-03-03T12:00:00-05:00' },
  }
  for (const frame of [signed, moved, cutOff]) expect(serverFrame.parse(frame)).toEqual(frame)
  expect(serverFrame.safeParse({ ...signed, ticket: 3004 }).success).toBe(false)
  expect(serverFrame.safeParse({ ...signed, data: { ...signed.data, signStatus: 9 } }).success).toBe(false)
})
