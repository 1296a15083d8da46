import { LoanStatus } from '@dolphin/domain/loans/codes'
import { findCustomersCall } from '@dolphin/contract/customer-files'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listAudit, readOf } from '@dolphin/database/examiner/audit-repository'
import { findCustomer, insertCustomer } from '@dolphin/database/identity/customer-repository'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { fundLoan } from '../../testing/funded-loans.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { rebuildFindTokensJob } from './rebuild-find-tokens.ts'

let api: TestApi
let ada: TestClient
let loan: SignedLoan

beforeAll(async () => {
  api = await startTestApi()
  loan = await fundLoan(api)
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

const find = (typed: string, by: TestClient = ada) => by.ask(findCustomersCall, { body: { typed } })
const filesOf = async (typed: string, by: TestClient = ada) =>
  (await find(typed, by)).hits.map(({ file, foundBy }) => `${file} ${foundBy}`)

describe('a borrower is found by (design/console.md, Find)', () => {
  test('the number of the loan, its application, a transaction and its trace', async () => {
    const [sent] = await listTransactions(api.database.db, loan)
    const { openId } = loan.client
    expect(await filesOf(loan.loanNo)).toContain(`${openId} loan`)
    expect(await filesOf(loan.applicationNo)).toEqual([`${openId} application`])
    expect(await filesOf(sent?.transactionNo ?? '')).toEqual([`${openId} transaction`])
    expect(await filesOf(sent?.traceNumber ?? '')).toEqual([`${openId} trace`])
  })

  test('email, phone, SSN ending with birth date, name, and the ending of the account', async () => {
    const owner = { portfolioId: 118, openId: loan.client.openId }
    const customer = await findCustomer(api.database.db, api.deps.cipher, owner)
    const { profile, ssn } = customer ?? { profile: {}, ssn: null }
    const account = await findLoanAccount(api.database.db, loan)
    const file = loan.client.openId
    expect(await filesOf(loan.email.toUpperCase())).toEqual([`${file} email`])
    expect(await filesOf(`${ssn?.slice(-4)} ${profile.birthDate}`)).toContain(`${file} ssnAndBirth`)
    expect(await filesOf(`${profile.lastName}, ${profile.firstName?.slice(0, 1)}`)).toContain(`${file} name`)
    expect(await filesOf(account?.accountTail ?? '')).toContain(`${file} account`)
  })

  test('with the name, and the loans as they stand', async () => {
    const [hit] = (await find(loan.email)).hits
    expect(hit).toMatchObject({
      portfolioId: 118,
      loans: [{ loanNo: loan.loanNo, loanStatus: LoanStatus.disbursed }],
    })
    expect(hit?.name).not.toBe('')
  })
})

test('an application without an account is found by its numbers, under its loan', async () => {
  const { loanNo, applicationNo } = await beginApplication(api.client())
  expect(await filesOf(loanNo)).toContain(`${loanNo} loan`)
  expect((await find(applicationNo)).hits).toMatchObject([{ file: loanNo, loans: [{ loanNo }] }])
})

test('only in the portfolios of the employee; those of another are not found by any number', async () => {
  const elsewhere = await signInEmployee(api, 'otto-example', { roles: ['support'], portfolioId: 110 })
  for (const typed of [loan.loanNo, loan.applicationNo, loan.email]) {
    expect((await find(typed, elsewhere)).hits, typed).toEqual([])
  }
  const answer = await elsewhere.call(findCustomersCall, { body: { typed: loan.email, portfolioId: 118 } })
  expect(answer.code).toBe(RESPONSE_CODES.notPermitted.code)
})

test('at most twenty are shown, and that there are more is said', async () => {
  const { database, cipher, clock } = api.deps
  const profile = { firstName: 'Jordan', lastName: 'Sample' }
  for (let at = 0; at < 21; at += 1) {
    const owner = { portfolioId: 118, openId: `many-${at}`, email: `many-${at}@example.com` }
    const customer = { ...owner, profile, accountStatus: AccountStatus.active }
    await database.transaction((tx) => insertCustomer(tx, cipher, customer, clock.now()))
  }
  const { hits, more } = await find('Sample, J')
  expect([hits.length, more]).toEqual([20, true])
})

test('what can be read in no way is not searched, counted or noted', async () => {
  const bea = await signInEmployee(api, 'bea-example')
  expect(await find('!?', bea)).toEqual({ kinds: [], hits: [], more: false })
  expect(await searchesOf('bea-example')).toEqual([])
})

const searchesOf = async (employeeId: string) =>
  await listAudit(api.database.db, 0, readOf(`find/${employeeId}`))

test('each search is in the audit: who, by which kind, how many; never what was typed', async () => {
  const cleo = await signInEmployee(api, 'cleo-example')
  await find(loan.email, cleo)
  const events = await searchesOf('cleo-example')
  expect(events).toMatchObject([
    { action: 'customersSearched', actor: 'employee:cleo-example', facts: { kinds: ['email'], hits: 1 } },
  ])
  expect(JSON.stringify(events)).not.toContain(loan.email)
})

test('sixty searches an hour a person', async () => {
  const dora = await signInEmployee(api, 'dora-example')
  for (let at = 0; at < 60; at += 1) await find('A0000001', dora)
  const body = { typed: 'A0000001' }
  const refused = await dora.call(findCustomersCall, { body })
  expect(refused.code).toBe(RESPONSE_CODES.tooManyRequests.code)
  expect((await ada.call(findCustomersCall, { body })).code).toBe(1)
  api.clock.advance(3_600_001)
  expect((await (await signInEmployee(api, 'dora-example')).call(findCustomersCall, { body })).code).toBe(1)
  ada = await signInEmployee(api)
})

test('find answers from what customers say of themselves (contract.md)', async () => {
  const typed = 'newcomer@example.com'
  await proveChanges(api, () => createCustomer(api, { email: typed }), {
    findCustomers: asking(ada, 'findCustomers', { body: { typed } }),
  })
  expect(CALLS.findCustomers.idempotent).toBe(false)
})

test('customers from before there were tokens are found once the job has run', async () => {
  await api.database.executeSql('delete from find_tokens')
  await api.database.executeSql('update customers set find_key = null')
  expect(await filesOf(loan.email)).toEqual([])
  await rebuildFindTokensJob(api.deps).run({})
  expect(await filesOf(loan.email)).toEqual([`${loan.client.openId} email`])
})
