import { mkdtemp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalFolderStore } from './local-folder-store.ts'
import { contentKey } from './object-key.ts'
import { ObjectDamaged } from './object-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dolphin-objects-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('a race of twenty writers leaves no half file behind', async () => {
  const store = createLocalFolderStore(folder)
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, writer) => store.put('race', bytes(`writer ${writer}`.repeat(500)))),
  )
  expect(await readdir(folder)).toEqual(['race'])
})

test('what was changed by another hand is not handed out', async () => {
  const store = createLocalFolderStore(folder)
  const key = contentKey('sealed', bytes('agreement'), 'pdf')
  await store.put(key, bytes('agreement'))
  await writeFile(join(folder, key), 'tampered')
  await expect(store.get(key)).rejects.toBeInstanceOf(ObjectDamaged)
})

test('ASVS 5.3.2: a key that leads out of the folder by its text leaves nothing there', async () => {
  const store = createLocalFolderStore(join(folder, 'store'))
  for (const key of ['../secret', 'a/../../secret', '/etc/passwd', '.hidden'])
    await expect(store.put(key, bytes('x'))).rejects.toBeInstanceOf(RangeError)
  expect(await readdir(folder)).toEqual([])
})

test('ASVS 5.3.2: a symbolic link does not lead a reader out of the store', async () => {
  const outside = join(folder, 'outside')
  await mkdir(join(folder, 'store'))
  await writeFile(outside, 'secret')
  await symlink(outside, join(folder, 'store', 'inside'))
  await expect(createLocalFolderStore(join(folder, 'store')).get('inside')).rejects.toBeInstanceOf(RangeError)
})
