import { beforeEach, describe, expect, test } from 'vitest'
import { contentKey } from './object-key.ts'
import { ObjectDamaged, type ObjectFolder } from './object-store.ts'
import { countKeys, ObjectSealed, rewrapFolder, sealedStore, sealFolder } from './sealed-store.ts'
import { memoryFolder } from './testing/memory-folder.ts'
import { objectKeys } from './testing/object-keys.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found)
const WORDS = 'Jordan Sample, 521-46-0000'
const KEY = contentKey('documents/118', bytes(WORDS), 'pdf')

type MemoryFolder = ReturnType<typeof memoryFolder>
let folder: MemoryFolder
let keyFolder: MemoryFolder
const all = () =>
  [...folder.files, ...keyFolder.files].map(
    ([name, file]) => `${name} ${Buffer.from(file).toString('latin1')}`,
  )
const nothing = () => false
beforeEach(() => {
  folder = memoryFolder()
  keyFolder = memoryFolder()
})

describe('objects with a key each (docs/security.md T19)', () => {
  test('nothing that was put can be read below; its key lies wrapped in another store', async () => {
    await sealedStore(folder, keyFolder, objectKeys(1)).put(KEY, bytes(WORDS))
    expect([...folder.files.keys()]).toEqual([`${KEY}.box`])
    expect([...keyFolder.files.keys()]).toEqual([`${KEY}.key-00000001`])
    expect(all().join()).not.toContain('Jordan')
    expect(text(await sealedStore(folder, keyFolder, objectKeys(1)).get(KEY))).toBe(WORDS)
  })

  test('an object from before, unsealed, is read as it is', async () => {
    await folder.put(KEY, bytes(WORDS))
    const store = sealedStore(folder, keyFolder, objectKeys(1))
    expect(text(await store.get(KEY))).toBe(WORDS)
    await store.put(KEY, bytes(WORDS))
    expect(text(await store.get(KEY))).toBe(WORDS)
  })

  test('a process that ended between key and object: the next put takes the same key', async () => {
    const store = sealedStore(
      { ...folder, put: (key, file) => stopAtBox(key, () => folder.put(key, file)) },
      keyFolder,
      objectKeys(1),
    )
    await expect(store.put(KEY, bytes(WORDS))).rejects.toThrow('killed')
    const before = keyFolder.files.get(`${KEY}.key-00000001`)
    await sealedStore(folder, keyFolder, objectKeys(1)).put(KEY, bytes(WORDS))
    expect(keyFolder.files.get(`${KEY}.key-00000001`)).toBe(before)
    expect(text(await sealedStore(folder, keyFolder, objectKeys(1)).get(KEY))).toBe(WORDS)
  })

  test('an object under another’s name, or changed, is damaged; without its master key it stays closed', async () => {
    const store = sealedStore(folder, keyFolder, objectKeys(1))
    await store.put('a/one', bytes('one'))
    await store.put('a/two', bytes('two'))
    await expect(sealedStore(folder, keyFolder, objectKeys(2)).get('a/one')).rejects.toBeInstanceOf(
      ObjectSealed,
    )
    const box = folder.files.get('a/one.box') ?? bytes('')
    folder.files.set('a/two.box', box)
    await expect(store.get('a/two')).rejects.toBeInstanceOf(ObjectDamaged)
    folder.files.set('a/one.box', box.subarray(0, -1))
    await expect(store.get('a/one')).rejects.toBeInstanceOf(ObjectDamaged)
  })
})

test('a removed object leaves nothing below, whichever master key wraps its key or none', async () => {
  await sealedStore(folder, keyFolder, objectKeys(1)).put('a/one', bytes('one'))
  await folder.put('a/two', bytes('two'))
  const store = sealedStore(folder, keyFolder, objectKeys(2, 1))
  for (const name of ['a/one', 'a/two']) await store.remove(name)
  expect(all()).toEqual([])
})

test('ended in the middle of a removal the object opens no more, and again goes on', async () => {
  await sealedStore(folder, keyFolder, objectKeys(1)).put('a/one', bytes('one'))
  const stopping = { ...folder, remove: (name: string) => stopAtBox(name, () => folder.remove(name)) }
  await expect(sealedStore(stopping, keyFolder, objectKeys(1)).remove('a/one')).rejects.toThrow('killed')
  await expect(sealedStore(folder, keyFolder, objectKeys(1)).get('a/one')).rejects.toBeInstanceOf(
    ObjectSealed,
  )
  await sealedStore(folder, keyFolder, objectKeys(1)).remove('a/one')
  expect(all()).toEqual([])
})

async function stopAtBox(key: string, work: () => Promise<void>) {
  if (key.endsWith('.box')) throw new Error('killed')
  await work()
}

test('without its key an object opens in no copy, and a copy put back does not open either (docs/decisions/record-keys.md)', async () => {
  const store = sealedStore(folder, keyFolder, objectKeys(1))
  await store.put(KEY, bytes(WORDS))
  const copy = new Map(folder.files)
  await store.remove(KEY)
  for (const [name, box] of copy) folder.files.set(name, box)
  await expect(store.get(KEY)).rejects.toBeInstanceOf(ObjectSealed)
})

