import { AccountStatus } from '@dolphin/domain/identity/codes'
import { LoanStatus, LoanFlag } from '@dolphin/domain/loans/codes'
import { cents } from '@dolphin/domain/money/cents'
import { localDate } from '@dolphin/domain/calendar/local-date'
import type { LoanState } from '@dolphin/domain/loans/loan-life'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  attachApplication,
  deleteUnattached,
  findSection,
  insertApplication,
  listSections,
  saveSection,
} from '../applications/application-repository.ts'
import { insertCustomer } from '../identity/customer-repository.ts'
import { findDecision, findLatestDecision, insertDecision } from '../decisions/decision-repository.ts'
import { findLoan, insertLoan, listLoanMoves, listOwnLoans, moveLoan, updateLoan } from './loan-repository.ts'
import type { Executor } from '../driver/executor.ts'
import type { ApplicationKey, KeyedLoan } from '../driver/owner.ts'
import { applications } from '../schema/application.ts'
import { nextSerial } from '../driver/serial.ts'

const at = new Date('2026-03-03T15:00:00Z')
const begun: LoanState = { status: LoanStatus.initializing, subStatus: null }
const validating: LoanState = { status: LoanStatus.originating, subStatus: 'autoValidation' }
const reason = { cause: 'test', actor: 'system', at }
const cipher = testCipher()

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

/** The row of an application, with or without an owner. */
async function applicationOf({ portfolioId, applicationNo }: ApplicationKey) {
  const isIt = and(eq(applications.portfolioId, portfolioId), eq(applications.applicationNo, applicationNo))
  const [row] = await database.db.select().from(applications).where(isIt)
  return row
}

describe('loans', () => {
  test('read back as they were stored: cents, days, flags (design/architecture.md: rows in, domain values out)', async () => {
    const key = await storedLoan(database.db, {
      approvedAmount: cents(50_000n),
      qualifiedMaximum: cents(100_000n),
      effectiveDate: localDate(2026, 3, 4),
      flags: [LoanFlag.recalculateLoanAmount, LoanFlag.recalculatePaymentPlan],
      signedAt: at,
    })
    expect(await findLoan(database.db, key)).toMatchObject({
      ...key,
      status: LoanStatus.initializing,
      subStatus: null,
      approvedAmount: 50_000n,
      qualifiedMaximum: 100_000n,
      effectiveDate: localDate(2026, 3, 4),
      flags: [LoanFlag.recalculateLoanAmount, LoanFlag.recalculatePaymentPlan],
      signedAt: at,
      qualifiedMinimum: null,
      version: 1,
    })
  })

  test('one open loan per customer and portfolio, however many ask at once (domain.md §1)', async () => {
    const serials = await Promise.all(
      Array.from({ length: 8 }, async () => await nextSerial(database.db, 'loan')),
    )
    expect(new Set(serials).size).toBe(8)
    const begin = async (portfolioId: number, serial: number) =>
      await database.transaction(async (tx) => {
        const loan = {
          portfolioId,
          loanNo: `${portfolioId}-${serial}`,
          customerKey: 'busy',
          applicationNo: `A${serial}`,
          openId: 'busy',
        }
        return await insertLoan(tx, { ...loan, ...begun }, reason)
      })
    const made = await Promise.all(serials.map(async (serial) => await begin(118, serial)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await begin(110, serials[0] ?? 0)).toBe(true)
    const [open] = await listOwnLoans(database.db, { portfolioId: 118, openId: 'busy' })
    expect(open).toBeDefined()
    if (!open) return
    expect(
      await moveLoan(
        database.db,
        open,
        { from: begun, to: { status: LoanStatus.withdrawn, subStatus: null } },
        reason,
      ),
    ).toMatchObject({ status: LoanStatus.withdrawn })
    expect(await begin(118, serials[7] ?? 0)).toBe(open.loanNo !== `118-${serials[7]}`)
  })

  test('of many moves from one state one holds, and it alone writes history (design/security.md I9)', async () => {
    const key = await storedLoan(database.db)
    const moves = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, index) =>
          await database.transaction(
            async (tx) =>
              await moveLoan(
                tx,
                key,
                { from: begun, to: validating, patch: { military: -1 } },
                { ...reason, cause: `racer ${index}` },
              ),
          ),
      ),
    )
    expect(moves.filter(Boolean)).toHaveLength(1)
    expect(await findLoan(database.db, key)).toMatchObject({ ...validating, military: -1, version: 2 })
    const history = await listLoanMoves(database.db, key)
    expect(history.map(({ sequence, fromStatus, toStatus }) => [sequence, fromStatus, toStatus])).toEqual([
      [1, null, 101],
      [2, 101, 102],
    ])
  })

  test('a move checks the sub-status as well', async () => {
    const key = await storedLoan(database.db)
    await moveLoan(database.db, key, { from: begun, to: validating }, reason)
    const blocked: LoanState = { status: LoanStatus.originating, subStatus: 'blocked' }
    expect(await moveLoan(database.db, key, { from: blocked, to: begun }, reason)).toBeUndefined()
    expect(await moveLoan(database.db, key, { from: validating, to: blocked }, reason)).toMatchObject(blocked)
  })

  test('a move over a state on the way is stored once, and each step has its row of history (domain.md §2)', async () => {
    const key = await storedLoan(database.db)
    const review: LoanState = { status: LoanStatus.originating, subStatus: 'customerReview' }
    const by = { state: validating, cause: 'submitted' }
    const moved = await moveLoan(database.db, key, { from: begun, to: review, by }, reason)
    expect(moved).toMatchObject({ ...review, version: 2 })
    expect(moved).toEqual(await findLoan(database.db, key))
    const history = await listLoanMoves(database.db, key)
    expect(
      history.map(({ sequence, fromSubStatus, toSubStatus, cause }) => [
        sequence,
        fromSubStatus,
        toSubStatus,
        cause,
      ]),
    ).toEqual([
      [1, null, null, 'created'],
      [2, null, validating.subStatus, 'submitted'],
      [3, validating.subStatus, 'customerReview', reason.cause],
    ])
  })

  test('an update counts the version, and misses a loan that is not there', async () => {
    const key = await storedLoan(database.db)
    expect(await updateLoan(database.db, key, { planNo: 'first' }, at)).toBe(true)
    expect(await updateLoan(database.db, { ...key, loanNo: 'none' }, { planNo: 'late' }, at)).toBe(false)
    expect(await findLoan(database.db, key)).toMatchObject({ planNo: 'first', version: 2 })
  })

  test("no customer sees another's loan, nor the same openId at another portfolio (design/security.md T5, T6)", async () => {
    const { loanNo } = await storedLoan(database.db, { openId: 'anna' })
    expect(await listOwnLoans(database.db, { portfolioId: 118, openId: 'anna' })).toMatchObject([{ loanNo }])
    for (const otherCustomer of [
      { portfolioId: 118, openId: 'bert' },
      { portfolioId: 110, openId: 'anna' },
    ]) {
      expect(await listOwnLoans(database.db, otherCustomer)).toEqual([])
    }
  })

  test.each([
    `update loan_history set to_status = ${LoanStatus.terminated}`,
    'delete from loan_history',
    'truncate loan_history cascade',
  ])('history is append-only: %s (design/security.md I12)', async (statement) => {
    await storedLoan(database.db)
    await expect(database.executeSql(statement)).rejects.toThrow('DL001')
  })

  test('the application role may not rewrite history even without the triggers (design/security.md I12)', async () => {
    for (const table of ['loan_history', 'ledger_entries', 'ledger_postings', 'audit_events', 'decisions']) {
      const forbidden = database.transaction(async (tx) => {
        await tx.execute(sql`set local role dolphin_application`)
        await tx.execute(sql.raw(`select count(*) from ${table}`))
        await tx.execute(sql.raw(`delete from ${table}`))
      })
      await expect(forbidden).rejects.toThrow('42501')
    }
  })
})

