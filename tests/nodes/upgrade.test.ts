import { setTimeout as wait } from 'node:timers/promises'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './cluster.ts'
import { buildEarlier, type EarlierBuild } from './earlier-build.ts'
import { openAccount, sameBrowser, Saver } from './people.ts'
import type { ServerNode } from './server-node.ts'

/** What the first form of the release before asks, and another form asks today. */
const OF_RELEASE = { military: '-1' }

const POLLS = 60
const POLL_MS = 500

let earlier: EarlierBuild
let cluster: Cluster
let before: ServerNode
let after: ServerNode

beforeAll(async () => {
  earlier = buildEarlier()
  cluster = await startCluster(2, 1, { roots: [earlier.root] })
  const [first, second] = cluster.nodes
  if (first === undefined || second === undefined) throw new Error('there are two nodes')
  ;[before, after] = [first, second]
})
afterAll(async () => {
  await cluster.stop()
  earlier.remove()
})

const appliedCount = async () =>
  (
    await cluster.rows<{ applied: number }>(
      'select count(*)::integer as applied from drizzle.__drizzle_migrations',
    )
  )[0]?.applied ?? 0

/** Waits until a node has seen what the schema asks of its build. */
async function untilNotReady(node: ServerNode): Promise<void> {
  let polls = 0
  while ((await node.isReady()) && polls < POLLS) {
    polls += 1
    await wait(POLL_MS)
  }
  expect(await node.isReady()).toBe(false)
}

const askForBuilds = (least: number) =>
  cluster.rows(
    `create or replace function least_migrations() returns integer language sql immutable as 'select ${least}'`,
  )

test('the release before, which knows no such mark, serves on while the schema is upgraded under it (docs/guides/releases.md)', async () => {
  const ofBefore = await appliedCount()
  const saver = await Saver.begin({ at: cluster.clientOf(0), more: OF_RELEASE }, 1)
  expect(await saver.save()).toBe(1)
  // A node of this release starts, and upgrades.
  await after.start()
  expect(await appliedCount()).toBeGreaterThan(ofBefore)
  expect(await before.isReady()).toBe(true)
  expect(await saver.save()).toBe(1)
  expect((await before.stop()).code).toBe(0)
})

test('the schema itself only adds: a build rolled back serves on it where that mark is taken away (docs/runbook.md, A wrong release)', async () => {
  await askForBuilds(0)
  await after.stop()
  await before.start()
  const saver = await Saver.begin({ at: cluster.clientOf(0), more: OF_RELEASE }, 3)
  expect(await saver.save()).toBe(1)
  await after.start()
  expect(await before.isReady()).toBe(true)
  expect(await saver.save()).toBe(1)
  const late = await Saver.begin(
    { at: cluster.clientOf(0), through: cluster.clientOf(1), more: OF_RELEASE },
    2,
  )
  expect(await late.save()).toBe(1)
})

test('who opened an account at one release is known at the other', async () => {
  for (const [at, then] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const person = await openAccount(cluster, cluster.clientOf(at), `upgrade-${at}@example.com`)
    const other = sameBrowser(cluster.clientOf(then), person.client)
    expect((await other.call(getPersonalInfoCall, {})).code).toBe(1)
  }
})

test('a later release that leaves this one behind makes it unready, and it does not start again', async () => {
  await askForBuilds(999)
  await untilNotReady(after)
  await after.stop()
  await expect(after.start()).rejects.toThrow('with 999 migrations or more')
})
