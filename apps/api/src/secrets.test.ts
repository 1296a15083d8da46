import { expect, test } from 'vitest'
import { newId } from './security/secrets.ts'

test('a public id never begins with a dash, for people type it after a command, where that begins an option', () => {
  // 0xf8 begins with the six bits of "-", 0xfc with those of "_"
  const drawn = [0xf8, 0xfb, 0xfc]
  const random = { bytes: (length: number) => new Uint8Array(length).fill(drawn.shift() ?? 0) }
  expect(newId(random)).toBe(Buffer.from(new Uint8Array(16).fill(0xfc)).toString('base64url'))
  expect(drawn).toEqual([])
})
