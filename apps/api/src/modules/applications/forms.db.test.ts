import { LoanFlag } from '@dolphin/domain/loans/codes'
import { readFormCall, updateFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall } from '@dolphin/contract/applications'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { getPersonalInfoCall } from '@dolphin/contract/identity'
import type { Envelope } from '@dolphin/contract/envelope'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findSection, saveSection } from '@dolphin/database/applications/application-repository'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { ContactType } from '@dolphin/domain/identity/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillApplication } from '../../testing/applications.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

let serial = 0
const customer = () => createCustomer(api, { email: `forms${(serial += 1)}@example.com` })

interface Save {
  readonly code: string
  readonly externalKey: string
  readonly changed: Record<string, string | null | Record<string, string>[]>
  readonly version: number
  readonly mode?: FormActionMode
}

const save = (client: TestClient, { code, ...body }: Save) =>
  client.call(updateFormCall, { params: { code }, body })

const dataOf = <Data>(envelope: Envelope<Data>): Data => {
  if (envelope.code !== 1) throw new Error(`was refused with ${envelope.code}`)
  return envelope.data as Data
}

describe('form action mode (product.md §4: preview 0, save 1)', () => {
  const preview = FormActionMode.preview

  test('a preview judges as a save does, answers the form as it would be, and stores nothing', async () => {
    const client = await customer()
    const { applicationNo: externalKey } = await beginApplication(client)
    const change = { code: 'personal', externalKey, changed: { city: 'New Castle' }, version: 1 }
    const previewed = dataOf(await save(client, { ...change, mode: preview }))
    expect(previewed).toMatchObject({ version: 1, loanFlags: [], values: { city: 'New Castle' } })
    const read = await client.ask(readFormCall, { params: { code: 'personal' }, query: { externalKey } })
    expect(read).toMatchObject({ version: 1, values: { city: 'Wilmington' } })
    const wrong = await save(client, { ...change, changed: { zip: '1' }, mode: preview })
    expect(wrong).toMatchObject({ code: RESPONSE_CODES.invalidInput.code })
    const stale = await save(client, { ...change, version: 0, mode: preview })
    expect(stale).toMatchObject({ code: RESPONSE_CODES.conflict.code })
    expect(dataOf(await save(client, change))).toMatchObject({ version: 2 })
  })

  test('after an offer it names the flags that the save would raise, and raises none', async () => {
    const client = await customer()
    const { applicationNo, loanNo } = await fillApplication(client, { ssn: `521-45-${1_000 + serial}` })
    await linkBank(api, client, loanNo, { username: 'user_good' })
    await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
    const change = {
      code: 'employment',
      externalKey: applicationNo,
      changed: { monthlyNetIncome: '3900.00' },
      version: 1,
    }
    expect(dataOf(await save(client, { ...change, mode: preview })).loanFlags).toEqual([
      LoanFlag.recalculateLoanAmount,
    ])
    const list = await client.ask(listSectionCall, { query: { applicationNo } })
    expect(list.loanFlags).toEqual([])
    expect(dataOf(await save(client, change)).loanFlags).toEqual([LoanFlag.recalculateLoanAmount])
  })
})

test('a conflict shows what is held now, secrets as masks beside the values (domain.md §4)', async () => {
  const client = await customer()
  const { applicationNo: externalKey } = await beginApplication(client)
  await save(client, { code: 'personal', externalKey, changed: { city: 'New Castle' }, version: 1 })
  const stale = await save(client, { code: 'personal', externalKey, changed: { city: 'Dover' }, version: 1 })
  expect(stale).toMatchObject({
    code: RESPONSE_CODES.conflict.code,
    data: { current: { version: 2, values: { city: 'New Castle' }, masked: { ssn: '***-**-9999' } } },
  })
  const { current } = stale.data as { current: { values: object } }
  expect(current.values).not.toHaveProperty('ssn')
})

