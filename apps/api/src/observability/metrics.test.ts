import { setFlagsFromString } from 'node:v8'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

/** Garbage collections until an unreferenced object is gone; one frees what earlier ones only marked. */
const COLLECTIONS = 5

/** Adds a gauge that reads from a server's object, as servers do; returns a weak reference to that object. */
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

test('a figure is counted as unread from zero on: Prometheus sees no increase in a series that begins with its first', async () => {
  const metrics = createMetrics()
  let isAway = false
  metrics.addGauge({
    name: 'dolphin_distant',
    help: 'Read from far away.',
    labels: [],
    read: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([{ labels: {}, value: 1 }])),
  })
  const unread = async () =>
    /^dolphin_unread_gauges_total\{gauge="dolphin_distant"\} (\d+)$/m.exec((await metrics.scrape()).text)?.[1]
  expect(await unread()).toBe('0')
  isAway = true
  await metrics.scrape()
  expect(Number(await unread())).toBeGreaterThan(0)
})
