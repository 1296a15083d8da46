import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { attachLoanCall, listSectionCall, withdrawApplicationCall } from '@dolphin/contract/applications'
import { createFormCall, readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { listInstitutionCall } from '@dolphin/contract/institutions'
import { getPaymentOptionCall, savePaymentOptionCall } from '@dolphin/contract/plans'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ANSWERS, beginApplication, fillApplication, fillSection } from '../../testing/applications.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

let serial = 0
function aPerson() {
  serial += 1
  return { ssn: `521-43-${6_000 + serial}`, email: `way${serial}@example.com` }
}

const listOf = (client: TestClient, applicationNo: string) =>
  client.ask(listSectionCall, { query: { applicationNo } })

const statesOf = ({ sections }: Awaited<ReturnType<typeof listOf>>) =>
  sections.slice(1, 6).map(({ sectionKey, status }) => `${sectionKey} ${status}`)

const read = (client: TestClient, applicationNo: string, code: string) =>
  client.ask(readFormCall, { params: { code }, query: { externalKey: applicationNo } })

/** Confirms a section as the page shows it, with what the borrower changed in it. */
async function confirm(
  client: TestClient,
  applicationNo: string,
  code: string,
  changed: Readonly<Record<string, string>> = {},
) {
  const { values, masked, version, fromReport } = await read(client, applicationNo, code)
  const shown = Object.fromEntries(fromReport.map((key) => [key, masked[key] ?? values[key]]))
  const body = { externalKey: applicationNo, changed: { ...shown, ...changed } as typeof changed, version }
  return await client.call(updateFormCall, { params: { code }, body })
}

test('a later report leaves what the borrower confirmed or changed; only what waits for them follows it', async () => {
  const person = aPerson()
  const client = await createCustomer(api, person)
  const { applicationNo, loanNo } = await beginApplication(client, person)
  await linkBank(api, client, loanNo)
  await confirm(client, applicationNo, 'employment', { monthlyNetIncome: '3900.00' })
  await linkBank(api, client, loanNo, { username: 'user_unmatched' })
  expect(statesOf(await listOf(client, applicationNo))).toEqual([
    'personal done',
    'employment done',
    'bank filled',
    'question open',
    'IBV done',
  ])
  expect(await read(client, applicationNo, 'employment')).toMatchObject({
    version: 1,
    values: { monthlyNetIncome: '3900.00' },
    fromReport: [],
  })
  expect((await read(client, applicationNo, 'bank')).masked).toEqual({ bankAccountNo: '••••9090' })
})

test('an account that the borrower named stays, and the offer says that a later report is of another', async () => {
  const person = aPerson()
  const client = await createCustomer(api, person)
  const { applicationNo, loanNo } = await beginApplication(client, person)
  await linkBank(api, client, loanNo)
  await confirm(client, applicationNo, 'employment')
  await confirm(client, applicationNo, 'bank', { bankAccountNo: '000444555666' })
  await fillSection(client, applicationNo, 'question')
  await linkBank(api, client, loanNo, { username: 'user_unmatched' })
  expect((await read(client, applicationNo, 'bank')).masked).toEqual({ bankAccountNo: '••••5666' })
  const offer = await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(offer.result).toBe(2)
})