test('what a save hides is cleared, sent or not (domain.md §4)', async () => {
  const client = await customer()
  const { applicationNo: externalKey } = await fillApplication(client)
  const change = { code: 'employment', externalKey, version: 1 }
  const saved = dataOf(await save(client, { ...change, changed: { incomeType: '7003' } }))
  expect(saved.values).not.toHaveProperty('employerName')
  const key = { portfolioId: 118, applicationNo: externalKey }
  const section = await findSection(api.database.db, api.deps.cipher, key, SectionKey.employment)
  expect(section?.answers['employerName']).toBeNull()
})

test.each([118, 110])(
  '%i: the rows of other loans are kept, read back and judged one by one, in a preview as in a save (domain.md §4)',
  async (portfolioId) => {
    const client = await createCustomer(api, { email: `rows${portfolioId}@example.com`, portfolioId })
    const { applicationNo: externalKey } = await fillApplication(client)
    const change = { code: 'question', externalKey, version: 1 }
    const loans = [
      { lender: 'Harbor Sample Finance', balance: '$1,200.00', payment: '85' },
      { lender: 'Lantern Sample Loans' },
    ]
    const preview = { ...change, mode: FormActionMode.preview }
    const wrong = { externalOpenLoans: '2', otherLoans: [{ lender: ' ', balance: '-5' }] }
    for (const asked of [preview, change]) {
      expect(await save(client, { ...asked, changed: wrong })).toMatchObject({
        code: RESPONSE_CODES.invalidInput.code,
        data: {
          errors: [{ elementKey: 'otherLoans.0.lender' }, { elementKey: 'otherLoans.0.balance' }],
        },
      })
    }
    const kept = [
      { lender: 'Harbor Sample Finance', balance: '1200.00', payment: '85' },
      { lender: 'Lantern Sample Loans', balance: null, payment: null },
    ]
    const changed = { externalOpenLoans: '2', otherLoans: loans }
    expect(dataOf(await save(client, { ...preview, changed })).values).toMatchObject({ otherLoans: kept })
    expect(dataOf(await save(client, { ...change, changed }))).toMatchObject({ version: 2 })
    const read = () => client.ask(readFormCall, { params: { code: 'question' }, query: { externalKey } })
    expect(await read()).toMatchObject({ version: 2, values: { externalOpenLoans: '2', otherLoans: kept } })
    await save(client, { ...change, changed: { externalOpenLoans: '0' }, version: 2 })
    expect((await read()).values).not.toHaveProperty('otherLoans')
  },
)

test('answers that their form no longer takes are asked for again, and a save mends them', async () => {
  const client = await customer()
  const { applicationNo } = await fillApplication(client)
  const key = { portfolioId: 118, customerKey: client.openId, applicationNo }
  const { cipher } = api.deps
  const question = await findSection(api.database.db, cipher, key, SectionKey.question)
  if (question === undefined) throw new Error('the question section was saved')
  const answers = { ...question.answers, externalOpenLoans: '500', loanPurpose: 'yacht' }
  await saveSection(api.database.db, cipher, key, {
    section: { ...question, answers },
    readVersion: question.version,
    at: api.clock.now(),
  })
  const sections = async () => {
    const list = await client.ask(listSectionCall, { query: { applicationNo } })
    return { next: list.nextSection, question: list.sections.find((each) => each.formCode === 'question') }
  }
  expect(await sections()).toMatchObject({
    next: 'question',
    question: { status: 'repair', editable: true, repairElements: ['externalOpenLoans', 'loanPurpose'] },
  })
  const changed = { externalOpenLoans: '5', loanPurpose: null }
  await save(client, { code: 'question', externalKey: applicationNo, changed, version: 2 })
  expect(await sections()).toMatchObject({ next: 'IBV', question: { status: 'done', repairElements: [] } })
})

