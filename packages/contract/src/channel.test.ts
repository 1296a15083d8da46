import { expect, test } from 'vitest'
import { channelPath, deadAfterMs, heartbeatMs } from './channel.ts'
import { clientFrame } from './channel-schema.ts'

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