test('an account confirmed as the bank gave it is confirmed anew where another bank is linked, and the offer is of that one', async () => {
  const person = aPerson()
  const client = await createCustomer(api, person)
  const { applicationNo, loanNo } = await beginApplication(client, person)
  await linkBank(api, client, loanNo)
  for (const code of ['employment', 'bank']) await confirm(client, applicationNo, code)
  await fillSection(client, applicationNo, 'question')
  await linkBank(api, client, loanNo, { username: 'user_unmatched' })
  expect(statesOf(await listOf(client, applicationNo))).toContain('bank filled')
  const early = await client.call(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(early).toMatchObject({ code: RESPONSE_CODES.sectionsIncomplete.code })
  await confirm(client, applicationNo, 'bank')
  const offer = await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(offer.result).toBe(1)
})

test('linked first, withdrawn, begun again: what was confirmed is known, the bank is remembered, and a link is asked for', async () => {
  const person = aPerson()
  const client = await createCustomer(api, person)
  const first = await beginApplication(client, person)
  await linkBank(api, client, first.loanNo, { username: 'user_good', institutionId: 'demo-valley' })
  await confirm(client, first.applicationNo, 'employment', { monthlyNetIncome: '3900.00' })
  await client.ask(withdrawApplicationCall, { body: { loanNo: first.loanNo, reason: 'changed my mind' } })
  api.clock.advance(1_000)
  const begun = await client.ask(createFormCall, {
    params: { code: 'personal' },
    body: { externalKey: null, changed: {}, version: 0 },
  })
  const { applicationNo, loanNo } = begun
  if (applicationNo === null || loanNo === null) throw new Error('the personal form makes an application')
  const again = await listOf(client, applicationNo)
  // The report belongs to the application that was withdrawn.
  expect(again).toMatchObject({
    nextSection: 'IBV',
    ibvStatus: IbvStatus.notStarted,
    verificationTriesLeft: 3,
  })
  expect(statesOf(again)).toEqual([
    'personal done',
    'employment open',
    'bank open',
    'question open',
    'IBV open',
  ])
  expect(await read(client, applicationNo, 'employment')).toMatchObject({
    version: 0,
    values: { monthlyNetIncome: '3900.00' },
    fromReport: [],
  })
  // Never confirmed, so that nothing of it is known.
  expect(await read(client, applicationNo, 'bank')).toMatchObject({ values: {}, masked: {} })
  const { institutions } = await client.ask(listInstitutionCall, { query: { loanNo } })
  expect(institutions[0]).toMatchObject({ institutionId: 'demo-valley', accountMasked: '••••2333' })
  await linkBank(api, client, loanNo, { username: 'user_weekly', institutionId: 'demo-valley' })
  const { values, fromReport } = await read(client, applicationNo, 'employment')
  expect(values).toMatchObject({ payrollFrequency: String(PayrollFrequency.weekly) })
  expect(values).not.toMatchObject({ monthlyNetIncome: '3900.00' })
  expect(values).not.toHaveProperty('lastPayday')
  expect(fromReport).toContain('monthlyNetIncome')
})

test('a guest links and confirms, but gets no plan; signed in, all of it is there and nothing is asked again', async () => {
  const person = aPerson()
  const guest = api.client()
  const { applicationNo, loanNo, resource } = await beginApplication(guest, person)
  await linkBank(api, guest, loanNo)
  for (const code of ['employment', 'bank'])
    expect(await confirm(guest, applicationNo, code)).toMatchObject({ code: 1 })
  await fillSection(guest, applicationNo, 'question')
  const offer = await guest.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
  expect(offer.result).toBe(1)
  const refused = RESPONSE_CODES.signInRequiredForStep.code
  expect((await guest.call(getPaymentOptionCall, { query: { loanNo } })).code).toBe(refused)
  const picked = {
    loanNo,
    terms: { amount: '300.00', frequency: PayrollFrequency.biWeekly, number: 10, firstDate: '2026-03-13' },
  }
  expect((await guest.call(savePaymentOptionCall, { body: picked })).code).toBe(refused)
  const client = await createCustomer(api, person)
  const identity = { ssnLast4: person.ssn.slice(-4), birthDate: ANSWERS.personal.birthDate }
  const attached = await client.ask(attachLoanCall, { body: { resource: resource ?? '', ...identity } })
  expect(attached).toMatchObject({ applicationNo, loanNo })
  const list = await listOf(client, applicationNo)
  expect(list).toMatchObject({ signedIn: true, attached: true, hasQualifiedPrincipal: true })
  expect(statesOf(list).every((state) => state.endsWith(' done'))).toBe(true)
  expect(await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })).toMatchObject({
    result: 1,
    maximum: offer.maximum,
  })
})

test('110 types first: a report replaces nothing that was typed, and leaves nothing to confirm (domain.md §3)', async () => {
  const person = aPerson()
  const client = await createCustomer(api, { ...person, portfolioId: 110 })
  const { applicationNo, loanNo } = await fillApplication(client, person, { monthlyNetIncome: '3333.00' })
  expect(await listOf(client, applicationNo)).toMatchObject({ nextSection: 'IBV' })
  await linkBank(api, client, loanNo, { username: 'user_weekly' })
  const list = await listOf(client, applicationNo)
  expect(list.nextSection).toBeNull()
  expect(statesOf(list).every((state) => state.endsWith(' done'))).toBe(true)
  expect(await read(client, applicationNo, 'employment')).toMatchObject({
    version: 1,
    values: { monthlyNetIncome: '3333.00', payrollFrequency: ANSWERS.employment.payrollFrequency },
    fromReport: [],
  })
})

test('two tabs confirm the same section: the second reads what the first saved, and nothing is replaced', async () => {
  const person = aPerson()
  const client = await createCustomer(api, person)
  const { applicationNo, loanNo } = await beginApplication(client, person)
  await linkBank(api, client, loanNo)
  const { values, fromReport } = await read(client, applicationNo, 'employment')
  const changed = Object.fromEntries(fromReport.map((key) => [key, values[key] as string]))
  const body = { externalKey: applicationNo, version: 0 }
  const save = (more: Readonly<Record<string, string>>) =>
    client.call(updateFormCall, {
      params: { code: 'employment' },
      body: { ...body, changed: { ...changed, ...more } },
    })
  const answers = await Promise.all([
    save({ employerName: 'Harbor Works' }),
    save({ employerName: 'Lantern Works' }),
  ])
  const codes = answers.map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set([1, RESPONSE_CODES.conflict.code]))
  const kept = (await read(client, applicationNo, 'employment')).values['employerName']
  expect(answers[codes.indexOf(1)]).toMatchObject({ data: { values: { employerName: kept } } })
  expect(answers[codes.indexOf(RESPONSE_CODES.conflict.code)]).toMatchObject({
    data: { current: { version: 1, values: { employerName: kept } } },
  })
})
