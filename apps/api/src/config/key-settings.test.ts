import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createKeyRing, lastingKeysOf, openKeyRing } from '../security/keys.ts'
import { LASTING_PURPOSES } from './key-settings.ts'

const key = (byte: number): string => Buffer.alloc(32, byte).toString('hex')
const bytes = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const LASTING = Buffer.from(lastingKeysOf(bytes(1))).toString('base64')
const ringOf = (env: Readonly<Record<string, string>>) =>
  openKeyRing(readConfig({ DOLPHIN_MODE: 'test', ...env }, '/tmp'))

test('what lasts stays as it was when the master key changes, and everything else changes (docs/guides/keys.md)', () => {
  const before = ringOf({ MASTER_KEY: key(1) })
  const after = ringOf({ MASTER_KEY: key(2), OTHER_MASTER_KEYS: key(1), LASTING_KEYS: LASTING })
  for (const purpose of LASTING_PURPOSES) expect(after.derive(purpose)).toEqual(before.derive(purpose))
  expect(after.derive('browser binding')).not.toEqual(before.derive('browser binding'))
  expect(after.known('field master')).toEqual([
    createKeyRing(bytes(2)).derive('field master'),
    before.derive('field master'),
  ])
})

test('each purpose has a key of its own, and none is the master key (ASVS 11.1.2, 13.3.2)', () => {
  const ring = ringOf({ MASTER_KEY: key(1) })
  const purposes = [...LASTING_PURPOSES, 'field master', 'browser binding', 'password pepper']
  const hex = (bytesOfKey: Uint8Array) => Buffer.from(bytesOfKey).toString('hex')
  expect(new Set([key(1), ...purposes.map((purpose) => hex(ring.derive(purpose)))]).size).toBe(
    purposes.length + 1,
  )
})

test('before the keys change places nothing changes at all', () => {
  const before = ringOf({ MASTER_KEY: key(1) })
  const prepared = ringOf({ MASTER_KEY: key(1), OTHER_MASTER_KEYS: key(2), LASTING_KEYS: LASTING })
  for (const purpose of [...LASTING_PURPOSES, 'field master', 'browser binding'])
    expect(prepared.derive(purpose)).toEqual(before.derive(purpose))
})

test.each([
  [{ MASTER_KEY: key(2), OTHER_MASTER_KEYS: key(1) }, 'OTHER_MASTER_KEYS goes with LASTING_KEYS'],
  [{ OTHER_MASTER_KEYS: key(1), LASTING_KEYS: LASTING }, 'OTHER_MASTER_KEYS goes with MASTER_KEY'],
  [
    { MASTER_KEY: key(2), OTHER_MASTER_KEYS: 'short', LASTING_KEYS: LASTING },
    'OTHER_MASTER_KEYS: must be keys',
  ],
  [{ MASTER_KEY: key(2), LASTING_KEYS: key(1) }, 'LASTING_KEYS: must be what'],
])('keys that do not fit together are refused at the start (%#)', (env, words) => {
  expect(() => readConfig({ DOLPHIN_MODE: 'test', ...env }, '/tmp')).toThrow(words)
})
