import { GrantType } from '@dolphin/domain/identity/grant-type'
import { SeededRandom } from '@dolphin/testkit/seeded-random'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../keys.ts'
import { withEachBitFlipped } from '../../testing/flipped-bits.ts'
import { createUserCredentials } from './user-credential.ts'

const keys = createKeyRing(new Uint8Array(32).fill(7))
const credentials = createUserCredentials(keys.credentialKeys)
const CLAIMS = { sessionId: 's1', portfolioId: 118, grantType: GrantType.customer, openId: 'o1' }
const AT = new Date('2026-03-02T15:00:00Z')
const SIGNATURE_BYTES = 64
const RANDOM_ONES = 10_000

test('security.md T8: a credential with any one bit flipped is refused, also where it would decode to the same bytes', async () => {
  const signed = await credentials.sign(CLAIMS, AT)
  expect(await credentials.read(signed)).toEqual(CLAIMS)
  const altered = withEachBitFlipped(signed)
  expect(altered).toHaveLength(8 * signed.length)
  const accepted: string[] = []
  for (const text of altered) if ((await credentials.read(text)) !== undefined) accepted.push(text)
  expect(accepted).toEqual([])
})

test('security.md T8: of 10,000 made-up credentials none is taken: all random, a random signature, other claims', async () => {
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

test('security.md T8: the algorithm is ours to choose: none, a symmetric one and another key are refused', async () => {
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
