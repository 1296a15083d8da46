import { mkdtemp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalFolderStore } from './local-folder-store.ts'
import { contentKey } from './object-key.ts'
import { ObjectConflict, ObjectDamaged } from './object-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-objects-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('what was put is got back, byte for byte, and an unknown key answers undefined', async () => {
  const store = createLocalFolderStore(folder)
  await store.put('agreement/one.pdf', new Uint8Array([0, 255, 10, 13]))
  expect(await store.get('agreement/one.pdf')).toEqual(new Uint8Array([0, 255, 10, 13]))
  expect(await store.get('agreement/two.pdf')).toBeUndefined()
})

test('the same bytes may be put twice, other bytes never take their place', async () => {
  const store = createLocalFolderStore(folder)
  await store.put('a/b', bytes('first'))
  await store.put('a/b', bytes('first'))
  await expect(store.put('a/b', bytes('second'))).rejects.toBeInstanceOf(ObjectConflict)
  expect(await store.get('a/b')).toEqual(bytes('first'))
})

test('of twenty writers with different bytes exactly one wins and no half file is left behind', async () => {
  const store = createLocalFolderStore(folder)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, writer) => store.put('race', bytes(`writer ${writer}`.repeat(500)))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readdir(folder)).toEqual(['race'])
})

test('a key that names its content refuses another content, at put and at get', async () => {
  const store = createLocalFolderStore(folder)
  const key = contentKey('sealed', bytes('agreement'), 'pdf')
  await expect(store.put(key, bytes('agreement!'))).rejects.toBeInstanceOf(ObjectConflict)
  await store.put(key, bytes('agreement'))
  await writeFile(join(folder, key), 'tampered')
  await expect(store.get(key)).rejects.toBeInstanceOf(ObjectDamaged)
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
])('ASVS 5.3.2: the key %j is refused for reading and writing', async (key) => {
  const store = createLocalFolderStore(folder)
  await expect(store.put(key, bytes('x'))).rejects.toBeInstanceOf(RangeError)
  await expect(store.get(key)).rejects.toBeInstanceOf(RangeError)
  expect(await readdir(folder)).toEqual([])
})

test('ASVS 5.3.2: a symbolic link does not lead a reader out of the store', async () => {
  const outside = join(folder, 'outside')
  await mkdir(join(folder, 'store'))
  await writeFile(outside, 'secret')
  await symlink(outside, join(folder, 'store', 'inside'))
  await expect(createLocalFolderStore(join(folder, 'store')).get('inside')).rejects.toBeInstanceOf(RangeError)
})
