import { createDecipheriv } from 'node:crypto'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { describe, expect, test } from 'vitest'
import { createFieldCipher, type FieldPlace, openJson, SealBroken, sealJson } from './field-cipher.ts'

const keys = {
  master: new Uint8Array(32).fill(1),
  index: new Uint8Array(32).fill(2),
  random: new SeededRandom(118),
}
const cipher = createFieldCipher(keys)
const ssn: FieldPlace = { table: 'customers', id: '118/abc', column: 'ssn' }

/** Generated; the 900 area is never issued. */
const SSN = '900123456'

describe('sealed fields (design/security.md T19)', () => {
  test('open to what was sealed and show nothing of it', () => {
    const sealed = cipher.seal(ssn, SSN)
    expect(cipher.open(ssn, sealed)).toBe(SSN)
    expect(Buffer.from(sealed, 'base64').includes(SSN)).toBe(false)
    expect(openJson(cipher, ssn, sealJson(cipher, ssn, { a: ['é', 1] }))).toEqual({ a: ['é', 1] })
  })

  test('are AES-256-GCM: by the layout, node:crypto opens them with the master key (ASVS 11.3.2)', () => {
    const sealed = Buffer.from(cipher.seal(ssn, SSN), 'base64')
    const bound = Buffer.concat([sealed.subarray(0, 5), Buffer.from('customers:118/abc:ssn')])
    const open = (key: Uint8Array, box: Buffer): Buffer => {
      const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(bound).setAuthTag(box.subarray(-16))
      return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
    }
    const dataKey = open(keys.master, sealed.subarray(5, 65))
    expect(open(dataKey, sealed.subarray(65)).toString()).toBe(SSN)
  })

  test('never look the same twice', () => {
    expect(cipher.seal(ssn, SSN)).not.toBe(cipher.seal(ssn, SSN))
  })

  test.each([
    ['table', { ...ssn, table: 'contacts' }],
    ['row', { ...ssn, id: '118/abd' }],
    ['column', { ...ssn, column: 'email' }],
  ])('do not open in another %s', (_what, place) => {
    expect(() => cipher.open(place, cipher.seal(ssn, SSN))).toThrow(SealBroken)
  })

  test('do not open with any one bit changed, or cut short', () => {
    const sealed = Buffer.from(cipher.seal(ssn, SSN), 'base64')
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => cipher.open(ssn, changed.toString('base64')), `bit ${bit}`).toThrow(SealBroken)
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => cipher.open(ssn, sealed.subarray(0, length).toString('base64'))).toThrow(SealBroken)
    }
  })

  test('open after the master key was changed, as long as the old one is kept', () => {
    const sealed = cipher.seal(ssn, SSN)
    const master = new Uint8Array(32).fill(3)
    const rotated = createFieldCipher({ ...keys, master, older: [keys.master] })
    expect(rotated.open(ssn, sealed)).toBe(SSN)
    expect(rotated.blindIndex('ssn', SSN)).toBe(cipher.blindIndex('ssn', SSN))
    expect(() => createFieldCipher({ ...keys, master }).open(ssn, sealed)).toThrow(SealBroken)
    expect(() => cipher.open(ssn, rotated.seal(ssn, SSN))).toThrow(SealBroken)
  })

  test('a broken seal does not say what it held', () => {
    expect(new SealBroken(ssn).message).not.toContain('118/abc')
  })
})

test('a blind index is the same for the same value of the same column only', () => {
  expect(cipher.blindIndex('ssn', SSN)).toBe(cipher.blindIndex('ssn', SSN))
  expect(cipher.blindIndex('ssn', SSN)).not.toBe(cipher.blindIndex('email', SSN))
  expect(cipher.blindIndex('ssn', SSN)).not.toBe(cipher.blindIndex('ssn', '900123457'))
})
