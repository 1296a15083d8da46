import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { CALLS } from '@dolphin/contract/registry'
import { SAMPLE_CSV, samplePng } from '@dolphin/integrations/statement/sample-statements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { fillApplication } from '../applications.ts'
import { createCustomer } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { planLoan } from '../offers.ts'
import type { TestClient, TestFile } from '../test-client.ts'
import { publishEdit } from '../versions.ts'
import { asking, proveChanges } from './prove-changes.ts'
import { UNKNOWN_TABLE } from './scene.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const query = { portfolioId: 118 } as const
const note = 'checked with the employer'
const csv = { name: 'march.csv', type: 'text/csv', bytes: Buffer.from(SAMPLE_CSV) }
const noise = {
  name: 'page.png',
  type: 'image/png',
  bytes: Buffer.concat([samplePng(), Buffer.from('PK\u0003\u0004')]),
}
const nothing = () => Promise.resolve()
let serial = 0

async function anApplicant() {
  serial += 1
  const email = `statement${serial}@example.com`
  const client = await createCustomer(api, { email })
  return { client, ...(await fillApplication(client, { email, ssn: `521-50-${1_000 + serial}` })) }
}

const upload = (client: TestClient, loanNo: string, file: TestFile = csv) =>
  client.ask(CALLS.uploadBankStatement, { body: { loanNo } }, { file })

const acceptance = (requestCode: string) => ({
  body: { requestCode, accountTail: '2333', ownerName: 'Jordan Sample', findings: {}, note },
})

type Content = Record<string, unknown>

/** Edits the entries of a data file that is a list. */
const editingEach =
  (edit: (entry: Content) => Content) =>
  (content: Content): Content =>
    (content as unknown as Content[]).map((entry) => ({ ...entry, ...edit(entry) })) as unknown as Content

test('a statement waits for a person; what one of them decided stands', async () => {
  const { client, loanNo } = await anApplicant()
  let requestCode = ''
  const send = async () => ({ requestCode } = await upload(client, loanNo))
  await proveChanges(api, send, { listStatement: asking(employee, 'listStatement', { query: {} }) })
  const other = await anApplicant()
  const second = await upload(other.client, other.loanNo)
  await proveChanges(api, () => employee.ask(CALLS.acceptStatement, acceptance(requestCode)), {
    showStatement: asking(employee, 'showStatement', { params: { requestCode } }),
    refuseStatement: {
      before: asking(employee, 'refuseStatement', {
        body: { requestCode: second.requestCode, reason: 'tooOld', note },
      }),
      after: asking(employee, 'refuseStatement', { body: { requestCode, reason: 'tooOld', note } }),
    },
  })
  await proveChanges(api, nothing, {
    acceptStatement: {
      before: async () => {
        const third = await anApplicant()
        const sent = await upload(third.client, third.loanNo)
        return employee.call(CALLS.acceptStatement, acceptance(sent.requestCode))
      },
      after: asking(employee, 'acceptStatement', acceptance(second.requestCode)),
    },
  })
  await proveChanges(api, () => client.ask(CALLS.withdrawApplication, { body: { loanNo } }), {
    uploadBankStatement: {
      before: asking((await anApplicant()).client, 'uploadBankStatement', { body: {} }, { file: csv }),
      after: asking(client, 'uploadBankStatement', { body: { loanNo } }, { file: csv }),
    },
  })
})

test('an answer about the columns of a statement ends the question; a withdrawal ends both', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await upload(client, loanNo, UNKNOWN_TABLE)
  const other = await anApplicant()
  const second = await upload(other.client, other.loanNo, UNKNOWN_TABLE)
  const answer = { body: { requestCode, columns: null } }
  await proveChanges(api, () => client.ask(CALLS.saveStatementColumns, answer), {
    showStatementColumns: asking(client, 'showStatementColumns', { query: { requestCode } }),
  })
  const gone = await anApplicant()
  const third = await upload(gone.client, gone.loanNo, UNKNOWN_TABLE)
  const withdraw = () => gone.client.ask(CALLS.withdrawApplication, { body: { loanNo: gone.loanNo } })
  await proveChanges(api, withdraw, {
    saveStatementColumns: {
      before: asking(other.client, 'saveStatementColumns', {
        body: { requestCode: second.requestCode, columns: null },
      }),
      after: asking(gone.client, 'saveStatementColumns', {
        body: { requestCode: third.requestCode, columns: null },
      }),
    },
  })
})

