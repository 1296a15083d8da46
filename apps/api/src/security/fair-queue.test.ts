import { expect, test } from 'vitest'
import { createFairQueue, type FairQueue, type Place } from './fair-queue.ts'
import { QUEUE_LIMITS } from './limits.ts'

const from = (address: string): Place => ({ kind: 'stranger', address })
const known = (name: string): Place => ({ kind: 'known', name })

/** A queue whose work ends when the test says so; what has begun, in its order, and what was refused. */
function openQueue(atOnce = 1) {
  const queue: FairQueue = createFairQueue(atOnce)
  const begun: string[] = []
  const refused: { readonly name: string; readonly status: unknown }[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    refused,
    ask(name: string, place: Place) {
      const work = () => {
        begun.push(name)
        return new Promise<void>((end) => void ends.push(end))
      }
      queue.run(place, work).catch((error: unknown) => {
        const status = error instanceof Error && 'statusCode' in error ? error.statusCode : error
        refused.push({ name, status })
      })
    },
    /** Ends the oldest work that runs, so that the next begins. */
    async endOne() {
      ends.shift()?.()
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    },
  }
}

const { waitingOfNetwork, waitingOfDevice, strangersWaiting, knownWaiting } = QUEUE_LIMITS

test('300 requests of one network wait behind themselves: one from elsewhere is next, a known device too', async () => {
  const queue = openQueue()
  for (let count = 0; count < 300; count += 1) queue.ask('hostile', from('198.18.0.1'))
  queue.ask('honest', from('192.0.2.7'))
  queue.ask('owner', known('device-1'))
  for (let count = 0; count < 3; count += 1) await queue.endOne()
  expect(queue.begun).toEqual(['hostile', 'owner', 'hostile', 'honest'])
  expect(queue.refused).toHaveLength(299 - waitingOfNetwork.allowance)
  expect(new Set(queue.refused.map(({ status }) => status))).toEqual(new Set([429]))
})

test('300 requests of as many networks leave a place for one more, and a known device is next but one', async () => {
  const queue = openQueue()
  for (let count = 0; count < 300; count += 1)
    queue.ask('hostile', from(`198.18.${Math.floor(count / 256)}.${count % 256}`))
  queue.ask('honest', from('192.0.2.7'))
  queue.ask('owner', known('device-1'))
  await queue.endOne()
  await queue.endOne()
  expect(queue.begun).toContain('owner')
  for (let count = 0; count < 300; count += 1) await queue.endOne()
  expect(queue.begun).toContain('honest')
  expect(queue.refused).toEqual([])
})

test('the addresses of an IPv6 /64 are one network, and those of a /48 one lane', async () => {
  const queue = openQueue()
  queue.ask('first', from('2001:db8:1:1::1'))
  for (let count = 0; count <= waitingOfNetwork.allowance; count += 1)
    queue.ask('crowd', from(`2001:db8:1:1::${count.toString(16)}`))
  queue.ask('neighbor', from('2001:db8:1:2::1'))
  queue.ask('elsewhere', from('2001:db8:2:1::1'))
  await queue.endOne()
  await queue.endOne()
  expect(queue.refused).toEqual([{ name: 'crowd', status: 429 }])
  expect(queue.begun).toEqual(['first', 'crowd', 'elsewhere'])
})

test('in a full queue one from elsewhere takes the place of the last of the longest lane; without one it is full', async () => {
  const queue = openQueue()
  queue.ask('running', from('198.18.0.1'))
  const lanes = strangersWaiting.allowance / waitingOfNetwork.allowance
  for (let lane = 1; lane <= lanes; lane += 1)
    for (let count = 0; count < waitingOfNetwork.allowance; count += 1)
      queue.ask(`lane ${lane}`, from(`198.18.1.${lane}`))
  queue.ask('elsewhere', from('192.0.2.7'))
  await queue.endOne()
  expect(queue.refused).toEqual([{ name: 'lane 1', status: 503 }])

  const spread = openQueue()
  for (let count = 0; count <= strangersWaiting.allowance; count += 1)
    spread.ask('spread', from(`198.18.${Math.floor(count / 256)}.${count % 256}`))
  spread.ask('one more', from('192.0.2.7'))
  spread.ask('owner', known('device-1'))
  await spread.endOne()
  expect(spread.refused).toEqual([{ name: 'one more', status: 503 }])
  expect(spread.begun).toEqual(['spread', 'owner'])
})

test('a known device has few places of its own, and all of them together are bounded', async () => {
  const queue = openQueue()
  queue.ask('running', known('device-0'))
  for (let count = 0; count <= waitingOfDevice.allowance; count += 1) queue.ask('eager', known('device-1'))
  for (let count = waitingOfDevice.allowance; count < knownWaiting.allowance; count += 1)
    queue.ask('others', known(`device-${count + 2}`))
  queue.ask('one more', known('another device'))
  await queue.endOne()
  expect(queue.refused.map(({ name, status }) => `${name} ${String(status)}`)).toEqual([
    'eager 429',
    'eager 503',
  ])
})

test('known devices of one network have no more places together than its strangers', async () => {
  const queue = openQueue()
  queue.ask('running', known('device-0'))
  for (let count = 0; count <= waitingOfNetwork.allowance; count += 1)
    queue.ask('of one network', { ...known(`device-${count}`), address: '198.18.0.1' })
  queue.ask('owner', { ...known('another device'), address: '192.0.2.7' })
  await queue.endOne()
  expect(queue.refused).toEqual([{ name: 'of one network', status: 429 }])
})

test('work that fails gives its turn to the next, and its own error to who asked', async () => {
  const queue = createFairQueue(1)
  const failed = queue.run(from('192.0.2.7'), () => Promise.reject(new Error('the work failed')))
  const next = queue.run(from('192.0.2.8'), () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('the work failed')
  expect(await next).toBe('done')
  expect(await queue.run(from('192.0.2.7'), () => Promise.resolve('again'))).toBe('again')
})
