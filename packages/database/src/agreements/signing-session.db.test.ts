import { SignStatus } from '@dolphin/domain/loans/codes'
import { databaseWithLoan } from '@dolphin/testkit/loan-of-customer'
import { afterAll, describe, expect, test } from 'vitest'
import {
  addEvidence,
  findSigningSession,
  findOpenSigningSession,
  insertSigningSession,
  listSigningSessions,
  listExpiredSigningSessions,
  lockSigningSession,
  updateSigningSession,
} from './signing-session-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const anna = { portfolioId: 118, openId: 'anna/1' }

const { database, loan } = await databaseWithLoan(anna.openId)
afterAll(async () => await database.close())

describe('signing sessions (domain.md §8)', () => {
  const signingSession = (requestCode: string, termsDigest = 'a'.repeat(64)) => ({
    ...loan,
    requestCode,
    openId: anna.openId,
    termsDigest,
    documentNo: null,
    documentHash: null,
    evidence: { opened: 'here' },
    openedAt: at,
    expiresAt: later(60),
  })
  const key = (requestCode: string) => ({ portfolioId: 118, requestCode })

  test('one is open per loan; it is signed exactly once', async () => {
    expect(await insertSigningSession(database.db, signingSession('c1'))).toBe(true)
    expect(await insertSigningSession(database.db, signingSession('c2', 'b'.repeat(64)))).toBe(false)
    expect(await addEvidence(database.db, key('c1'), { read: true }, at)).toBe(true)
    expect(await findOpenSigningSession(database.db, loan)).toMatchObject({ requestCode: 'c1' })
    expect(await listExpiredSigningSessions(database.db, later(60), 5)).toHaveLength(1)
    const signings = await Promise.all(
      [1, 2, 3, 4].map(
        async () =>
          await database.transaction(async (tx) => {
            await lockSigningSession(tx, key('c1'))
            return await updateSigningSession(
              tx,
              key('c1'),
              { from: 0, to: 1, signedAt: at, documentNo: 'D1' },
              at,
            )
          }),
      ),
    )
    expect(signings.filter(Boolean)).toHaveLength(1)
    expect(await addEvidence(database.db, key('c1'), { late: true }, at)).toBe(false)
    expect(await findSigningSession(database.db, key('c1'))).toMatchObject({
      signStatus: SignStatus.signed,
      documentNo: 'D1',
      evidence: { opened: 'here', read: true },
    })
    expect(await findSigningSession(database.db, { ...key('c1'), portfolioId: 110 })).toBeUndefined()
  })

  test('terms once signed are not signed again, other terms are', async () => {
    expect(await insertSigningSession(database.db, signingSession('c3'))).toBe(true)
    await expect(updateSigningSession(database.db, key('c3'), { from: 0, to: 1 }, at)).rejects.toThrow(
      '23505',
    )
    await updateSigningSession(database.db, key('c3'), { from: 0, to: 4 }, at)
    expect(await insertSigningSession(database.db, signingSession('c4', 'b'.repeat(64)))).toBe(true)
    expect(await listSigningSessions(database.db, loan)).toHaveLength(3)
  })
})