describe('sealing what lies unsealed', () => {
  const many = Array.from({ length: 5 }, (_, at) => `documents/118/${at}.pdf`)
  beforeEach(async () => {
    for (const name of many) await folder.put(name, bytes(`${WORDS} of ${name}`))
    await folder.put('start/stays', bytes('stays'))
  })
  const seal = (below: ObjectFolder = folder) =>
    sealFolder(below, keyFolder, objectKeys(1), (name) => name.startsWith('start/'))

  test('everything is sealed and the unsealed is gone; again it changes nothing', async () => {
    expect(await seal()).toEqual({ done: 5, left: 0 })
    expect(all().join()).not.toContain('Jordan')
    expect(folder.files.has('start/stays')).toBe(true)
    const after = new Map(folder.files)
    expect(await seal()).toEqual({ done: 0, left: 0 })
    expect(folder.files).toEqual(after)
    const store = sealedStore(folder, keyFolder, objectKeys(1))
    for (const name of many) expect(text(await store.get(name))).toBe(`${WORDS} of ${name}`)
  })

  test.each(['put', 'get', 'remove'] as const)(
    'ended at any %s every object can be read, and begun again it goes on',
    async (step) => {
      for (let left = 0; left < 20; left += 1) {
        let steps = left
        const stopping = {
          ...folder,
          [step]: (...given: [string, Uint8Array]) => {
            if (steps === 0) throw new Error('killed')
            steps -= 1
            return folder[step](...given)
          },
        }
        const ended = await seal(stopping).then(
          () => 'done',
          (error: Error) => error.message,
        )
        const store = sealedStore(folder, keyFolder, objectKeys(1))
        for (const name of many) expect(text(await store.get(name))).toBe(`${WORDS} of ${name}`)
        if (ended === 'done') break
      }
      expect(all().join()).not.toContain('Jordan')
    },
  )

  test('a key that lies beside its object, from before, is read there and set apart', async () => {
    await sealedStore(folder, folder, objectKeys(1)).put(KEY, bytes(WORDS))
    const store = sealedStore(folder, keyFolder, objectKeys(1))
    expect(text(await store.get(KEY))).toBe(WORDS)
    await seal()
    expect([...keyFolder.files.keys()]).toContain(`${KEY}.key-00000001`)
    expect([...folder.files.keys()].filter((name) => name.includes('.key-'))).toEqual([])
    expect(text(await store.get(KEY))).toBe(WORDS)
  })

  test('what is damaged stays where it is for a person, and stops nothing', async () => {
    folder.files.set(KEY, bytes('something else'))
    expect(await seal()).toEqual({ done: 5, left: 1 })
    expect(text(folder.files.get(KEY))).toBe('something else')
  })
})

describe('a change of the master key wraps the keys anew and leaves the objects (docs/guides/keys.md)', () => {
  test('with both keys everything is read; afterwards with the new one alone', async () => {
    await sealedStore(folder, keyFolder, objectKeys(1)).put('a/one', bytes('one'))
    const both = objectKeys(2, 1)
    await sealedStore(folder, keyFolder, both).put('a/two', bytes('two'))
    expect(text(await sealedStore(folder, keyFolder, both).get('a/one'))).toBe('one')
    const box = folder.files.get('a/one.box')
    expect((await countKeys([folder, keyFolder], nothing)).byKeyId).toEqual(
      new Map([
        ['00000001', 1],
        ['00000002', 1],
      ]),
    )
    expect(await rewrapFolder(keyFolder, both)).toEqual({ done: 1, left: 0 })
    expect(await rewrapFolder(keyFolder, both)).toEqual({ done: 0, left: 0 })
    expect(folder.files.get('a/one.box')).toBe(box)
    expect(await countKeys([folder, keyFolder], nothing)).toEqual({
      byKeyId: new Map([['00000002', 2]]),
      unsealed: 0,
    })
    const store = sealedStore(folder, keyFolder, objectKeys(2))
    expect([text(await store.get('a/one')), text(await store.get('a/two'))]).toEqual(['one', 'two'])
  })

  test('ended between the new and the old one it goes on; a key that is not here is left', async () => {
    await sealedStore(folder, keyFolder, objectKeys(1)).put('a/one', bytes('one'))
    await sealedStore(folder, keyFolder, objectKeys(3)).put('a/two', bytes('two'))
    const stopping = { ...keyFolder, remove: () => Promise.reject(new Error('killed')) }
    await expect(rewrapFolder(stopping, objectKeys(2, 1))).rejects.toThrow('killed')
    expect(text(await sealedStore(folder, keyFolder, objectKeys(2)).get('a/one'))).toBe('one')
    expect(await rewrapFolder(keyFolder, objectKeys(2, 1))).toEqual({ done: 1, left: 1 })
    expect(keyFolder.files.has('a/one.key-00000001')).toBe(false)
    expect(keyFolder.files.has('a/two.key-00000003')).toBe(true)
  })

  test('two servers with different newest keys that store one object at once: it opens', async () => {
    const [one, other] = [objectKeys(1, 2), objectKeys(2, 1)]
    await Promise.all([one, other].map((keys) => sealedStore(folder, keyFolder, keys).put(KEY, bytes(WORDS))))
    expect(text(await sealedStore(folder, keyFolder, one).get(KEY))).toBe(WORDS)
    await rewrapFolder(keyFolder, other)
    expect(text(await sealedStore(folder, keyFolder, other).get(KEY))).toBe(WORDS)
  })
})

test('an empty folder is walked without an error', async () => {
  expect(await sealFolder(folder, keyFolder, objectKeys(1), nothing)).toEqual({ done: 0, left: 0 })
})
