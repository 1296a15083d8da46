import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFieldCipher, type FieldPlace, SealBroken, ValueErased } from './field-cipher.ts'
import { keyedClient, type KeySlot, prefixOf } from './keyed-client.ts'
import { holderOf, type KeyHolder, RecordKeys } from './record-keys.ts'
import { sealText } from './sealed-texts.ts'

const random = new SeededRandom(34)
const [master, older, index] = [1, 2, 3].map((digit) => new Uint8Array(32).fill(digit)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
const LOAN: KeyHolder = 'loan/118/118-0000011'
const PLACE: FieldPlace = { table: 'decisions', id: '118/D1', column: 'decision', of: LOAN }

let files: Map<string, Uint8Array>
let now: number
let isAway: boolean
beforeEach(() => {
  ;[files, now, isAway] = [new Map(), 0, false]
})

const store = {
  async put(name: string, bytes: Uint8Array) {
    if (isAway) throw new Error('the store is away')
    files.set(name, bytes)
  },
  get: async (name: string) => files.get(name),
}

/** A node: its own memory of keys, over the one store; `answers` are the rows of its next queries. */
function startNode(masters: readonly [Uint8Array, ...Uint8Array[]] = [master]) {
  const records = new RecordKeys({ store, index, random, now: () => now })
  const cipher = createFieldCipher({ master: masters[0], older: masters.slice(1), index, random, records })
  const slot: KeySlot = { keys: { records, prefixes: cipher.keyIds.map(prefixOf), cipher } }
  let rows: unknown[] = []
  const asked: unknown[] = []
  const raw = {
    query: async (text: unknown) => {
      asked.push(text)
      return { rows } as never
    },
  }
  const client = keyedClient(raw, slot)
  return {
    records,
    cipher,
    asked,
    write: (...values: unknown[]) => client.query('insert', values),
    async read(...found: unknown[]) {
      rows = found
      await client.query('select')
    },
  }
}

describe('a value under the key of its record (docs/decisions/record-keys.md)', () => {
  test('opens on another node once the row is read, and nowhere after its key is gone', async () => {
    const one = startNode()
    const sealed = one.cipher.seal(PLACE, 'Jordan')
    await one.write(sealed)
    expect(one.cipher.open(PLACE, sealed)).toBe('Jordan')
    const other = startNode()
    expect(() => other.cipher.open(PLACE, sealed)).toThrow(SealBroken)
    await other.read({ decision: sealed })
    expect(other.cipher.open(PLACE, sealed)).toBe('Jordan')
    files.clear()
    const later = startNode()
    await later.read({ decision: sealed })
    expect(() => later.cipher.open(PLACE, sealed)).toThrow(ValueErased)
  })

  test('needs the master key too, and is bound to its place', async () => {
    const node = startNode()
    const sealed = node.cipher.seal(PLACE, 'Jordan')
    await node.write(sealed)
    const stranger = startNode([older])
    await stranger.read([sealed])
    expect(() => stranger.cipher.open(PLACE, sealed)).toThrow('does not open')
    expect(() => node.cipher.open({ ...PLACE, id: '118/D2' }, sealed)).toThrow('does not open')
    const rotated = startNode([older, master])
    await rotated.read([sealed])
    expect(rotated.cipher.open(PLACE, sealed)).toBe('Jordan')
  })

  test('is found wherever it stands in a row: in a list, in packed JSON, several in one text', async () => {
    const one = startNode()
    const [first, second] = [LOAN, 'account/118/o1' as const].map((of) =>
      one.cipher.seal({ ...PLACE, of }, 'x'),
    )
    await one.write(JSON.stringify([{ first }, { second }]))
    expect(files.size).toBe(2)
    for (const found of [{ packed: [1, null, [first, second]] }, { text: `["${first}",7,"${second}"]` }]) {
      const other = startNode()
      await other.read(found, { at: new Date(0), bytes: Buffer.from('x') })
      for (const sealed of [first, second]) expect(other.cipher.open(PLACE, sealed ?? '')).toBe('x')
    }
  })

  test('of a row of no record it is under the master key alone, as before', () => {
    const { cipher } = startNode()
    const { of: _, ...place } = PLACE
    const plainly = createFieldCipher({ master, index, random })
    expect(plainly.open(place, cipher.seal(place, 'Jordan'))).toBe('Jordan')
    expect(cipher.open(PLACE, plainly.seal(PLACE, 'Jordan'))).toBe('Jordan')
  })
})

describe('keys', () => {
  test('are stored before what they seal is written; where the store is away nothing is written, and again it is', async () => {
    const node = startNode()
    const sealed = node.cipher.seal(PLACE, 'Jordan')
    isAway = true
    await expect(node.write(sealed)).rejects.toThrow('the store is away')
    expect(node.asked).toEqual([])
    await node.write('of something else')
    isAway = false
    await node.write(sealed)
    expect(files.size).toBe(1)
  })

  test('seal on while they are fresh; a node that has not looked for five minutes takes another', async () => {
    const node = startNode()
    await node.write(node.cipher.seal(PLACE, '1'), node.cipher.seal(PLACE, '2'))
    expect(files.size).toBe(1)
    now += 300_000
    const sealed = node.cipher.seal(PLACE, '3')
    await node.write(sealed)
    expect(files.size).toBe(2)
    expect([...files.keys()].every((name) => name.startsWith(node.records.folderOf(LOAN)))).toBe(true)
  })

  test('that another node destroyed are known as destroyed after five minutes', async () => {
    const node = startNode()
    const sealed = node.cipher.seal(PLACE, 'Jordan')
    await node.write(sealed)
    files.clear()
    now += 300_000
    await node.read([sealed])
    expect(() => node.cipher.open(PLACE, sealed)).toThrow(ValueErased)
  })

  test('the holder of a row is its loan, else its customer; its name in the store says nothing', () => {
    expect(holderOf({ portfolioId: 118, loanNo: '118-1', openId: 'o1' })).toBe('loan/118/118-1')
    expect(holderOf({ portfolioId: 118, loanNo: null, openId: 'o1' })).toBe('account/118/o1')
    expect(holderOf({ portfolioId: 118, openId: null })).toBeUndefined()
    expect(startNode().records.folderOf(LOAN)).toMatch(/^holders\/([0-9a-f]{2})\/\1[0-9a-f]{22}\/$/)
  })
})

test('until sealing begins values stand under the master key alone; what is sealed so opens before and after', () => {
  let begun = false
  const records = new RecordKeys({ store, index, random, isSealing: () => begun })
  const cipher = createFieldCipher({ master, index, random, records })
  const early = cipher.seal(PLACE, 'said')
  expect(Buffer.from(early, 'base64')[0]).toBe(1)
  begun = true
  const late = cipher.seal(PLACE, 'said')
  expect(Buffer.from(late, 'base64')[0]).toBe(2)
  expect([early, late].map((sealed) => cipher.open(PLACE, sealed))).toEqual(['said', 'said'])
})

describe('a text that used to stand plain (docs/decisions/record-keys.md)', () => {
  const TEXT = 'Jordan "Sample", \\ 7'

  test('is handed out open, alone and within JSON; closed once its key is gone, and as it is where it only looks so', async () => {
    const one = startNode()
    const sealed = sealText(one.cipher, LOAN, TEXT)
    expect(sealed).toMatch(/^sealed:A/)
    await one.write(sealed)
    const json = JSON.stringify({ ip: sealed, other: 1 })
    const looks = `sealed:${'A'.repeat(160)}`
    const rows = () => [{ whole: sealed, within: { deep: [sealed] } }, [json, looks, null]]
    const open = [
      { whole: TEXT, within: { deep: [TEXT] } },
      [JSON.stringify({ ip: TEXT, other: 1 }), looks, null],
    ]
    const read = rows()
    await startNode().read(...read)
    expect(read).toEqual(open)

    files.clear()
    const gone = rows()
    await startNode().read(...gone)
    expect(gone).toEqual(rows())
  })

  test('stays plain until texts are sealed, and where it is empty', () => {
    const { cipher } = startNode()
    expect(sealText(cipher, LOAN, '')).toBe('')
    const records = new RecordKeys({ store, index, random, isSealingTexts: () => false })
    expect(sealText(createFieldCipher({ master, index, random, records }), LOAN, TEXT)).toBe(TEXT)
  })
})
