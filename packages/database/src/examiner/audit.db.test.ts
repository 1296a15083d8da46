import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { databaseWithLoan } from '@dolphin/testkit/loan-of-customer'
import { afterAll, describe, expect, test } from 'vitest'
import { appendAudit, isAuditIntact, listAudit } from './audit-repository.ts'
import { insertBehaviorRecords, insertBusinessEvent } from '../driver/event-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const anna = { portfolioId: 118, openId: 'anna/1' }

const { database, loan } = await databaseWithLoan(anna.openId)
afterAll(async () => await database.close())

describe('audit', () => {
  test('events about a subject chain, and any change breaks the chain (design/security.md T17)', async () => {
    const event = { portfolioId: 118, subject: loan.loanNo, actor: 'system', at }
    await Promise.all(
      ['a', 'b', 'c'].map(
        async (action) =>
          await database.transaction(
            async (tx) =>
              await appendAudit(tx, { ...event, action, facts: { z: 1, a: { y: [1], b: null } } }),
          ),
      ),
    )
    expect((await listAudit(database.db, 118, loan.loanNo)).map(({ sequence }) => sequence)).toEqual([
      1, 2, 3,
    ])
    expect(await isAuditIntact(database.db, 118, loan.loanNo)).toBe(true)
    await expect(database.executeSql('delete from audit_events')).rejects.toThrow('DL001')
    await database.executeSql('alter table audit_events disable trigger user')
    await database.executeSql("update audit_events set actor = 'somebody' where sequence = 2")
    await database.executeSql('alter table audit_events enable trigger user')
    expect(await isAuditIntact(database.db, 118, loan.loanNo)).toBe(false)
  })

  test('business events and behavior records are stored', async () => {
    const record = { portfolioId: 118, event: 'viewed', payload: { page: 'home' }, at }
    await insertBusinessEvent(database.db, {
      ...record,
      customerKey: STORED_NAMES.customerKey.none,
      openId: null,
    })
    await insertBehaviorRecords(database.db, [
      { ...record, source: 'web' },
      { ...record, source: 'web' },
    ])
    await insertBehaviorRecords(database.db, [])
    const { rows } = await database.executeSql(
      'select event from business_events union all select event from behavior_records',
    )
    expect(rows).toHaveLength(3)
  })
})
