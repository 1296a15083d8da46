import { fileURLToPath } from 'node:url'
import { verify } from '@node-rs/argon2'
import { GrantType } from '@dolphin/domain/identity/codes'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../security/keys.ts'
import { systemRandom } from '../../wall-clock.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { createPasswordHasher } from '../../security/password-hasher.ts'
import { newCode, newToken } from '../../security/secrets.ts'
import { createUserCredentials } from './user-credential.ts'

const keys = createKeyRing(new Uint8Array(32).fill(7))

/** Who asks the hasher. */
const HERE = { kind: 'known', name: 'a test' } as const

test('a password verifies only with its own hash and pepper, and never without a hash (design/security.md T1, T3)', async () => {
  const hasher = createPasswordHasher(keys.known('pepper'), systemRandom, 2)
  const stored = await hasher.hash('Correct-Horse-7', HERE)
  expect(await hasher.verify('Correct-Horse-7', stored, HERE)).toBe(true)
  expect(await hasher.verify('Correct-Horse-8', stored, HERE)).toBe(false)
  expect(await hasher.verify('a password of no account', undefined, HERE)).toBe(false)
  const other = createPasswordHasher(keys.known('other pepper'), systemRandom, 2)
  expect(await other.verify('Correct-Horse-7', stored, HERE)).toBe(false)
})

test('the stored hash is Argon2id, and without the pepper it matches no password (ASVS 11.4.2, 11.4.4)', async () => {
  const stored = await createPasswordHasher(keys.known('pepper'), systemRandom, 2).hash(
    'Correct-Horse-7',
    HERE,
  )
  const [, target = ''] = stored.split(':')
  expect(target).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(target, 'Correct-Horse-7')).toBe(false)
})

test('a password is compared as it was typed: case and spaces count (ASVS 6.2.8)', async () => {
  const hasher = createPasswordHasher(keys.known('pepper'), systemRandom, 2)
  const stored = await hasher.hash('Correct-Horse-7', HERE)
  for (const other of ['correct-horse-7', ' Correct-Horse-7', 'Correct-Horse-7 '])
    expect(await hasher.verify(other, stored, HERE)).toBe(false)
})

const newer = createKeyRing(new Uint8Array(32).fill(8), { others: [new Uint8Array(32).fill(7)] })
const newerAlone = createKeyRing(new Uint8Array(32).fill(8))

test('a password of an older pepper verifies while that is known, and so does one that names none (docs/guides/keys.md)', async () => {
  const before = createPasswordHasher(keys.known('pepper'), systemRandom, 2)
  const after = createPasswordHasher(newer.known('pepper'), systemRandom, 2)
  const stored = await before.hash('Correct-Horse-7', HERE)
  const [, unnamed = ''] = stored.split(':')
  for (const one of [stored, unnamed]) {
    expect(await after.verify('Correct-Horse-7', one, HERE)).toBe(true)
    expect(await after.verify('Correct-Horse-8', one, HERE)).toBe(false)
    expect(after.isCurrent(one)).toBe(false)
  }
  const renewed = await after.hash('Correct-Horse-7', HERE)
  expect(after.isCurrent(renewed)).toBe(true)
  expect(await before.verify('Correct-Horse-7', renewed, HERE)).toBe(false)
  const retired = createPasswordHasher(newerAlone.known('pepper'), systemRandom, 2)
  expect(await retired.verify('Correct-Horse-7', stored, HERE)).toBe(false)
  expect(await retired.verify('Correct-Horse-7', renewed, HERE)).toBe(true)
})

test('a credential of an older key is read while that is known, and new ones are of the newest (docs/guides/keys.md)', async () => {
  const claims = { sessionId: 's1', portfolioId: 118, grantType: GrantType.customer, openId: 'o1' }
  const at = new Date('2026-03-02T15:00:00Z')
  const old = await createUserCredentials(keys.credentialKeys).sign(claims, at)
  const signed = await createUserCredentials(newer.credentialKeys).sign(claims, at)
  expect(await createUserCredentials(newer.credentialKeys).read(old)).toEqual(claims)
  expect(await createUserCredentials(newerAlone.credentialKeys).read(old)).toBeUndefined()
  expect(await createUserCredentials(newerAlone.credentialKeys).read(signed)).toEqual(claims)
})

test('codes have six digits and tokens 256 bits', () => {
  for (let draw = 0; draw < 200; draw += 1) expect(newCode(systemRandom)).toMatch(/^\d{6}$/)
  expect(newToken(systemRandom)).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('the shipped list holds at least 10,000 passwords, in lower case (design/security.md D1)', () => {
  const file = fileURLToPath(new URL('../../../../../data/common-passwords.txt', import.meta.url))
  const common = loadCommonPasswords(file)
  expect(common.has('password123!')).toBe(true)
  expect(common.has('summer2024')).toBe(true)
  expect(common.has('correct-horse-7')).toBe(false)
})
