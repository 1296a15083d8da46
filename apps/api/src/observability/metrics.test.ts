import { setFlagsFromString } from 'node:v8'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

/** Collections until what nobody holds is gone; one takes what earlier ones only marked. */
const COLLECTIONS = 5

/** A server's figures with one that reads of its world, as servers have them; answers what tells whether it is still held. */
function figuresOfAWorld(): WeakRef<object> {
  const world = { loans: 12 }
  createMetrics().addGauge({
    name: 'dolphin_world',
    help: 'How many there are.',
    labels: [],
    read: () => Promise.resolve([{ labels: {}, value: world.loans }]),
  })
  return new WeakRef(world)
}

test('a server that is gone is not held by the figures of its process', async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const world = figuresOfAWorld()
  for (let times = 0; times < COLLECTIONS; times += 1) {
    if (typeof collect === 'function') collect()
    await nextTurn()
  }
  expect(world.deref()).toBeUndefined()
})

test('each server tells the figures of the process beside its own', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.socketOpened()
  const told = await one.scrape()
  expect(told.text).toMatch(/^dolphin_channel_sockets 1$/m)
  expect((await other.scrape()).text).toMatch(/^dolphin_channel_sockets 0$/m)
  for (const { text } of [told, await other.scrape()])
    expect(text.match(/^process_resident_memory_bytes \d+$/gm)).toHaveLength(1)
})
