import { DAY_MS } from '@dolphin/domain/time/durations'
import { LoanFlag, LoanStatus, ReviewStatus } from '@dolphin/domain/loans/codes'
import { createFormCall, readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall } from '@dolphin/contract/applications'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillApplication, fillSection } from '../../testing/applications.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { DELETE_UNATTACHED_JOB } from './unattached.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

let serial = 0
const customer = () => createCustomer(api, { email: `o${(serial += 1)}@example.com` })

async function anOffer(username: string) {
  const client = await customer()
  const { applicationNo, loanNo } = await fillApplication(client, { ssn: `521-44-${1_000 + serial}` })
  await linkBank(api, client, loanNo, { username })
  const offer = await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
  return { client, applicationNo, loanNo, offer }
}

interface FormSave {
  readonly externalKey: string
  readonly changed: Record<string, string>
  readonly version: number
}

const save = (client: TestClient, code: string, { externalKey, changed, version }: FormSave) =>
  client.call(updateFormCall, { params: { code }, body: { externalKey, changed, version } })

test('an edit after the offer makes steps stale: income 10001, payroll 10002 as well, bank 10001 (domain.md §2)', async () => {
  const { client, applicationNo, offer } = await anOffer('user_good')
  expect(offer.result).toBe(1)
  const flags = async (code: string, changed: Record<string, string>, version: number) => {
    const saved = await save(client, code, { externalKey: applicationNo, changed, version })
    return (saved.data as { loanFlags?: number[] }).loanFlags
  }
  expect(await flags('employment', {}, 1)).toEqual([])
  expect(await flags('employment', { monthlyNetIncome: '3900.00' }, 1)).toEqual([
    LoanFlag.recalculateLoanAmount,
  ])
  expect(await flags('employment', { paydayAvailability: '1' }, 2)).toEqual([
    LoanFlag.recalculateLoanAmount,
    LoanFlag.recalculatePaymentPlan,
  ])
  expect(await flags('bank', { bankAccountType: '3000' }, 1)).toEqual([
    LoanFlag.recalculateLoanAmount,
    LoanFlag.recalculatePaymentPlan,
  ])
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list).toMatchObject({
    loanFlags: [LoanFlag.recalculateLoanAmount, LoanFlag.recalculatePaymentPlan],
    loanStatus: LoanStatus.originating,
    subStatus: 'customerReview',
    reviewStatus: ReviewStatus.customer,
  })
})

test('in customer review the personal section is closed but for what may be corrected', async () => {
  const { client, applicationNo } = await anOffer('user_good')
  for (const changed of [{ firstName: 'Other' }, { firstName: 'Other', city: 'Dover' }]) {
    const refused = await save(client, 'personal', { externalKey: applicationNo, changed, version: 1 })
    expect(refused.code).toBe(RESPONSE_CODES.sectionNotEditable.code)
  }
  expect(
    (await save(client, 'personal', { externalKey: applicationNo, changed: { city: 'Dover' }, version: 1 }))
      .code,
  ).toBe(1)
})

test('result 2: the form of the verified account unlocks the offer, other numbers do not (domain.md §6)', async () => {
  const { client, applicationNo, loanNo, offer } = await anOffer('user_unmatched')
  expect(offer.result).toBe(2)
  const match = (bankAccountNo: string) =>
    save(client, 'bank-match', {
      externalKey: applicationNo,
      changed: { bankRoutingNo: '123456780', bankAccountNo },
      version: 0,
    })
  expect(await match('000111222333')).toMatchObject({
    code: RESPONSE_CODES.invalidInput.code,
    data: { errors: [{ elementKey: 'bankAccountNo' }] },
  })
  expect(await match('55559090')).toMatchObject({
    code: RESPONSE_CODES.bankAccountNotMatched.code,
    data: {
      errors: [{ message: 'Please enter the Routing Number (or Account Number) ends with 9090' }],
    },
  })
  expect((await match('000909090909090')).code).toBe(1)
  expect((await findLoan(api.database.db, { portfolioId: 118, loanNo }))?.amountResult).toBe(1)
  const bank = await client.ask(readFormCall, {
    params: { code: 'bank' },
    query: { externalKey: applicationNo },
  })
  expect(bank).toMatchObject({ version: 2, masked: { bankAccountNo: '••••9090' } })
})

test('declined: the list leads to 301 and names the reasons and what would change them', async () => {
  const client = await customer()
  const { applicationNo, loanNo } = await beginApplication(client)
  await fillSection(client, applicationNo, 'employment')
  await fillSection(client, applicationNo, 'bank')
  await fillSection(client, applicationNo, 'question', { bankruptcy: 'open' })
  await linkBank(api, client, loanNo)
  await client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list).toMatchObject({ loanStatus: LoanStatus.withdrawn, notification: 301 })
  expect(list.reasons).toHaveLength(1)
  expect(list.reasons[0]?.change).not.toBe('')
})

test('domain.md §1: what was begun without an account is deleted after 7 days, an own application stays', async () => {
  const otherCustomer = await beginApplication(api.client(), { ssn: '521-44-0007' })
  const own = await beginApplication(await customer(), { ssn: '521-44-0008' })
  const runJob = async () => {
    await api.deps.units.write(async (unit) => {
      await api.deps.jobs.send(unit, DELETE_UNATTACHED_JOB, {})
      return { ok: true, value: undefined }
    })
    await api.runJobs()
  }
  const exists = async (applicationNo: string) =>
    (await api.database.executeSql('select from applications where application_no = $1', [applicationNo]))
      .rows.length === 1
  api.clock.advance(7 * DAY_MS - 1_000)
  await runJob()
  expect(await exists(otherCustomer.applicationNo)).toBe(true)
  api.clock.advance(2_000)
  await runJob()
  expect(await exists(otherCustomer.applicationNo)).toBe(false)
  expect(await exists(own.applicationNo)).toBe(true)
  expect((await findLoan(api.database.db, { portfolioId: 118, loanNo: otherCustomer.loanNo }))?.status).toBe(
    103,
  )
  const body = { externalKey: null, changed: {}, version: 0 }
  expect((await api.client().call(createFormCall, { params: { code: 'employment' }, body })).code).toBe(
    RESPONSE_CODES.notFound.code,
  )
})
