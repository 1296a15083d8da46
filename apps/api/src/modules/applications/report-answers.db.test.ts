import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { PayrollType } from '@dolphin/domain/applications/codes'
import { listSectionCall } from '@dolphin/contract/applications'
import {
  createFormCall,
  readFormCall,
  saveFormStepCall,
  updateFormCall,
} from '@dolphin/contract/applications-forms'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ANSWERS, beginApplication, fillSection } from '../../testing/applications.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

let serial = 0

/** A customer who has said who they are, and linked a bank. */
async function linkedApplication(portfolioId = 118, bankUser = 'user_good') {
  serial += 1
  const email = `linked${serial}@example.com`
  const client = await createCustomer(api, { email, portfolioId })
  const { applicationNo, loanNo } = await beginApplication(client, { ssn: `521-43-${4_000 + serial}`, email })
  await linkBank(api, client, loanNo, { username: bankUser })
  const query = { externalKey: applicationNo }
  return {
    client,
    applicationNo,
    loanNo,
    list: () => client.ask(listSectionCall, { query: { applicationNo } }),
    read: (code: string) => client.ask(readFormCall, { params: { code }, query }),
    save: (code: string, changed: Record<string, string | null>, version = 0) =>
      client.call(updateFormCall, {
        params: { code },
        body: { externalKey: applicationNo, changed, version },
      }),
  }
}

type Linked = Awaited<ReturnType<typeof linkedApplication>>

const statesOf = async ({ list }: Linked) => {
  const { sections, nextSection } = await list()
  const states = sections.slice(1, 6).map(({ sectionKey, status }) => `${sectionKey} ${status}`)
  return { states, nextSection }
}

test('what the bank report gives stands as filled, and is done once the borrower confirms it', async () => {
  const linked = await linkedApplication()
  const { read, save } = linked
  expect((await linked.list()).entryOrder).toEqual(['personal', 'IBV', 'employment', 'bank', 'question'])
  expect(await statesOf(linked)).toEqual({
    states: ['personal done', 'employment filled', 'bank filled', 'question open', 'IBV done'],
    nextSection: 'question',
  })
  const employment = await read('employment')
  expect(employment.values).toMatchObject({
    employerName: 'Sample Works Inc',
    payrollType: String(PayrollType.directDeposit),
  })
  expect(employment.fromReport).toEqual(expect.arrayContaining(['employerName', 'monthlyNetIncome']))
  const bank = await read('bank')
  expect(bank).toMatchObject({ version: 0, masked: { bankAccountNo: '••••2333' } })
  expect((await save('employment', {})).code).toBe(1)
  // As the page sends it: every value as it was shown, the account number by its mask.
  expect((await save('bank', { ...(bank.values as Record<string, string>), ...bank.masked })).code).toBe(1)
  await fillSection(linked.client, linked.applicationNo, 'question')
  expect(await statesOf(linked)).toEqual({
    states: ['personal done', 'employment done', 'bank done', 'question done', 'IBV done'],
    nextSection: null,
  })
  expect((await read('employment')).fromReport).toEqual([])
})

test('a confirmation of an account that another report has replaced is refused at the field', async () => {
  const { client, applicationNo } = await linkedApplication()
  const changed = { ...ANSWERS.bank, bankAccountNo: '••••9999' }
  const body = { externalKey: applicationNo, changed, version: 0 }
  const refused = await client.call(createFormCall, { params: { code: 'bank' }, body })
  expect(refused).toMatchObject({
    code: RESPONSE_CODES.invalidInput.code,
    data: { errors: [{ elementKey: 'bankAccountNo' }] },
  })
})

test('what the borrower answered is never replaced by a later report; the rest follows the newest', async () => {
  const linked = await linkedApplication()
  const { client, applicationNo, loanNo, read } = linked
  const step = {
    incomeType: '7002',
    monthlyNetIncome: '3333.00',
    payrollType: String(PayrollType.directDeposit),
  }
  const kept = await client.call(saveFormStepCall, {
    params: { code: 'employment' },
    body: { externalKey: applicationNo, changed: step, version: 0, elements: Object.keys(step) },
  })
  expect(kept.code).toBe(1)
  await linkBank(api, client, loanNo, { username: 'user_weekly' })
  const { values, fromReport, version } = await read('employment')
  expect(values).toMatchObject({
    monthlyNetIncome: '3333.00',
    payrollFrequency: String(PayrollFrequency.weekly),
  })
  expect(values).not.toHaveProperty('lastPayday')
  expect(fromReport).not.toContain('monthlyNetIncome')
  expect(fromReport).toContain('employerName')
  expect(version).toBe(1)
})

test('what was confirmed of one report waits to be confirmed of the next; what the borrower changed stays', async () => {
  const linked = await linkedApplication()
  const { client, applicationNo, loanNo, read, save } = linked
  await save('employment', { employerName: 'Sample Works of Ohio' })
  await save('bank', {})
  await fillSection(client, applicationNo, 'question')
  await linkBank(api, client, loanNo, { username: 'user_unmatched' })
  const { states } = await statesOf(linked)
  expect(states).toEqual(['personal done', 'employment done', 'bank filled', 'question done', 'IBV done'])
  const bank = await read('bank')
  expect(bank.fromReport).toContain('bankAccountNo')
  expect(bank.version).toBe(2)
  expect((await save('bank', bank.masked, bank.version)).code).toBe(1)
  expect((await statesOf(linked)).nextSection).toBeNull()
})

test('a portfolio that types first asks in the order of product.md §3 (domain.md §3)', async () => {
  const client = await createCustomer(api, { email: 'typed-first@example.com', portfolioId: 110 })
  const { applicationNo } = await beginApplication(client, {
    ssn: '521-43-4990',
    email: 'typed-first@example.com',
  })
  const list = await client.ask(listSectionCall, { query: { applicationNo } })
  expect(list).toMatchObject({
    entryOrder: ['personal', 'employment', 'bank', 'question', 'IBV'],
    nextSection: 'employment',
  })
})

test('a report without income leaves the income to be typed, and still gives the account', async () => {
  const linked = await linkedApplication(118, 'user_no_history')
  expect(await statesOf(linked)).toMatchObject({
    states: ['personal done', 'employment open', 'bank filled', 'question open', 'IBV done'],
    nextSection: 'employment',
  })
})
