import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../open.ts'
import { type Child, startChild } from './testing/child-process.ts'
import { IncompatibleDirectory } from './data-directory.ts'
import { DirectoryInUse, lockDirectory } from './directory-lock.ts'

/** These are about the embedded database’s files; PostgreSQL keeps its own. */
let folder: string

/** Beside the sources, so that a bundle finds its packages. */
const bundles = join(import.meta.dirname, `../../node_modules/.cache/bundles-${process.pid}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-embedded-'))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const children: Child[] = []
afterAll(async () => {
  for (const child of children) {
    child.kill()
    await child.exited
  }
  await rm(bundles, { recursive: true, force: true })
})

async function child(directory: string): Promise<Child> {
  const bundle = join(bundles, `${children.length}.mjs`)
  const started = await startChild('writing-process', directory, bundle)
  children.push(started)
  return started
}

async function printed(writer: Child, count: number): Promise<void> {
  await expect.poll(() => writer.lines.length, { timeout: MINUTE_MS, interval: 20 }).toBeGreaterThan(count)
}

describe('a directory', () => {
  test('written by another minor version is refused with what to do', async () => {
    const directory = join(folder, 'other-version')
    await mkdir(join(directory, 'data'), { recursive: true })
    await writeFile(join(directory, 'version.json'), '{"pglite":"0.4.9"}')
    const opened = openDatabase({ directory })
    await expect(opened).rejects.toThrow(IncompatibleDirectory)
    await expect(opened).rejects.toThrow(/PGlite 0\.4\.9/)
    await expect(opened).rejects.toThrow(`npm run backup -- move --from ${folder} --to postgres://`)
    expect(existsSync(join(directory, 'lock'))).toBe(false)
  })

  test('with data of unknown origin is refused', async () => {
    const directory = join(folder, 'unknown')
    await mkdir(join(directory, 'data'), { recursive: true })
    await expect(openDatabase({ directory })).rejects.toThrow(IncompatibleDirectory)
  })

  test('is refused to the same process a second time', async () => {
    const directory = join(folder, 'twice')
    await mkdir(directory)
    const release = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUse)
    release()
    const again = await lockDirectory(directory)
    again()
  })

  test.each([
    ['of a process that is gone', '{"pid":2147483000,"startedAt":"1"}'],
    ['of an earlier process with the same number', JSON.stringify({ pid: process.pid, startedAt: '1' })],
    ['that is cut short', '{"pid":'],
  ])('lock %s is taken over', async (_what, content) => {
    const directory = await mkdtemp(join(folder, 'stale-'))
    await writeFile(join(directory, 'lock'), content)
    const release = await lockDirectory(directory)
    expect(JSON.parse(await readFile(join(directory, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    release()
    expect(existsSync(join(directory, 'lock'))).toBe(false)
  })
})

test('a second process is refused; after kill -9 nothing acknowledged is lost (design/architecture.md: kill -9)', {
  timeout: 4 * MINUTE_MS,
}, async () => {
  const directory = join(folder, 'killed')
  let acknowledged = 0
  for (let round = 0; round < 3; round += 1) {
    const writer = await child(directory)
    await printed(writer, 25 + round * 10)
    if (round === 0) {
      const second = await child(directory)
      expect(await second.exited).toBe(3)
      expect(second.lines[0]).toMatch(/^refused .* is in use by process \d+/)
    }
    writer.kill()
    await writer.exited
    acknowledged = Number(writer.lines.at(-1))
  }
  const database = await openDatabase({ directory })
  const { rows } = await database.executeSql('select count(*)::integer as n, max(id) as last from written')
  await database.close()
  const [found] = rows as { n: number; last: number }[]
  expect(found?.last).toBeGreaterThanOrEqual(acknowledged)
  expect(found?.n).toBe(found?.last)
})

test('what a program writes with the engine on its own thread is read with one in a worker', async () => {
  const directory = join(folder, 'own-thread')
  const own = await openDatabase({ directory, engineThread: 'own' })
  await own.executeSql('create table written (id integer)')
  await own.executeSql('insert into written values ($1)', [118])
  await expect(own.executeSql('select * from missing')).rejects.toThrow(/42P01|missing/)
  await own.close()
  await expect(own.executeSql('select 1')).rejects.toThrow()
  const database = await openDatabase({ directory })
  const { rows } = await database.executeSql('select id from written')
  await database.close()
  expect(rows).toEqual([{ id: 118 }])
})
