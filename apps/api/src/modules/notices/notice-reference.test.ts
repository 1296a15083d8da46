import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyRing } from '../../security/keys.ts'
import {
  noticeOfMessageId,
  noticeOfReference,
  noticeOfReturnPath,
  ownerOfUnsubscribeToken,
  referenceOf,
  returnPathOf,
  unsubscribeToken,
} from './notice-reference.ts'

const old = new Uint8Array(32).fill(1)
const keys = createKeyRing(old)
const DOMAIN = 'bounce.lender.example'
const anId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((one) => Buffer.from(one).toString('base64url'))

test('a return path leads back to its notice, in any case, and fits a local part (RFC 5321 §4.5.3.1)', () => {
  fc.assert(
    fc.property(anId, (noticeId) => {
      const key = { portfolioId: 118, noticeId }
      const path = returnPathOf(keys, key, DOMAIN)
      expect(path.indexOf('@')).toBeLessThanOrEqual(64)
      for (const written of [path, path.toLowerCase(), path.toUpperCase()])
        expect(noticeOfReturnPath(keys, written)).toEqual(key)
      expect(noticeOfReference(referenceOf(key))).toEqual(key)
      expect(noticeOfMessageId(`<118.${noticeId}@lender.example>`)).toEqual(key)
    }),
    { seed: 5_321 },
  )
})

test('one changed digit, another portfolio or another key is no return path of ours', () => {
  const key = { portfolioId: 118, noticeId: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const path = returnPathOf(keys, key, DOMAIN)
  expect(noticeOfReturnPath(keys, path.replace('b+118-00', 'b+118-01'))).toBeUndefined()
  expect(noticeOfReturnPath(keys, path.replace('b+118', 'b+110'))).toBeUndefined()
  expect(noticeOfReturnPath(createKeyRing(new Uint8Array(32).fill(2)), path)).toBeUndefined()
})

test('a report of a mail from before a change of the master key is still ours', () => {
  const owner = { portfolioId: 118, openId: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const key = { portfolioId: 118, noticeId: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const changed = createKeyRing(new Uint8Array(32).fill(2), { others: [old] })
  expect(noticeOfReturnPath(changed, returnPathOf(keys, key, DOMAIN))).toEqual(key)
  expect(ownerOfUnsubscribeToken(changed, unsubscribeToken(keys, owner))).toEqual(owner)
  expect(ownerOfUnsubscribeToken(keys, unsubscribeToken(keys, owner).replace('118', '110'))).toBeUndefined()
})
