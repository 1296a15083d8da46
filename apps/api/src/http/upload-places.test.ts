import { expect, test } from 'vitest'
import { networksOf } from '../security/client-network.ts'
import { createUploadPlaces, UPLOAD_LIMITS, type UploadPlaces } from './upload-places.ts'

const LIMITS = { ...UPLOAD_LIMITS, held: 4, inLine: 20, inLineOfNetwork: 8 }
const STAYS = new AbortController().signal

/** Who asked, in the order in which they got a place; each gives it back when told. */
function aLine(limits = LIMITS) {
  const places: UploadPlaces = createUploadPlaces(limits)
  const held: { who: string; release: () => void }[] = []
  const order: string[] = []
  const refused: string[] = []
  const ask = async (who: string, address: string, person?: string, signal = STAYS) => {
    const release = await places.take({ networks: networksOf(address), person }, signal)
    if (release === undefined) return void refused.push(who)
    order.push(who)
    held.push({ who, release })
  }
  return {
    held,
    order,
    refused,
    /** Does not wait for a place. */
    ask: (...asked: Parameters<typeof ask>) => void ask(...asked),
    async finishOne() {
      held.shift()?.release()
      await settled()
    },
  }
}

const settled = () => new Promise((done) => setImmediate(done))

test('a network holds two places, and others get the rest at once (docs/security.md T16)', async () => {
  const line = aLine()
  for (let at = 0; at < 6; at += 1) line.ask(`flood ${at}`, '192.0.2.1')
  line.ask('honest', '192.0.2.9')
  await settled()
  expect(line.order).toEqual(['flood 0', 'flood 1', 'honest'])
})

test('one who comes later waits for one file of a flooding network, not for all of them', async () => {
  const line = aLine()
  for (const network of [1, 2])
    for (let at = 0; at < 8; at += 1) line.ask(`flood ${network}/${at}`, `192.0.2.${network}`)
  line.ask('honest', '192.0.2.9')
  await settled()
  expect(line.order).toHaveLength(4)
  await line.finishOne()
  expect(line.order[4]).toBe('honest')
})

test('beyond its part of the line a network is refused at once, and so is a person', async () => {
  const line = aLine()
  for (let at = 0; at < 10; at += 1) line.ask(`flood ${at}`, '192.0.2.1')
  for (let at = 0; at < 4; at += 1) line.ask(`person ${at}`, `192.0.2.${10 + at}`, 'customer:118:a')
  await settled()
  expect(line.refused).toEqual(['flood 8', 'flood 9', 'person 2', 'person 3'])
  expect(line.order).toEqual(['flood 0', 'flood 1', 'person 0'])
})

test('the addresses of a /64 are one network, and a /48 never takes more than half', async () => {
  const line = aLine()
  for (let at = 0; at < 4; at += 1) line.ask(`one ${at}`, `2001:db8:1:1::${at}`)
  for (let at = 0; at < 20; at += 1) line.ask(`many ${at}`, `2001:db8:2:${at}::1`)
  await settled()
  expect(line.order).toEqual(['one 0', 'one 1', 'many 0', 'many 1'])
  expect(line.refused).toHaveLength(10)
})

test('in a full line the newest of the longest network gives way to one who has none waiting', async () => {
  const line = aLine()
  for (const network of [1, 2, 3])
    for (let at = 0; at < 8; at += 1) line.ask(`flood ${network}/${at}`, `192.0.2.${network}`)
  await settled()
  const before = line.refused.length
  line.ask('honest', '192.0.2.9')
  await settled()
  expect(line.refused.slice(before)).toEqual([expect.stringMatching(/^flood/)])
  // The third network was here before, and had no place yet either.
  await line.finishOne()
  await line.finishOne()
  expect(line.order.slice(4)).toEqual(['flood 3/0', 'honest'])
})

test('who is gone leaves the line, and a place that is given back twice is one place', async () => {
  const line = aLine({ ...LIMITS, held: 2, heldOfNetwork: 1 })
  const caller = new AbortController()
  line.ask('first', '192.0.2.1')
  line.ask('gone', '192.0.2.1', undefined, caller.signal)
  line.ask('last', '192.0.2.1')
  await settled()
  caller.abort()
  await settled()
  expect(line.refused).toEqual(['gone'])
  const release = line.held[0]?.release
  release?.()
  release?.()
  await settled()
  expect(line.order).toEqual(['first', 'last'])
})

test('a wait that is too long ends in a refusal', async () => {
  const line = aLine({ ...LIMITS, held: 2, heldOfNetwork: 1, waitMs: 0 })
  line.ask('first', '192.0.2.1')
  line.ask('late', '192.0.2.1')
  await expect.poll(() => line.refused).toEqual(['late'])
})
