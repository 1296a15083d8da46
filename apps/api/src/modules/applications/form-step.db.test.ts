import {
  createFormCall,
  readFormCall,
  saveFormStepCall,
  updateFormCall,
} from '@dolphin/contract/applications-forms'
import { listSectionCall } from '@dolphin/contract/applications'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findSection } from '@dolphin/database/applications/application-repository'
import { SectionKey, PayrollType } from '@dolphin/domain/applications/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ANSWERS, beginApplication } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

let serial = 0
const customer = () => createCustomer(api, { email: `step${(serial += 1)}@example.com` })

const FIRST_STEP = {
  incomeType: '7002',
  monthlyNetIncome: '4000.00',
  payrollType: String(PayrollType.directDeposit),
}
const NAMES = ['firstName', 'lastName', 'birthDate', 'ssn', 'cellPhone']

interface FormStep {
  readonly externalKey: string | null
  readonly changed: Record<string, string | null>
  readonly version?: number
  readonly elements?: string[]
}

const keep = (
  client: TestClient,
  code: string,
  { externalKey, changed, version = 0, elements = Object.keys(changed) }: FormStep,
) => client.call(saveFormStepCall, { params: { code }, body: { externalKey, changed, version, elements } })

const statusOf = async (client: TestClient, applicationNo: string, section: SectionKey) => {
  const { sections } = await client.ask(listSectionCall, { query: { applicationNo } })
  return sections.find(({ sectionKey }) => sectionKey === section)?.status
}

describe('a form that is not finished (ux.md "Save and resume")', () => {
  test('a step is kept, the section stays open, and the last step finishes it', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    expect(
      await keep(client, 'employment', { externalKey: applicationNo, changed: FIRST_STEP }),
    ).toMatchObject({
      code: 1,
      data: { version: 1, externalKey: applicationNo, values: FIRST_STEP },
    })
    expect(await statusOf(client, applicationNo, SectionKey.employment)).toBe('open')
    const query = { externalKey: applicationNo }
    const elsewhere = await client.ask(readFormCall, { params: { code: 'employment' }, query })
    expect(elsewhere).toMatchObject({ version: 1, values: FIRST_STEP })
    const body = { externalKey: applicationNo, changed: { ...ANSWERS.employment }, version: 1 }
    await client.ask(updateFormCall, { params: { code: 'employment' }, body })
    expect(await statusOf(client, applicationNo, SectionKey.employment)).toBe('done')
  })

  test('a whole save finishes a section even where every answer was kept before', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    await keep(client, 'employment', { externalKey: applicationNo, changed: { ...ANSWERS.employment } })
    expect(await statusOf(client, applicationNo, SectionKey.employment)).toBe('open')
    const body = { externalKey: applicationNo, changed: {}, version: 1 }
    await client.ask(updateFormCall, { params: { code: 'employment' }, body })
    expect(await statusOf(client, applicationNo, SectionKey.employment)).toBe('done')
  })

  test('once the whole section is saved, a step of it comes too late', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    const step = { externalKey: applicationNo, changed: FIRST_STEP, version: 0 }
    const whole = { externalKey: applicationNo, changed: { ...ANSWERS.employment }, version: 1 }
    const params = { code: 'employment' }
    await proveChanges(api, () => client.ask(updateFormCall, { params, body: whole }), {
      saveFormStep: asking(client, 'saveFormStep', {
        params,
        body: { ...step, elements: Object.keys(FIRST_STEP) },
      }),
    })
  })

  test('a wrong answer of the step is refused at its field, a later one is not asked for', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    const wrong = await keep(client, 'employment', {
      externalKey: applicationNo,
      changed: { ...FIRST_STEP, monthlyNetIncome: 'much' },
    })
    expect(wrong).toMatchObject({
      code: RESPONSE_CODES.invalidInput.code,
      data: { errors: [{ elementKey: 'monthlyNetIncome' }] },
    })
  })

  test('only the named elements are taken', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    const answer = await keep(client, 'employment', {
      externalKey: applicationNo,
      changed: FIRST_STEP,
      elements: ['incomeType'],
    })
    expect(answer).toMatchObject({ code: RESPONSE_CODES.invalidInput.code })
  })

  test('a finished section and a changed one are refused', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    const refusal = (answer: { code: number }) => answer.code
    expect(
      refusal(
        await keep(client, 'personal', {
          externalKey: applicationNo,
          changed: { city: 'Dover' },
          version: 1,
        }),
      ),
    ).toBe(RESPONSE_CODES.sectionNotEditable.code)
    await keep(client, 'employment', { externalKey: applicationNo, changed: FIRST_STEP })
    expect(
      refusal(await keep(client, 'employment', { externalKey: applicationNo, changed: FIRST_STEP })),
    ).toBe(RESPONSE_CODES.conflict.code)
  })

  test("somebody else's application is not there", async () => {
    const { applicationNo } = await beginApplication(await customer())
    const answer = await keep(await customer(), 'employment', {
      externalKey: applicationNo,
      changed: FIRST_STEP,
    })
    expect(answer.code).toBe(RESPONSE_CODES.notFound.code)
  })

  test('before there is an application the first step waits in the account, the SSN as a mask', async () => {
    const client = await customer()
    const { firstName, lastName, birthDate, ssn, cellPhone } = ANSWERS.personal
    const step = { firstName, lastName, birthDate, ssn: ssn.replaceAll('-', ''), cellPhone }
    const kept = await keep(client, 'personal', { externalKey: null, changed: step, elements: NAMES })
    expect(kept).toMatchObject({ code: 1, data: { externalKey: null, version: 0 } })
    expect(JSON.stringify(kept)).not.toContain(step.ssn)
    const found = await client.ask(readFormCall, { params: { code: 'personal' }, query: {} })
    expect(found.values).toMatchObject({ firstName, lastName, birthDate })
    expect(found.masked['ssn']).toContain('9999')
    const rest = Object.entries(ANSWERS.personal).filter(([key]) => !Object.hasOwn(step, key))
    const body = { externalKey: null, changed: Object.fromEntries(rest), version: 0 }
    const begun = await client.ask(createFormCall, { params: { code: 'personal' }, body })
    expect(begun.masked['ssn']).toContain('9999')
  })

  test('without an account and an application there is nothing to keep it in', async () => {
    const answer = await keep(api.client(118), 'personal', {
      externalKey: null,
      changed: { firstName: 'Jordan' },
    })
    expect(answer.code).not.toBe(1)
  })

  test('only the first section is begun before there is an application', async () => {
    const answer = await keep(await customer(), 'bank', {
      externalKey: null,
      changed: { bankRoutingNo: '123456780' },
    })
    expect(answer.code).toBe(RESPONSE_CODES.notFound.code)
  })
})

