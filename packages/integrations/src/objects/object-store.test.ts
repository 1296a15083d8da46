import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openBucketStore } from './bucket-store.ts'
import { createLocalFolderStore } from './local-folder-store.ts'
import { contentKey } from './object-key.ts'
import { ObjectConflict, type ObjectStore } from './object-store.ts'
import { memoryFolder } from './testing/memory-folder.ts'
import { objectKeys } from './testing/object-keys.ts'
import { sealedStore } from './sealed-store.ts'
import { S3_TEST_BUCKET, S3_TEST_CREDENTIALS, S3_TEST_REGION, startS3TestServer } from './s3-test-server.ts'

/** A store of its own for one test. */
interface Opened {
  readonly store: ObjectStore
  close(): Promise<void>
}

type Open = () => Promise<Opened>

const BELOW: readonly (readonly [string, Open])[] = [
  [
    'a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'dolphin-objects-'))
      return {
        store: createLocalFolderStore(folder),
        close: () => rm(folder, { recursive: true, force: true }),
      }
    },
  ],
  [
    'a bucket that speaks S3',
    async () => {
      for (const [name, value] of Object.entries(S3_TEST_CREDENTIALS)) vi.stubEnv(name, value)
      const server = await startS3TestServer()
      const { endpoint } = server
      const place = { bucket: S3_TEST_BUCKET, prefix: 'dolphin/', region: S3_TEST_REGION }
      return { store: await openBucketStore({ ...place, endpoint }), close: () => server.close() }
    },
  ],
]

/** The same as it is in use: what is put is sealed. */
const sealing =
  (open: Open): Open =>
  async () => {
    const opened = await open()
    return { store: sealedStore(opened.store, memoryFolder(), objectKeys(1)), close: () => opened.close() }
  }

const STORES = [...BELOW, ...BELOW.map(([name, open]) => [`${name}, sealed`, sealing(open)] as const)]

const bytes = (text: string) => new TextEncoder().encode(text)

describe.each(STORES)('objects in %s', (_, open) => {
  let opened: Opened
  let store: ObjectStore
  beforeEach(async () => {
    opened = await open()
    ;({ store } = opened)
  })
  afterEach(async () => {
    await opened.close()
    vi.unstubAllEnvs()
  })

  test('what was put is got back, byte for byte, and an unknown key answers undefined', async () => {
    await store.put('agreement/one.pdf', new Uint8Array([0, 255, 10, 13]))
    expect(Buffer.from((await store.get('agreement/one.pdf')) ?? [])).toEqual(Buffer.from([0, 255, 10, 13]))
    expect(await store.get('agreement/two.pdf')).toBeUndefined()
    await store.put('empty', new Uint8Array())
    expect(await store.get('empty')).toHaveLength(0)
  })

  test('the same bytes may be put twice, other bytes never take their place', async () => {
    await store.put('a/b', bytes('first'))
    await store.put('a/b', bytes('first'))
    await expect(store.put('a/b', bytes('second'))).rejects.toBeInstanceOf(ObjectConflict)
    expect(Buffer.from((await store.get('a/b')) ?? []).toString()).toBe('first')
  })

  test('what is removed is gone, again is no error, and the name may be taken anew', async () => {
    await store.put('a/b', bytes('first'))
    await store.put('a/c', bytes('stays'))
    await store.remove('a/b')
    await store.remove('a/b')
    expect(await store.get('a/b')).toBeUndefined()
    expect(Buffer.from((await store.get('a/c')) ?? []).toString()).toBe('stays')
    await store.put('a/b', bytes('second'))
    expect(Buffer.from((await store.get('a/b')) ?? []).toString()).toBe('second')
  })

  test('of twenty writers with different bytes exactly one wins', async () => {
    const writers = Array.from({ length: 20 }, (_unused, writer) => bytes(`writer ${writer}`.repeat(500)))
    const outcomes = await Promise.allSettled(writers.map((one) => store.put('race', one)))
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(Buffer.from((await store.get('race')) ?? [])).toEqual(Buffer.from(writers[won] ?? []))
  })

  test('a key that names its content refuses another content', async () => {
    const key = contentKey('sealed', bytes('agreement'), 'pdf')
    await expect(store.put(key, bytes('agreement!'))).rejects.toBeInstanceOf(ObjectConflict)
    expect(await store.get(key)).toBeUndefined()
    await store.put(key, bytes('agreement'))
    expect(Buffer.from((await store.get(key)) ?? []).toString()).toBe('agreement')
  })

  test.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    'a\\..\\b',
    '.hidden',
    'a/.part',
    'a/..',
    'a\0b',
    'Upper',
    '',
    'a'.repeat(201),
    'c:evil',
    'a/b/c/d/e/f/g',
  ])('ASVS 5.3.2: the key %j is refused for reading, writing and removing', async (key) => {
    await expect(store.put(key, bytes('x'))).rejects.toBeInstanceOf(RangeError)
    await expect(store.get(key)).rejects.toBeInstanceOf(RangeError)
    await expect(store.remove(key)).rejects.toBeInstanceOf(RangeError)
  })
})
