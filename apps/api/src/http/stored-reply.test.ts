import { expect, test } from 'vitest'
import { readStoredReply } from './stored-reply.ts'

test('a stored reply has the present names of its keys at any depth, and its values as they are', () => {
  const stored = '{"loanNo":"118-1","denied":[{"rule":"denied"}],"change":{"cancellable":false,"at":null}}'
  expect(readStoredReply(stored)).toEqual({
    loanNo: '118-1',
    ineligible: [{ rule: 'denied' }],
    change: { cancelable: false, at: null },
  })
  expect(['null', '[1]', '"denied"'].map(readStoredReply)).toEqual([null, [1], 'denied'])
})

test('a key that replies have since is null, or what its table says, in one that was stored before; no other object gets it', () => {
  const change = { changeNo: 'C1', cancelUntil: '2026-03-13' }
  const since = { payment: null, costDifference: null, canceledPayments: 0 }
  const later = { ...change, ...since, confirmAgainBy: '2026-03-20', canceledPayments: 2 }
  const rescission = { loanNo: '118-1', cancelUntil: '2026-03-13' }
  expect(readStoredReply(JSON.stringify({ change, later, rescission }))).toEqual({
    change: { ...change, ...since, confirmAgainBy: null },
    later,
    rescission,
  })
})
