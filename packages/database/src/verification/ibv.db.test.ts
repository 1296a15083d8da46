import type { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { databaseWithLoan } from '@dolphin/testkit/loan-of-customer'
import { afterAll, describe, expect, test } from 'vitest'
import {
  findIbvRequest,
  findIbvRequestByReference,
  findLatestIbvReport,
  insertIbvRequest,
  listIbvRequests,
  listIbvRequestsToPoll,
  listWaitingIbvRequests,
  moveIbvStatus,
  saveIbvReport,
  setNextPoll,
  takeProviderEvent,
} from './ibv-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const cipher = testCipher()
const anna = { portfolioId: 118, openId: 'anna/1' }

const { database, loan } = await databaseWithLoan(anna.openId)
afterAll(async () => await database.close())

describe('bank links', () => {
  const key = { portfolioId: 118, requestCode: 'ibv1' }

  test('a status moves forward by compare-and-set; late events change nothing (design/security.md T21)', async () => {
    const request = { ...key, ...loan, provider: 'sandbox', providerReference: '', status: 0 as const }
    await insertIbvRequest(database.db, { ...request, createdAt: at, expiresAt: later(600) })
    const started = { from: [0], to: 1, providerReference: 'ref' } as const
    expect(await moveIbvStatus(database.db, key, started, later(1))).toBe(true)
    expect(await findIbvRequestByReference(database.db, 'sandbox', 'ref')).toMatchObject(key)
    expect(
      await moveIbvStatus(database.db, key, { from: [1, 3, 20], to: 100, institution: 'A Bank' }, later(2)),
    ).toBe(true)
    expect(await moveIbvStatus(database.db, key, { from: [1], to: 3 }, later(3))).toBe(false)
    expect(await findIbvRequest(database.db, key)).toMatchObject({ status: 100, institution: 'A Bank' })
    expect(await listIbvRequests(database.db, loan)).toHaveLength(1)
    const silent = (states: readonly IbvStatus[]) => ({ providers: ['sandbox'], states })
    const waiting = (more: Partial<Parameters<typeof listWaitingIbvRequests>[1]> = {}) =>
      listWaitingIbvRequests(database.db, { ...silent([100]), portfolioIds: [118], ...more }, 5)
    expect(await waiting()).toHaveLength(1)
    expect(await waiting({ portfolioIds: [110] })).toEqual([])
    expect(await waiting({ states: [1, 20] })).toEqual([])
    expect(await waiting({ after: { updatedAt: later(2), requestCode: 'ibv0' } })).toHaveLength(1)
    expect(await waiting({ after: { updatedAt: later(2), requestCode: 'ibv1' } })).toEqual([])
    expect(await listIbvRequestsToPoll(database.db, silent([100]), at, 5)).toHaveLength(1)
    await setNextPoll(database.db, key, later(9))
    expect(await listIbvRequestsToPoll(database.db, silent([100]), later(8), 5)).toEqual([])
    expect(await listIbvRequestsToPoll(database.db, silent([100]), later(9), 5)).toHaveLength(1)
  })

  test('a report is kept sealed; a repeated one replaces it', async () => {
    for (const balance of ['1.00', '2.00']) {
      await saveIbvReport(
        database.db,
        cipher,
        { ...key, ...loan },
        { report: { balance, account: '900000001' }, at },
      )
    }
    expect(await findLatestIbvReport(database.db, cipher, loan)).toMatchObject({
      requestCode: 'ibv1',
      report: { balance: '2.00' },
    })
    const { rows } = await database.executeSql('select * from ibv_reports')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('900000001')
  })

  test('a provider event is taken once', async () => {
    expect(await takeProviderEvent(database.db, 'sandbox', 'e1', at)).toBe(true)
    expect(await takeProviderEvent(database.db, 'sandbox', 'e1', at)).toBe(false)
  })
})
