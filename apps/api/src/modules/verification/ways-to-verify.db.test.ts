import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { listStatementCall, refuseStatementCall } from '@dolphin/contract/verification-staff'
import { createRequestCodeCall, getProviderCall } from '@dolphin/contract/verification'
import { afterAll, expect, test } from 'vitest'
import { startTestApi } from '../../testing/api-fixture.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { anApplicant, recentCsv, sentStatement } from '../../testing/statement-applicants.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const api = await startTestApi()
const employee = await signInEmployee(api)
afterAll(() => api.close())

test('the ladder tells what is left: banks while there are tries, a person until asked, a statement always (domain.md §5)', async () => {
  const { client, loanNo } = await anApplicant(api)
  const fallbackOptions = () => client.ask(getProviderCall, { query: { portfolioId: 118, loanNo } })
  const kindsOf = ({ fallbacks }: Awaited<ReturnType<typeof fallbackOptions>>) =>
    fallbacks.map(({ kind }) => kind)
  expect(await fallbackOptions()).toMatchObject({ triesLeft: 3, attempt: null })
  for (let attempt = 0; attempt < 3; attempt += 1)
    await linkBank(api, client, loanNo, { username: 'user_refused' })
  const tired = await fallbackOptions()
  expect(tired).toMatchObject({ triesLeft: 0, attempt: { way: 'bank', ibvStatus: IbvStatus.accountError } })
  expect(kindsOf(tired).filter((kind) => kind !== 'provider')).toEqual(['statementUpload', 'person'])
  expect(kindsOf(tired)).not.toContain('provider')
  const body = { loanNo, purpose: 'IBV', providerId: 'person' } as const
  const first = await client.ask(createRequestCodeCall, { body })
  expect((await client.ask(createRequestCodeCall, { body })).requestCode).toBe(first.requestCode)
  const asked = await fallbackOptions()
  expect(asked).toMatchObject({ attempt: { way: 'person', ibvStatus: IbvStatus.inProgress } })
  expect(kindsOf(asked)).not.toContain('person')
  const { statements } = await employee.ask(listStatementCall, { query: {} })
  expect(statements.find(({ requestCode }) => requestCode === first.requestCode)).toMatchObject({
    kind: 'person',
  })
  expect(
    (await sentStatement(api, { client, loanNo }, { fileName: 'march.csv', bytes: recentCsv(api) }))
      .ibvStatus,
  ).toBe(20)
  const other = await anApplicant(api)
  await sentStatement(api, other, { fileName: 'march.csv', bytes: recentCsv(api) })
  const waiting = await other.client.ask(getProviderCall, {
    query: { portfolioId: 118, loanNo: other.loanNo },
  })
  expect(kindsOf(waiting)).not.toContain('person')
  const otherCustomer = await anApplicant(api)
  const query = { portfolioId: 118, loanNo }
  expect((await otherCustomer.client.call(getProviderCall, { query })).code).toBe(codeOf('loanNotFound'))
})

test('110: the ladder ends at a person; one who refuses says so in words of their own, and leads on (domain.md §5)', async () => {
  const { client, email, loanNo } = await anApplicant(api, 110)
  const fallbackOptions = () => client.ask(getProviderCall, { query: { portfolioId: 110, loanNo } })
  expect((await fallbackOptions()).fallbacks.at(-1)).toMatchObject({ kind: 'person' })
  const body = { loanNo, purpose: 'IBV', providerId: 'person' } as const
  const { requestCode } = await client.ask(createRequestCodeCall, { body })
  expect((await fallbackOptions()).fallbacks.map(({ kind }) => kind)).not.toContain('person')
  await employee.ask(refuseStatementCall, {
    body: { requestCode, reason: 'noRegularIncome', note: 'nothing to look at' },
  })
  const after = await fallbackOptions()
  expect(after).toMatchObject({ attempt: { way: 'person', ibvStatus: IbvStatus.accountError, reason: null } })
  expect(after.fallbacks.at(-1)).toMatchObject({ kind: 'person' })
  const mails = await api.mailsTo(email)
  const mail = mails.find(({ subject }) => subject === 'We could not verify your income yet')
  expect(mail?.content.text).toContain('You asked us to review application')
})