describe('a secret that is sent back as it was shown (product.md §5: the SSN is displayed masked)', () => {
  const SENT = { masked: '***-**-9999', same: '521-44-9999' }

  test.each(Object.entries(SENT))(
    '%s: the server keeps the stored SSN and changes nothing',
    async (_, ssn) => {
      const client = await customer()
      const { applicationNo: externalKey } = await beginApplication(client)
      const body = { externalKey, changed: { ssn, city: 'Dover' }, version: 1 }
      const saved = await client.ask(updateFormCall, { params: { code: 'personal' }, body })
      expect(saved).toMatchObject({ version: 2, values: { city: 'Dover' }, masked: { ssn: '***-**-9999' } })
      const alone = { externalKey, changed: { ssn }, version: 2 }
      const again = await client.ask(updateFormCall, { params: { code: 'personal' }, body: alone })
      expect(again).toMatchObject({ version: 2, masked: { ssn: '***-**-9999' } })
      const key = { portfolioId: 118, applicationNo: externalKey }
      const section = await findSection(api.database.db, api.deps.cipher, key, SectionKey.personal)
      expect(section?.answers['ssn']).toBe('521449999')
    },
  )

  test('a step that is sent again changes nothing', async () => {
    const client = await customer()
    const { applicationNo } = await beginApplication(client)
    expect(
      await keep(client, 'employment', { externalKey: applicationNo, changed: FIRST_STEP }),
    ).toMatchObject({
      data: { version: 1 },
    })
    expect(
      await keep(client, 'employment', { externalKey: applicationNo, changed: FIRST_STEP, version: 1 }),
    ).toMatchObject({
      data: { version: 1, values: FIRST_STEP },
    })
  })

  test('a phone is stored as its digits, by any sender', async () => {
    const client = await customer()
    const { applicationNo: externalKey } = await beginApplication(client)
    const body = { externalKey, changed: { cellPhone: '302abc5550148' }, version: 1 }
    const saved = await client.ask(updateFormCall, { params: { code: 'personal' }, body })
    expect(saved.values).toMatchObject({ cellPhone: '3025550148' })
    const { contacts } = await client.ask(getPersonalInfoCall, {})
    expect(contacts).toContainEqual(expect.objectContaining({ key: 'cellPhone', value: '3025550148' }))
  })
})
