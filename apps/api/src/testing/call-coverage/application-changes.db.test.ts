import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { ANSWERS, beginApplication, fillSection } from '../applications.ts'
import { linkBank } from '../bank-links.ts'
import { createCustomer } from '../customers.ts'
import { applyForLoan, askAmount, plansOf, qualifyForLoan } from '../offers.ts'
import type { TestClient } from '../test-client.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const { birthDate } = ANSWERS.personal

/** Saves one more answer of the personal section. */
async function saveAgain(client: TestClient, applicationNo: string, changed: Record<string, string>) {
  const params = { code: 'personal' }
  const { version } = await client.ask(CALLS.readForm, { params, query: { externalKey: applicationNo } })
  return client.ask(CALLS.updateForm, { params, body: { externalKey: applicationNo, changed, version } })
}

test('sections, answers and the bank follow the forms', async () => {
  const email = 'changes1@example.com'
  const client = await createCustomer(api, { email })
  const { applicationNo, loanNo } = await beginApplication(client, { ssn: '521-47-1001', email })
  await proveChanges(api, () => fillSection(client, applicationNo, 'employment'), {
    updateForm: asking(client, 'updateForm', {
      params: { code: 'employment' },
      body: { externalKey: applicationNo, changed: { monthlyNetIncome: '4100.00' }, version: 1 },
    }),
    listSection: asking(client, 'listSection', { query: { applicationNo } }),
  })
  await proveChanges(api, () => fillSection(client, applicationNo, 'bank'), {
    getBankInfo: asking(client, 'getBankInfo', { query: { loanNo } }),
  })
  await proveChanges(api, () => saveAgain(client, applicationNo, { street: '13 Elm Street' }), {
    getPersonal: asking(client, 'getPersonal', { query: { applicationNo } }),
    readForm: asking(client, 'readForm', {
      params: { code: 'personal' },
      query: { externalKey: applicationNo },
    }),
    getPersonalInfo: asking(client, 'getPersonalInfo', {}),
  })
})

test('one open application at a time: withdrawn, another can be begun', async () => {
  const email = 'changes2@example.com'
  const client = await createCustomer(api, { email })
  const { loanNo, resource } = await beginApplication(client, { ssn: '521-47-1002', email })
  const changed = { ...ANSWERS.personal, ssn: '521-47-1002', email }
  await proveChanges(api, () => client.ask(CALLS.withdrawApplication, { body: { loanNo } }), {
    createForm: asking(client, 'createForm', {
      params: { code: 'personal' },
      body: { externalKey: null, changed, version: 0 },
    }),
    parsePathResource: asking(client, 'parsePathResource', { query: { resource } }),
    infrastructureParsePathResource: asking(client, 'infrastructureParsePathResource', {
      body: { resource },
    }),
  })
})

test('what proves who the holder of a link is follows the answers of the application', async () => {
  const guest = api.client()
  const { resource, applicationNo } = await beginApplication(guest, {
    ssn: '521-47-1003',
    email: 'changes3@example.com',
  })
  const client = await createCustomer(api, { email: 'changes3@example.com' })
  const body = { resource, ssnLast4: '1004', birthDate }
  await proveChanges(api, () => saveAgain(guest, applicationNo, { ssn: '521-47-1004' }), {
    authenticateIdentity: asking(api.client(), 'authenticateIdentity', { body }),
    attachLoan: asking(client, 'attachLoan', { body }),
  })
})

test('an application begun without an account is its customer’s once it is attached', async () => {
  const guest = api.client()
  const { resource, loanNo } = await beginApplication(guest, {
    ssn: '521-47-1005',
    email: 'changes5@example.com',
  })
  const client = await createCustomer(api, { email: 'changes5@example.com' })
  const body = { resource, ssnLast4: '1005', birthDate }
  await proveChanges(api, () => client.ask(CALLS.attachLoan, { body }), {
    withdrawApplication: asking(client, 'withdrawApplication', { body: { loanNo } }),
  })
})

test('the amount follows the linked bank, and risk report and plans follow the amount', async () => {
  const email = 'changes6@example.com'
  const client = await createCustomer(api, { email })
  const { applicationNo, loanNo } = await beginApplication(client, { ssn: '521-47-1006', email })
  for (const code of ['employment', 'bank', 'question'] as const) {
    await fillSection(client, applicationNo, code)
  }
  await proveChanges(api, () => linkBank(api, client, loanNo), {
    calculateQualifiedAmount: asking(client, 'calculateQualifiedAmount', { body: { applicationNo } }),
  })
  const { recommendedOptionId } = await plansOf({ client, email, loanNo, applicationNo })
  const second = await applyForLoan(api)
  const body = { loanNo: second.loanNo, optionId: recommendedOptionId ?? '' }
  await proveChanges(api, () => askAmount(second), {
    checkRiskInfo: asking(second.client, 'checkRiskInfo', { query: { loanNo: second.loanNo } }),
    calculatePaymentSchedule: asking(second.client, 'calculatePaymentSchedule', {
      body: { mode: 0, ...body },
    }),
    savePaymentOption: asking(second.client, 'savePaymentOption', { body }),
  })
})

test('what is offered, compared and signed follows the saved plan', async () => {
  const loan = await qualifyForLoan(api)
  const { client, loanNo } = loan
  const optionId = (await plansOf(loan)).recommendedOptionId ?? ''
  await proveChanges(api, () => client.ask(CALLS.savePaymentOption, { body: { loanNo, optionId } }), {
    getPaymentOption: asking(client, 'getPaymentOption', { query: { loanNo } }),
    compareTransactionFee: asking(client, 'compareTransactionFee', {
      body: { loanNo, planA: 'current', planB: { optionId } },
    }),
    createRequestCode: asking(client, 'createRequestCode', { body: { loanNo, purpose: 'signature' } }),
  })
})
