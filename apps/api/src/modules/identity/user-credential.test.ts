import { GrantType } from '@dolphin/domain/identity/codes'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { decodeJwt, decodeProtectedHeader, exportJWK, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createKeyRing } from '../../security/keys.ts'
import { withEachBitFlipped } from '../../testing/flipped-bits.ts'
import { createUserCredentials } from './user-credential.ts'

const keys = createKeyRing(new Uint8Array(32).fill(7))
const credentials = createUserCredentials(keys.credentialKeys)
const CLAIMS = { sessionId: 's1', portfolioId: 118, grantType: GrantType.customer, openId: 'o1' }
const AT = new Date('2026-03-02T15:00:00Z')
const SIGNATURE_BYTES = 64
const RANDOM_ONES = 10_000

test('design/security.md T8: a credential with any one bit flipped is refused, also where it would decode to the same bytes', async () => {
  const signed = await credentials.sign(CLAIMS, AT)
  expect(await credentials.read(signed)).toEqual(CLAIMS)
  const altered = withEachBitFlipped(signed)
  expect(altered).toHaveLength(8 * signed.length)
  const accepted: string[] = []
  for (const text of altered) if ((await credentials.read(text)) !== undefined) accepted.push(text)
  expect(accepted).toEqual([])
})

test('design/security.md T8: of 10,000 made-up credentials none is taken: all random, a random signature, other claims', async () => {
  const random = new SeededRandom(8)
  const part = (count: number) => Buffer.from(random.bytes(count)).toString('base64url')
  const [header = '', payload = '', signature = ''] = (await credentials.sign(CLAIMS, AT)).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<Record<string, unknown>>
  const otherClaims = () => Buffer.from(JSON.stringify({ ...claims, sid: part(16) })).toString('base64url')
  const makers = [
    () => [part(24), part(90), part(SIGNATURE_BYTES)],
    () => [header, payload, part(SIGNATURE_BYTES)],
    () => [header, otherClaims(), signature],
  ] as const
  const accepted: string[] = []
  for (let made = 0; made < RANDOM_ONES; made += 1) {
    const text = (makers[made % makers.length] ?? makers[0])().join('.')
    if ((await credentials.read(text)) !== undefined) accepted.push(text)
  }
  expect(accepted).toEqual([])
})

test('design/security.md T8: the algorithm is ours to choose: none, a symmetric one and another key are refused', async () => {
  const signed = await credentials.sign(CLAIMS, AT)
  const [, payload = '', signature = ''] = signed.split('.')
  for (const header of ['{"alg":"none"}', '{"alg":"HS256"}', '{"alg":"EdDSA","typ":"JWT","kid":"theirs"}']) {
    const head = Buffer.from(header).toString('base64url')
    for (const end of ['', signature])
      expect(await credentials.read(`${head}.${payload}.${end}`)).toBeUndefined()
  }
  const theirs = createUserCredentials(createKeyRing(new Uint8Array(32).fill(9)).credentialKeys)
  expect(await credentials.read(await theirs.sign(CLAIMS, AT))).toBeUndefined()
})

test('a key that a credential names itself is not taken (ASVS 9.1.3)', async () => {
  const { privateKey, publicKey } = createKeyRing(new Uint8Array(32).fill(9)).credentialKeys[0]
  const { kty, crv, x } = await exportJWK(publicKey)
  const theirs = await new SignJWT({ sid: 's1', pid: 118, gty: GrantType.customer })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', jwk: { kty: kty ?? '', crv: crv ?? '', x: x ?? '' } })
    .setIssuer('dolphin')
    .setAudience('dolphin-api')
    .sign(privateKey)
  expect(await credentials.read(theirs)).toBeUndefined()
})

describe('what a credential says', () => {
  test('who, where, since when and by whom; a limited session names no customer', async () => {
    const signed = await credentials.sign(CLAIMS, new Date('2026-03-02T15:00:00.999Z'))
    expect(decodeProtectedHeader(signed)).toEqual({ alg: 'EdDSA', typ: 'JWT' })
    expect(decodeJwt(signed)).toEqual({
      sid: 's1',
      pid: 118,
      gty: GrantType.customer,
      sub: 'o1',
      iss: 'dolphin',
      aud: 'dolphin-api',
      iat: AT.getTime() / 1_000,
    })
    const limited = { ...CLAIMS, openId: undefined }
    expect(await credentials.read(await credentials.sign(limited, AT))).toEqual(limited)
    const employee = { ...limited, portfolioId: 0, grantType: GrantType.employee }
    expect(await credentials.read(await credentials.sign(employee, AT))).toEqual(employee)
  })

  const GOOD = { sid: 's1', pid: 118, gty: GrantType.customer }
  const genuine = (claims: Readonly<Record<string, unknown>>, issuer = 'dolphin', audience = 'dolphin-api') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .sign(keys.credentialKeys[0].privateKey)

  test('signed by us but of another issuer, for another audience or without what it must say, it is refused', async () => {
    expect(await credentials.read(await genuine(GOOD))).toEqual({ ...CLAIMS, openId: undefined })
    const refused = [
      genuine(GOOD, 'another'),
      genuine(GOOD, 'dolphin', 'another'),
      genuine({ ...GOOD, sid: 1 }),
      genuine({ ...GOOD, pid: '118' }),
      genuine({ ...GOOD, gty: 99 }),
      genuine({ pid: 118, gty: GrantType.customer }),
      genuine({ sid: 's1', gty: GrantType.customer }),
      genuine({ sid: 's1', pid: 118 }),
    ]
    for (const made of refused) expect(await credentials.read(await made)).toBeUndefined()
  })

  test('a second key is known while credentials of it are about (keys.md)', async () => {
    const before = createKeyRing(new Uint8Array(32).fill(9)).credentialKeys
    const changed = createUserCredentials([keys.credentialKeys[0], ...before])
    const old = await createUserCredentials(before).sign(CLAIMS, AT)
    expect(await changed.read(old)).toEqual(CLAIMS)
    expect(await changed.read(await changed.sign(CLAIMS, AT))).toEqual(CLAIMS)
    expect(await credentials.read(await changed.sign(CLAIMS, AT))).toEqual(CLAIMS)
  })

  test('one that was read is read again, also after so many others that those remembered begin anew', async () => {
    const first = await credentials.sign({ ...CLAIMS, sessionId: 'first' }, AT)
    const claims = await credentials.read(first)
    await credentials.read(await credentials.sign({ ...CLAIMS, sessionId: 'second' }, AT))
    expect(await credentials.read(first)).toBe(claims)
    for (let other = 0; other < 1_000; other += 1)
      await credentials.read(await credentials.sign({ ...CLAIMS, sessionId: `other-${other}` }, AT))
    const again = await credentials.read(first)
    expect(again).toEqual(claims)
    expect(again).not.toBe(claims)
  })
})
