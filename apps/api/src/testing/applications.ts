import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { PayrollType } from '@dolphin/domain/applications/codes'
import type { CallReply } from '@dolphin/contract/call'
import { createFormCall } from '@dolphin/contract/applications-forms'
import type { TestClient } from './test-client.ts'

/** Form answers that every rule of the shipped forms accepts; generated, of no real person. */
export const ANSWERS = {
  personal: {
    firstName: 'Jordan',
    lastName: 'Sample',
    birthDate: '1990-05-17',
    ssn: '521-44-9999',
    street: '12 Elm Street',
    city: 'Wilmington',
    state: 'DE',
    zip: '19801',
    cellPhone: '(302) 555-0147',
    email: 'jordan@example.com',
  },
  employment: {
    incomeType: '7002',
    monthlyNetIncome: '4000.00',
    payrollType: String(PayrollType.directDeposit),
    employerName: 'Sample Works Inc',
    jobType: '1000',
    hireDate: '2020-02-03',
    payrollFrequency: String(PayrollFrequency.biWeekly),
    lastPayday: '2026-02-27',
    paydayOnHoliday: '-1',
    paydayAvailability: '0',
  },
  bank: { bankRoutingNo: '123456780', bankAccountNo: '000111222333', bankAccountType: '3001' },
  question: { military: '-1', externalOpenLoans: '0', bankruptcy: 'none' },
} as const

export type FormCode = keyof typeof ANSWERS
export type Begun = CallReply<typeof createFormCall>

/** Saves the first section: makes the application. An anonymous client goes on with the limited session. */
export async function beginApplication(
  client: TestClient,
  overrides: Readonly<Record<string, string | boolean>> = {},
): Promise<Begun & { readonly applicationNo: string; readonly loanNo: string }> {
  const changed = { ...ANSWERS.personal, ...overrides }
  const body = { externalKey: null, changed, version: 0 }
  const begun = await client.ask(createFormCall, { params: { code: 'personal' }, body })
  const { applicationNo, loanNo, session } = begun
  if (applicationNo === null || loanNo === null) throw new Error('the personal form makes an application')
  if (session !== null) client.session = session
  return { ...begun, applicationNo, loanNo }
}

/** Saves one section for the first time. */
export async function fillSection(
  client: TestClient,
  applicationNo: string,
  code: FormCode,
  overrides: Readonly<Record<string, string | undefined>> = {},
): Promise<Begun> {
  // What is undefined is not sent.
  const changed = { ...ANSWERS[code], ...overrides }
  return client.ask(createFormCall, {
    params: { code },
    body: { externalKey: applicationNo, changed, version: 0 },
  })
}

/** All four form sections of a fresh application. */
export async function fillApplication(
  client: TestClient,
  personal: Readonly<Record<string, string | boolean>> = {},
  employment: Readonly<Record<string, string | undefined>> = {},
  question: Readonly<Record<string, string>> = {},
) {
  const begun = await beginApplication(client, personal)
  await fillSection(client, begun.applicationNo, 'employment', employment)
  await fillSection(client, begun.applicationNo, 'bank')
  await fillSection(client, begun.applicationNo, 'question', question)
  return begun
}

/** A further application of somebody who applied before: every section confirmed as it was. */
export async function confirmApplication(client: TestClient) {
  const confirm = async (code: FormCode, externalKey: string | null) =>
    await client.ask(createFormCall, { params: { code }, body: { externalKey, changed: {}, version: 0 } })
  const { applicationNo, loanNo } = await confirm('personal', null)
  if (applicationNo === null || loanNo === null) throw new Error('the personal form makes an application')
  for (const code of ['employment', 'bank', 'question'] as const) await confirm(code, applicationNo)
  return { applicationNo, loanNo }
}