describe('the form of contacts', () => {
  const params = { code: 'contact' }

  test('reads what is known, saves what changed, and a changed contact is unverified (domain.md §3)', async () => {
    const client = await customer()
    const owner = { portfolioId: 118, openId: client.openId }
    const phone = { contactType: ContactType.cellPhone, value: '3025550147', verified: true }
    await saveContact(api.database.db, api.deps.cipher, owner, { contact: phone, at: api.clock.now() })
    const read = await client.ask(readFormCall, { params, query: {} })
    expect(read).toMatchObject({ externalKey: client.openId, values: { cellPhone: '3025550147' } })
    const key = { code: 'contact', externalKey: client.openId }
    const changed = { cellPhone: '(302) 555-0199', alternativePhone: '302-555-0121' }
    const saved = dataOf(await save(client, { ...key, changed, version: read.version }))
    expect(saved.values).toMatchObject({ cellPhone: '3025550199', alternativePhone: '3025550121' })
    expect(saved).toMatchObject({ applicationNo: null, loanNo: null, loanFlags: [] })
    const info = await client.ask(getPersonalInfoCall, {})
    const verified = info.contacts.map(({ key: name, verified: isVerified }) => [name, isVerified])
    expect(verified).toEqual([
      ['cellPhone', false],
      ['email', true],
      ['alternativePhone', false],
    ])
    const cleared = await save(client, {
      ...key,
      changed: { alternativePhone: null },
      version: saved.version,
    })
    expect(dataOf(cleared).values).not.toHaveProperty('alternativePhone')
    const again = await client.ask(readFormCall, { params, query: { externalKey: client.openId } })
    expect(again).toMatchObject({ version: dataOf(cleared).version, values: { cellPhone: '3025550199' } })
  })

  test('a stale version shows both values; of two saves at once one holds', async () => {
    const client = await customer()
    const key = { code: 'contact', externalKey: client.openId }
    const { version } = await client.ask(readFormCall, { params, query: {} })
    const phones = ['3025550131', '3025550132', '3025550133']
    const racing = await Promise.all(
      phones.map((cellPhone) => save(client, { ...key, changed: { cellPhone }, version })),
    )
    expect(racing.filter(({ code }) => code === 1)).toHaveLength(1)
    const refused = racing.filter(({ code }) => code === RESPONSE_CODES.conflict.code)
    expect(refused).toHaveLength(2)
    const stored = await client.ask(readFormCall, { params, query: {} })
    expect(refused[0]?.data).toMatchObject({
      current: { version: stored.version, values: { cellPhone: stored.values['cellPhone'] } },
    })
  })

  test('every rule is judged, an unknown key refused, a preview stores nothing', async () => {
    const client = await customer()
    const key = { code: 'contact', externalKey: client.openId, version: 1 }
    const { version } = await client.ask(readFormCall, { params, query: {} })
    const wrong = await save(client, { ...key, changed: { cellPhone: '112' }, version })
    expect(wrong.data).toMatchObject({
      errors: [{ elementKey: 'cellPhone', message: 'Invalid phone number!' }],
    })
    const unknown = await save(client, { ...key, changed: { ssn: '521449999' }, version })
    expect(unknown.data).toMatchObject({ errors: [{ elementKey: 'ssn' }] })
    const mode = FormActionMode.preview
    const changed = { cellPhone: '3025550141' }
    expect(dataOf(await save(client, { ...key, changed, version, mode })).version).toBe(version)
    const after = await client.ask(readFormCall, { params, query: {} })
    expect(after.values).not.toHaveProperty('cellPhone')
  })

  test("another customer's key and a session limited to an application find nothing", async () => {
    const client = await customer()
    const other = await customer()
    const notFound = { code: RESPONSE_CODES.notFound.code }
    const query = { externalKey: other.openId }
    expect(await client.call(readFormCall, { params, query })).toMatchObject(notFound)
    const change = { code: 'contact', externalKey: other.openId, changed: {}, version: 0 }
    expect(await save(client, change)).toMatchObject(notFound)
    const guest = api.client()
    await beginApplication(guest)
    expect(await guest.call(readFormCall, { params, query: {} })).toMatchObject(notFound)
  })
})
