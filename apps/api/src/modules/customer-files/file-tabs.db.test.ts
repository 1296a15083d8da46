import { PaymentMode } from '@dolphin/domain/payments/codes'
import { customerAuditCall, loanLedgerCall, showCustomerCall } from '@dolphin/contract/customer-files'
import { enterOptOutCall } from '@dolphin/contract/identity'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let ada: TestClient
let loan: SignedLoan
let file: string

beforeAll(async () => {
  api = await startTestApi()
  loan = await fundLoan(api)
  await liveOn(api, '2026-03-05T10:00:00-05:00')
  file = loan.client.openId
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

describe('the ledger of a loan (domain.md §9)', () => {
  const ledger = (query: { readonly after?: string } = {}) =>
    ada.ask(loanLedgerCall, { params: { loanNo: loan.loanNo }, query })

  async function receive() {
    const { approval } = await ada.ask(CALLS.manualPosting, {
      body: {
        loanNo: loan.loanNo,
        kind: 'receipt',
        changeTypeCode: 0,
        amount: '1.00',
        effectiveDate: '2026-03-05',
        transactionNo: null,
        installmentNo: null,
        paymentMode: PaymentMode.moneyOrder,
        note: '',
      },
    })
    await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
  }

  test('says that its chain holds, with both sides of each posting, newest first, and goes on by pages', async () => {
    await proveChanges(api, receive, {
      loanLedger: asking(ada, 'loanLedger', { params: { loanNo: loan.loanNo }, query: {} }),
    })
    const whole = await ledger()
    expect(whole).toMatchObject({ intact: true, total: '0.00', after: null })
    const booked = await listPostings(api.database.db, loan)
    expect(whole.count).toBe(booked.length)
    const numbers = whole.postings.map(({ sequence }) => sequence)
    expect(numbers).toEqual(booked.map(({ sequence }) => sequence).toReversed())
    for (const { entries } of whole.postings) {
      const total = entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
      expect(total).toBe(0)
    }
    const older = await ledger({ after: '2' })
    expect(older.postings.map(({ sequence }) => sequence)).toEqual([1])
    expect(older.count).toBe(whole.count)
  })

  test('says so where a posting is not as it was booked', async () => {
    const { db } = api.database
    await db.execute(sql`alter table ledger_postings disable trigger user`)
    await db.execute(
      sql`update ledger_postings set cause = 'other' where loan_no = ${loan.loanNo} and sequence = 1`,
    )
    expect((await ledger()).intact).toBe(false)
  })

  test('of no loan is refused', async () => {
    await expectRefused(ada, 'loanLedger', { params: { loanNo: '118-9999999' }, query: {} }, 'loanNotFound')
  })
})

describe('the audit of a file', () => {
  type Kind = 'reads' | 'changes'
  const audit = (query: { readonly kind?: Kind; readonly after?: string } = {}, by = ada) =>
    by.ask(customerAuditCall, { params: { file }, query })
  const readFile = () => ada.ask(showCustomerCall, { params: { file }, query: {} })
  const optOut = () =>
    ada.ask(enterOptOutCall, {
      body: { portfolioId: 118, account: file, optOut: 'doNotCall', note: 'by phone' },
    })

  test('tells who read and who changed, of the customer and of their loans, and keeps to either', async () => {
    await readFile()
    await proveChanges(api, optOut, {
      customerAudit: asking(ada, 'customerAudit', { params: { file }, query: { kind: 'changes' } }),
    })
    const changes = (await audit({ kind: 'changes' })).events
    expect(changes[0]).toMatchObject({ event: 'optOutEntered', actor: 'employee:ada-example', subject: file })
    expect(changes.some(({ subject }) => subject === loan.loanNo)).toBe(true)
    expect(changes.every(({ event }) => event !== 'customerFileRead')).toBe(true)
    const reads = (await audit({ kind: 'reads' })).events
    expect(reads.map(({ event }) => event)).toContain('customerFileRead')
    expect(reads.every(({ subject }) => subject.startsWith('read/'))).toBe(true)
  })

  test('is itself a read of the file', async () => {
    await audit()
    const [newest] = (await audit({ kind: 'reads' })).events
    expect(newest).toMatchObject({ actor: 'employee:ada-example', facts: { call: 'customerAudit' } })
  })

  test('goes on by pages, each entry once, newest first', async () => {
    for (let at = 0; at < 55; at += 1) await readFile()
    const seen: { readonly eventNo: string; readonly at: string }[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof audit>> = await audit(after === null ? {} : { after })
      seen.push(...page.events)
      after = page.after
    } while (after !== null)
    expect(seen.length).toBeGreaterThan(55)
    expect(new Set(seen.map(({ eventNo }) => eventNo)).size).toBe(seen.length)
    const times = seen.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test('is for who may search the audit, and of a customer who is there', async () => {
    const support = await signInEmployee(api, 'sue-example', { roles: ['support'] })
    const answer = await support.call(customerAuditCall, { params: { file }, query: {} })
    expect(answer.code).toBe(RESPONSE_CODES.notPermitted.code)
    await expectRefused(ada, 'customerAudit', { params: { file: 'absent-customer' }, query: {} }, 'notFound')
    await expectRefused(ada, 'customerAudit', { params: { file }, query: { after: 'here' } }, 'invalidInput')
  })
})
