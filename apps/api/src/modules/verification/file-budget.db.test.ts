import { deflateSync } from 'node:zlib'
import { onePagePdf } from '@dolphin/integrations/statement/sample-pdf'
import { afterAll, expect, test } from 'vitest'
import { startTestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { codeOf } from '../../testing/response-code-of.ts'
import { anApplicant } from '../../testing/statement-applicants.ts'
import { uploadStatement } from '../../testing/uploads.ts'
import { publishEdit } from '../../testing/versions.ts'

const api = await startTestApi()
afterAll(() => api.close())

const pdf = (bytes: Uint8Array) => ({ fileName: 'march.pdf', bytes })
const operators = (times: number) =>
  onePagePdf('', deflateSync(Buffer.from(Array.from({ length: times }, () => 'q Q').join(' '))))

test('a PDF that would take too long is refused with what to do, and is not kept (docs/security.md T16)', async () => {
  const employee = await signInEmployee(api)
  const published = await publishEdit(employee, { kind: 'portfolio', key: 'portfolio' }, (content) => ({
    ...content,
    statementFileTypes: ['csv', 'png', 'pdf'],
  }))
  expect(published.code).toBe(1)
  const { client, loanNo } = await anApplicant(api)
  const refused = await uploadStatement(api, client, loanNo, pdf(operators(1_000_000)))
  expect(refused).toMatchObject({ code: codeOf('fileUnreadable') })
  expect(JSON.stringify(refused)).toContain('takes too long to read')
  const { rows } = await api.database.executeSql('select 1 from documents where loan_no = $1', [loanNo])
  expect(rows).toEqual([])
})

test('files are counted by person and by network beside the loan: another person of another network reads on', async () => {
  const [first, second] = [await anApplicant(api), await anApplicant(api)]
  const now = api.clock.now()
  const person = `customer:${first.client.openId}`
  for (let taken = 0; taken < 30; taken += 1)
    await api.deps.limits.take(api.database.db, 'filesOfPerson', person, now)
  const small = pdf(operators(1))
  expect(await uploadStatement(api, first.client, first.loanNo, small)).toMatchObject({
    code: codeOf('tooManyRequests'),
  })
  expect((await uploadStatement(api, second.client, second.loanNo, small)).code).toBe(1)
  for (let taken = 0; taken < 240; taken += 1)
    await api.deps.limits.take(api.database.db, 'filesOfNetwork', '127.0.0.1', now)
  expect(await uploadStatement(api, second.client, second.loanNo, small)).toMatchObject({
    code: codeOf('tooManyRequests'),
  })
})
