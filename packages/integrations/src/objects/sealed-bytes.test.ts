import { createDecipheriv, hkdfSync } from 'node:crypto'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { expect, test } from 'vitest'
import { openBytes, sealBytes, SealedBytesBroken } from './sealed-bytes.ts'

const KEY = new Uint8Array(32).fill(7)
const SEGMENT = 64 * 1024
const FIRST = SEGMENT - 40 - 16
const random = new SeededRandom(8)
const seal = (plain: Uint8Array, name = 'a') => sealBytes(KEY, name, plain, random)
const open = (sealed: Uint8Array, name = 'a') => openBytes(KEY, name, sealed)

test.each([0, 1, FIRST - 1, FIRST, FIRST + 1, FIRST + SEGMENT - 16, 3 * SEGMENT])(
  '%i bytes come back as they were, and nothing of them shows (docs/security.md T19)',
  (length) => {
    const plain = random.bytes(length)
    const sealed = seal(plain)
    expect(open(sealed)).toEqual(Buffer.from(plain))
    if (length > 16) expect(sealed.includes(Buffer.from(plain.subarray(0, 16)))).toBe(false)
    expect(seal(plain).equals(sealed)).toBe(false)
  },
)

test('a segment opens by itself by the layout of Tink: header, key by HKDF, nonce of prefix, number and end', () => {
  const plain = random.bytes(2 * SEGMENT)
  const sealed = seal(plain, 'documents/one.pdf')
  const key = new Uint8Array(hkdfSync('sha256', KEY, sealed.subarray(1, 33), 'documents/one.pdf', 32))
  const segment = sealed.subarray(SEGMENT, 2 * SEGMENT)
  const nonce = Buffer.concat([sealed.subarray(33, 40), Buffer.from('0000000100', 'hex')])
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(segment.subarray(-16))
  const opened = Buffer.concat([decipher.update(segment.subarray(0, -16)), decipher.final()])
  expect(opened).toEqual(Buffer.from(plain.subarray(FIRST, FIRST + SEGMENT - 16)))
})

const three = () => seal(random.bytes(3 * SEGMENT - 100))

const CHANGED: readonly (readonly [string, () => Uint8Array])[] = [
  ['nothing', () => new Uint8Array()],
  ['the header alone', () => three().subarray(0, 40)],
  ['cut at a segment', () => three().subarray(0, 2 * SEGMENT)],
  ['cut within one', () => three().subarray(0, SEGMENT + 1_000)],
  ['cut to less than a tag', () => three().subarray(0, SEGMENT + 8)],
  ['a byte behind its end', () => Buffer.concat([three(), Buffer.of(0)])],
  [
    'two segments in turn',
    () => {
      const sealed = three()
      const [head, one, two] = [0, 1, 2].map((at) => sealed.subarray(at * SEGMENT, (at + 1) * SEGMENT))
      return Buffer.concat([head ?? sealed, two ?? sealed, one ?? sealed])
    },
  ],
  ...[0, 1, 33, 39, 40, 5_000, SEGMENT, 2 * SEGMENT - 1].map(
    (at) =>
      [
        `bit of byte ${at} turned`,
        () => three().map((byte, index) => (index === at ? byte ^ 1 : byte)),
      ] as const,
  ),
]

test.each(CHANGED)('what is not what was sealed does not open: %s', (_, made) => {
  expect(() => open(made())).toThrow(SealedBytesBroken)
})

test('it opens under its own name and key alone', () => {
  const sealed = seal(random.bytes(100), 'one')
  expect(() => open(sealed, 'two')).toThrow(SealedBytesBroken)
  expect(() => openBytes(new Uint8Array(32), 'one', sealed)).toThrow(SealedBytesBroken)
})
