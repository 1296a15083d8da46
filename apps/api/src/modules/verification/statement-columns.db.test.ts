import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { withdrawApplicationCall } from '@dolphin/contract/applications'
import { documentListCall } from '@dolphin/contract/documents'
import { saveStatementColumnsCall, showStatementColumnsCall } from '@dolphin/contract/statement-columns'
import { getProviderCall, getRequestStatusCall } from '@dolphin/contract/verification'
import { listStatementCall, showStatementCall } from '@dolphin/contract/verification-staff'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { uploadStatement } from '../../testing/uploads.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

let serial = 0

async function anApplicant() {
  serial += 1
  const email = `columns${serial}@example.com`
  const client = await createCustomer(api, { email })
  return { client, ...(await fillApplication(client, { email, ssn: `521-47-${3_000 + serial}` })) }
}

/** Pay every two weeks and a rent, by days before the server's day, under headings that no bank writes. */
function unknownCsv(): string {
  const dayAt = (days: number) =>
    new Date(api.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)
  const rows = [85, 71, 57, 43, 29, 15, 1].map((days) => `${dayAt(days)},SAMPLE WORKS PAYROLL,1850.00`)
  return ['When,What,How much', ...rows, `${dayAt(1)},SAMPLE RENT,-950.00`].join('\n')
}

async function asked(client: TestClient, loanNo: string) {
  const answer = await uploadStatement(api, client, loanNo, { fileName: 'march.csv', bytes: unknownCsv() })
  if (answer.code !== 1) throw new Error(JSON.stringify(answer))
  return answer.data as Extract<typeof answer, { code: 1 }>['data']
}

const COLUMNS = {
  date: 0,
  description: 1,
  amount: 2,
  moneyIn: null,
  moneyOut: null,
  balance: null,
  side: null,
  minus: 'out',
} as const

test('a table that no layout fits is asked about, checked against its rows, and read by the answer', async () => {
  const { client, loanNo } = await anApplicant()
  const upload = await asked(client, loanNo)
  expect(upload).toMatchObject({
    columnsAsked: true,
    read: null,
    ibvStatus: IbvStatus.startedNotCompleted,
    notification: null,
  })
  const { requestCode } = upload
  const query = { requestCode }
  expect(await client.ask(showStatementColumnsCall, { query })).toMatchObject({
    why: 'unknownLayout',
    names: ['When', 'What', 'How much'],
    rows: { length: 6 },
    guess: { date: 0, description: 1, amount: 2 },
  })
  expect((await client.ask(documentListCall, { query: { loanNo } })).documents).toEqual([])
  expect(await client.ask(getRequestStatusCall, { query })).toMatchObject({
    ibvStatus: IbvStatus.startedNotCompleted,
    text: expect.stringContaining('which column') as string,
  })
  const { statements } = await employee.ask(listStatementCall, { query: {} })
  expect(statements.map((one) => one.requestCode)).not.toContain(requestCode)

  const wrong = { requestCode, columns: { ...COLUMNS, date: 1, description: 0 } }
  expect(await client.call(saveStatementColumnsCall, { body: wrong })).toMatchObject({
    code: codeOf('invalidInput'),
    data: {
      errors: [
        { elementKey: 'date', message: expect.stringContaining('has no dates') as string },
        { elementKey: 'description' },
      ],
    },
  })
  const body = { requestCode, columns: COLUMNS }
  const saved = await client.ask(saveStatementColumnsCall, { body })
  expect(saved).toMatchObject({
    read: { rows: 8, rowsInFile: 9, skipped: [{ row: 1, code: 'headings' }] },
    ibvStatus: IbvStatus.inProgress,
    notification: 104,
  })
  const { documents } = await client.ask(documentListCall, { query: { loanNo } })
  expect(documents.map(({ documentNo }) => documentNo)).toEqual([saved.documentNo])
  const shown = await employee.ask(showStatementCall, { params: { requestCode } })
  expect(shown).toMatchObject({
    state: 'waiting',
    read: { rows: 8 },
    computed: { monthlyNetIncome: '4008.33' },
  })
})

test('the same answer again changes nothing; a second one after it neither', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await asked(client, loanNo)
  const body = { requestCode, columns: COLUMNS }
  const first = await client.ask(saveStatementColumnsCall, { body })
  const turned = { requestCode, columns: { ...COLUMNS, minus: 'in' } } as const
  expect(await client.ask(saveStatementColumnsCall, { body: turned })).toEqual(first)
  const question = await client.ask(showStatementColumnsCall, { query: { requestCode } })
  expect(question).toMatchObject({ why: 'over', rows: [] })
})

test('who cannot tell sends it to a person, who enters what they find', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await asked(client, loanNo)
  const saved = await client.ask(saveStatementColumnsCall, { body: { requestCode, columns: null } })
  expect(saved).toMatchObject({ read: null, ibvStatus: IbvStatus.inProgress })
  const shown = await employee.ask(showStatementCall, { params: { requestCode } })
  expect(shown).toMatchObject({ kind: 'csv', state: 'waiting', read: null, computed: null })
})

test('left alone it holds nothing up: a person, a bank and another file stay open, and it ends after a week', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await asked(client, loanNo)
  const ways = await client.ask(getProviderCall, { query: { portfolioId: 118, loanNo } })
  expect(ways).toMatchObject({
    triesLeft: 3,
    attempt: { way: 'statement', ibvStatus: IbvStatus.startedNotCompleted },
  })
  expect(ways.fallbacks.map(({ kind }) => kind)).toContain('person')
  const shown = await employee.ask(showStatementCall, { params: { requestCode } })
  expect(shown.state).toBe('columnsAsked')
  const again = await asked(client, loanNo)
  expect(again.requestCode).not.toBe(requestCode)
  await api.database.db.execute(
    sql`update ibv_requests set created_at = created_at - interval '8 days' where request_code = ${requestCode}`,
  )
  const late = await client.call(saveStatementColumnsCall, { body: { requestCode, columns: COLUMNS } })
  expect(late.code).toBe(codeOf('fileUnreadable'))
})

test('an answer for a withdrawn application, or about another customer’s statement, is refused', async () => {
  const { client, loanNo } = await anApplicant()
  const { requestCode } = await asked(client, loanNo)
  const body = { requestCode, columns: COLUMNS }
  const other = await anApplicant()
  expect((await other.client.call(saveStatementColumnsCall, { body })).code).toBe(codeOf('notFound'))
  const looked = await other.client.call(showStatementColumnsCall, { query: { requestCode } })
  expect(looked.code).toBe(codeOf('notFound'))
  await client.ask(withdrawApplicationCall, { body: { loanNo, reason: 'changed my mind' } })
  expect((await client.call(saveStatementColumnsCall, { body })).code).toBe(codeOf('loanStatusInvalid'))
})