test('a file that cannot be identified is quarantined until an employee releases it', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await upload(client, loanNo, noise)
  await employee.ask(CALLS.releaseStatement, { body: { requestCode, note } })
  const again = await anApplicant()
  const held = await upload(again.client, again.loanNo, noise)
  const refuse = () =>
    employee.ask(CALLS.refuseStatement, {
      body: { requestCode: held.requestCode, reason: 'unsafeFile', note },
    })
  const third = await anApplicant()
  const open = await upload(third.client, third.loanNo, noise)
  await proveChanges(api, refuse, {
    releaseStatement: {
      before: asking(employee, 'releaseStatement', { body: { requestCode: open.requestCode, note } }),
      after: asking(employee, 'releaseStatement', { body: { requestCode: held.requestCode, note } }),
    },
    statementFile: {
      before: asking(employee, 'statementFile', { params: { requestCode: 'nothing-sent-yet' } }),
      after: asking(employee, 'statementFile', { params: { requestCode: held.requestCode } }),
    },
  })
})

test('coupons: what is applied shows in the list, in what it would save and on the loan', async () => {
  const loan = await planLoan(api)
  const { client, loanNo } = loan
  const save10 = { loanNo, couponCode: 'SAVE10' }
  await proveChanges(api, () => client.ask(CALLS.couponApply, { body: save10 }), {
    couponList: asking(client, 'couponList', {}),
    checkCoupon: asking(client, 'checkCoupon', { query: { couponCode: 'SAVE10', loanNo } }),
    listCoupon: asking(employee, 'listCoupon', { query }),
  })
  const other = await planLoan(api)
  const body = { loanNo: other.loanNo, couponCode: 'SAVE10' }
  const withdraw = () => other.client.ask(CALLS.withdrawApplication, { body: { loanNo: other.loanNo } })
  await proveChanges(api, withdraw, {
    couponApply: asking(other.client, 'couponApply', { body }),
    couponRemove: asking(other.client, 'couponRemove', { body }),
  })
})

test('a personal coupon waits for a new version to name it, and is given once', async () => {
  const { openId } = await createCustomer(api, { email: 'coupon1@example.com' })
  const body = { openId, couponCode: 'WELCOME25' }
  const personal = editingEach(({ couponCode }) => (couponCode === 'WELCOME25' ? { personal: true } : {}))
  await proveChanges(api, () => publishEdit(employee, { kind: 'coupon', key: 'coupon' }, personal), {
    issueCoupon: asking(employee, 'issueCoupon', { body }),
  })
})

test('consent texts and products follow their published versions', async () => {
  const publish = async (
    item: Parameters<typeof publishEdit>[1],
    edit: Parameters<typeof publishEdit>[2],
  ) => {
    const answer = await publishEdit(employee, item, edit)
    expect(answer.code, JSON.stringify(answer)).toBe(1)
  }
  const body = {
    portfolioId: 118,
    amount: '500.00',
    frequency: PayrollFrequency.biWeekly,
    number: 6,
    state: 'DE',
    payday: '2026-03-13',
  } as const
  await proveChanges(
    api,
    async () => {
      await publish(
        { kind: 'product', key: 'product' },
        editingEach(({ productCode }) => (productCode === 'TI-260' ? { annualRate: '2.50' } : {})),
      )
      await publish({ kind: 'consent', key: 'marketingCallsAndTexts' }, (content) => ({
        ...content,
        label: { en: 'Calls and texts about offers', es: 'Llamadas y mensajes sobre ofertas' },
      }))
    },
    {
      getPortfolioProgram: asking(api.client(), 'getPortfolioProgram', { query }),
      getSimulatedData: asking(api.client(), 'getSimulatedData', { body }),
      getConsentTemplate: asking(api.client(), 'getConsentTemplate', { query }),
    },
  )
})

test('what pages report is answered by how much was taken', async () => {
  const client = await createCustomer(api, { email: 'pages@example.com' })
  const at = api.clock.now().toISOString()
  const record = { source: 'home', event: 'page', route: '/home', name: '/home', value: null, at } as const
  await proveChanges(api, nothing, {
    saveBehaviorRecord: {
      before: asking(client, 'saveBehaviorRecord', { body: { records: [record] } }),
      after: asking(client, 'saveBehaviorRecord', { body: { records: [record, record] } }),
    },
    recordBusinessData: {
      before: asking(client, 'recordBusinessData', { body: { event: 'planSeen', payload: {} } }),
      after: asking(api.client(), 'recordBusinessData', { body: { event: 'planSeen', payload: {} } }),
    },
  })
})
