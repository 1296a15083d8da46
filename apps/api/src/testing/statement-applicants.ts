import { DAY_MS } from '@dolphin/domain/time/durations'
import { SAMPLE_CSV } from '@dolphin/integrations/statement/sample-statements'
import { type TestApi } from './api-fixture.ts'
import { fillApplication } from './applications.ts'
import { createCustomer } from './customers.ts'
import { uploadStatement } from './uploads.ts'
import { type StatementFile } from './uploads.ts'

let serial = 0

/** A borrower of their own with every answer given, who has not linked a bank. */
export async function anApplicant(api: TestApi, portfolioId = 118) {
  serial += 1
  const email = `statement${serial}@example.com`
  const client = await createCustomer(api, { email, portfolioId })
  const { loanNo, applicationNo } = await fillApplication(client, { email, ssn: `521-46-${3_000 + serial}` })
  return { client, email, loanNo, applicationNo }
}

/** Uploads a file as a statement; it must be taken. */
export async function sentStatement(
  api: TestApi,
  { client, loanNo }: Pick<Awaited<ReturnType<typeof anApplicant>>, 'client' | 'loanNo'>,
  file: StatementFile,
) {
  const answer = await uploadStatement(api, client, loanNo, file)
  if (answer.code !== 1) throw new Error(JSON.stringify(answer))
  return answer.data as Extract<typeof answer, { code: 1 }>['data']
}

/** The sample statement, ending the day before the server's day. */
export const recentCsv = (api: TestApi): string => {
  const [head = '', ...rows] = SAMPLE_CSV.trim().split('\n')
  const today = api.clock.now().getTime()
  const shift = today - DAY_MS - Date.parse('2026-02-27T12:00:00Z')
  const moved = rows.map((row) => {
    const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(row) ?? []
    const date = new Date(Date.parse(`${year}-${month}-${day}T12:00:00Z`) + shift)
    return `${date.toISOString().slice(0, 10)}${row.slice(10)}`
  })
  return [head, ...moved].join('\n')
}

/** Accepts a statement as what its person found. */
export const acceptance = (requestCode: string) => ({
  requestCode,
  accountTail: '2333',
  ownerName: 'Jordan Sample',
  findings: {},
  note: 'checked with the employer',
})