describe('applications', () => {
  const answers = { firstName: 'Ann', ssn: '900123456' }

  async function guest(): Promise<KeyedLoan & { applicationNo: string }> {
    const key = await storedLoan(database.db)
    const applicationNo = `A-${key.loanNo}`
    await insertApplication(database.db, { ...key, applicationNo, openId: null }, at)
    return { ...key, applicationNo }
  }

  const section = { sectionKey: 'personal', answers, complete: true, formVersion: 1 } as const

  test('a save over a version that is not the newest answers both (domain.md §4)', async () => {
    const key = await guest()
    expect(await saveSection(database.db, cipher, key, { section, readVersion: 0, at })).toEqual({
      saved: true,
      version: 1,
    })
    const changed = { ...section, answers: { ...answers, firstName: 'Anna' } }
    expect(await saveSection(database.db, cipher, key, { section: changed, readVersion: 1, at })).toEqual({
      saved: true,
      version: 2,
    })
    for (const stale of [0, 1, 3]) {
      expect(await saveSection(database.db, cipher, key, { section, readVersion: stale, at })).toMatchObject({
        saved: false,
        current: { version: 2, answers: { firstName: 'Anna' } },
      })
    }
    expect(await listSections(database.db, cipher, key)).toHaveLength(1)
    expect(await findSection(database.db, cipher, key, 'bank')).toBeUndefined()
  })

  test('of two first saves at once one wins and the other sees it', async () => {
    const key = await guest()
    const saves = await Promise.all(
      ['a', 'b', 'c'].map(
        async (firstName) =>
          await database.transaction(
            async (tx) =>
              await saveSection(tx, cipher, key, {
                section: { ...section, answers: { firstName } },
                readVersion: 0,
                at,
              }),
          ),
      ),
    )
    expect(saves.filter(({ saved }) => saved)).toHaveLength(1)
    const kept = await findSection(database.db, cipher, key, 'personal')
    for (const save of saves) if (!save.saved) expect(save.current).toEqual(kept)
  })

  test('answers lie sealed in the table (design/security.md T19)', async () => {
    const key = await guest()
    await saveSection(database.db, cipher, key, { section, readVersion: 0, at })
    const { rows } = await database.executeSql('select * from application_sections')
    expect(JSON.stringify(rows)).not.toContain('900123456')
  })

  test('an application begun in guidance is given to a customer once, with its loan (attach-loan)', async () => {
    const key = await guest()
    const owner = { portfolioId: 118, openId: `owner of ${key.loanNo}` }
    expect(await applicationOf(key)).toMatchObject({ openId: null })
    expect(await attachApplication(database.db, owner, key.applicationNo, at)).toBe(true)
    expect(await attachApplication(database.db, { ...owner, openId: 'other' }, key.applicationNo, at)).toBe(
      false,
    )
    expect(await applicationOf(key)).toMatchObject({ openId: owner.openId, attachedAt: at })
    expect(await listOwnLoans(database.db, owner)).toMatchObject([{ loanNo: key.loanNo }])
    const second = await guest()
    expect(await attachApplication(database.db, owner, second.applicationNo, at)).toBe(false)
  })

  test('the customer key stays as it began, whichever account owns the loan (docs/decisions/customer-key.md)', async () => {
    const key = await guest()
    await saveSection(database.db, cipher, key, { section, readVersion: 0, at })
    const owner = { portfolioId: 118, openId: `taker of ${key.loanNo}` }
    await attachApplication(database.db, owner, key.applicationNo, at)
    const { customerKey } = key
    expect(customerKey).not.toBe(owner.openId)
    expect(await listOwnLoans(database.db, owner)).toMatchObject([{ customerKey }])
    expect(await applicationOf(key)).toMatchObject({ openId: owner.openId, customerKey })
    expect(await saveSection(database.db, cipher, key, { section, readVersion: 1, at })).toEqual({
      saved: true,
      version: 2,
    })
    const elsewhere = { ...key, customerKey: owner.openId }
    await expect(
      saveSection(database.db, cipher, elsewhere, {
        section: { ...section, sectionKey: 'bank' },
        readVersion: 0,
        at,
      }),
    ).rejects.toThrow('23503')
  })

  test('of a loan begun and one taken over at the same time a customer gets one (domain.md §1)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = await guest()
      const owner = { portfolioId: 118, openId: `hasty ${key.loanNo}` }
      const profile = { firstName: 'Hasty' }
      const customer = {
        ...owner,
        email: `${key.loanNo}@example.test`,
        profile,
        accountStatus: AccountStatus.active,
      } as const
      await insertCustomer(database.db, cipher, customer, at)
      const begin = async (tx: Executor) => {
        const loan = { ...owner, customerKey: owner.openId, loanNo: `${key.loanNo}-own` }
        return await insertLoan(tx, { ...loan, applicationNo: `own ${key.loanNo}`, ...begun }, reason)
      }
      const given = await Promise.all([
        database.transaction(begin),
        database.transaction(async (tx) => await attachApplication(tx, owner, key.applicationNo, at)),
      ])
      expect(given.filter(Boolean)).toHaveLength(1)
      expect(await listOwnLoans(database.db, owner)).toHaveLength(1)
    }
  })

  test('unclaimed applications are deleted with their answers, claimed ones stay (domain.md §1)', async () => {
    const [left, claimed] = [await guest(), await guest()]
    await saveSection(database.db, cipher, left, { section, readVersion: 0, at })
    await attachApplication(database.db, { portfolioId: 118, openId: 'claimer' }, claimed.applicationNo, at)
    expect(await deleteUnattached(database.db, at)).toEqual([])
    const deleted = await deleteUnattached(database.db, new Date(at.getTime() + 1))
    expect(deleted).toContainEqual(expect.objectContaining({ portfolioId: 118, loanNo: left.loanNo }))
    expect(await applicationOf(left)).toBeUndefined()
    expect(await listSections(database.db, cipher, left)).toEqual([])
    expect(await applicationOf(claimed)).toBeDefined()
  })
})

test('a decision is kept whole, once per inputs (domain.md §6)', async () => {
  const key = await storedLoan(database.db)
  const stored = {
    ...key,
    decisionNo: `d-${key.loanNo}`,
    inputsHash: 'a'.repeat(64),
    policyVersion: '118/1',
    outcome: 'qualified',
    decision: { maximum: '500.00', trace: [{ code: 'age' }] },
    decidedAt: at,
  }
  expect(await insertDecision(database.db, cipher, stored)).toBe(true)
  expect(await insertDecision(database.db, cipher, { ...stored, decisionNo: 'again' })).toBe(false)
  expect(await findDecision(database.db, cipher, key, stored.inputsHash)).toEqual(stored)
  expect(await findDecision(database.db, cipher, key, 'b'.repeat(64))).toBeUndefined()
  expect(await findLatestDecision(database.db, cipher, key)).toEqual(stored)
  await expect(database.executeSql('delete from decisions')).rejects.toThrow('DL001')
})
