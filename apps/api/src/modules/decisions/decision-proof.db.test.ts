import {
  checkRiskInfoCall,
  dryRunPolicyCall,
  explainDecisionCall,
  replayDecisionCall,
} from '@dolphin/contract/decisions'
import { declineLoanCall } from '@dolphin/contract/applications-staff'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { type AppliedLoan, applyForLoan, askAmount, planLoan } from '../../testing/offers.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { codeOf } from '../../testing/response-code-of.ts'

let api: TestApi
let employee: TestClient
let qualified: AppliedLoan
let tooLittle: AppliedLoan
let manyLenders: AppliedLoan
let referred: AppliedLoan

const replay = (query: Record<string, unknown>) => employee.ask(replayDecisionCall, { query })
const policyFile = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(api.deps.config.portfoliosDir, '118/policy.json'), 'utf8')) as never

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
  qualified = await applyForLoan(api)
  tooLittle = await applyForLoan(api, { bankUser: 'user_low_income' })
  manyLenders = await applyForLoan(api, { bankUser: 'user_many_lenders' })
  referred = await applyForLoan(api, { bankUser: 'user_other_owner' })
  for (const one of [qualified, tooLittle, manyLenders, referred]) await askAmount(one)
})
afterAll(() => api.close())

test('a stored decision is made again from stored inputs and policy: the same, for one, a loan and all (domain.md §6)', async () => {
  const { decisions } = await replay({ loanNo: qualified.loanNo })
  expect(decisions).toMatchObject([{ outcome: 'qualified', result: 'same', policyVersion: '118@3' }])
  const decisionNo = decisions[0]?.decisionNo ?? ''
  expect((await replay({ decisionNo })).decisions).toEqual(decisions)
  const all = await replay({ portfolioId: 118 })
  expect(all.after).toBeNull()
  expect(all.decisions.map(({ result }) => result)).toEqual(['same', 'same', 'same', 'same'])
})

test('a dry run says what another policy would decide, and changes nothing (domain.md §6)', async () => {
  const run = (policy: Record<string, unknown>) =>
    employee.ask(dryRunPolicyCall, { body: { policy, portfolioId: 118 } })
  expect(await run(policyFile())).toMatchObject({ decided: 4, changed: 0, groups: [] })
  const policy = policyFile() as {
    version: number
    rules: { code: string; when: { fact: string; value: unknown }[] }[]
  }
  for (const rule of policy.rules) {
    if (rule.code === 'tooManyLenders') for (const one of rule.when) one.value = 9
    if (rule.code === 'incomeTooLow')
      for (const one of rule.when) if (one.fact === 'monthlyNetIncome') one.value = '9000.00'
  }
  const { decided, changed, groups } = await run({ ...policy, version: policy.version + 1 })
  expect({ decided, changed }).toEqual({ decided: 4, changed: 3 })
  expect(groups).toContainEqual({
    from: 'qualified',
    to: 'incomeRetry',
    count: 1,
    amountDifference: expect.stringMatching(/^-\d+\.00$/) as string,
    reasons: ['incomeTooLow'],
    loanNos: [qualified.loanNo],
  })
  expect(groups.flatMap(({ loanNos }) => loanNos)).toContain(manyLenders.loanNo)
  expect((await askAmount(qualified)).result).toBe(1)
})

test('a policy that would not load is refused, naming each place', async () => {
  const policy = { ...policyFile(), tiers: [] }
  const refused = await employee.call(dryRunPolicyCall, { body: { policy, portfolioId: 118 } })
  expect(refused.code).toBe(codeOf('invalidInput'))
  expect(JSON.stringify(refused.data)).toContain('tiers')
  const foreign = await employee.call(dryRunPolicyCall, { body: { policy: policyFile(), portfolioId: 110 } })
  expect(foreign.code).toBe(codeOf('invalidInput'))
  const unknown = await employee.call(dryRunPolicyCall, { body: { policy: policyFile(), portfolioId: 999 } })
  expect(unknown.code).toBe(codeOf('notFound'))
})

test('why, in full: decision with inputs and rules, plan, every installment, and each notice (domain.md §6)', async () => {
  const planned = await planLoan(api)
  const { parts } = await employee.ask(explainDecisionCall, { params: { id: planned.loanNo } })
  const all = parts.flatMap(({ explanations }) => explanations)
  const find = (subject: string) => all.find((one) => one.subject === subject)
  expect(find('decision')?.value).toContain('Qualified')
  expect(find('decision')?.inputs).toContainEqual({ name: 'state of residence', value: 'DE' })
  expect(all.filter(({ value }) => value.endsWith('(held)'))).toHaveLength(1)
  expect(find('APR')).toMatchObject({
    value: `${planned.saved.schedule.plan.apr}%`,
    source: '12 CFR 1026 Appendix J, actuarial method',
  })
  expect(find('first date')?.value).toBe(planned.saved.schedule.plan.firstDate)
  const number = planned.saved.schedule.plan.number
  expect(all.filter(({ subject }) => /^installment \d/.test(subject))).toHaveLength(number)
  expect(find('notice qualified')?.rule).toContain('offer')
  expect(all.every(({ rule, source }) => rule !== '' && source !== '')).toBe(true)
})

test('a person’s decline is explained as one, and a replay leaves it alone (12 CFR 1002.9)', async () => {
  const { code } = await employee.call(declineLoanCall, {
    body: { loanNo: referred.loanNo, reasonCodes: ['accountOwnerMismatch'], note: '' },
  })
  expect(code).toBe(1)
  expect(
    (await replay({ loanNo: referred.loanNo })).decisions.map(({ result }) => result).toSorted(),
  ).toEqual(['person', 'same'])
  const { parts } = await employee.ask(explainDecisionCall, { params: { id: referred.loanNo } })
  const lines = parts.flatMap(({ explanations }) => explanations)
  expect(lines.find(({ value }) => value === 'declined')?.inputs[0]?.value).toBe('employee:ada-example')
  expect(lines.find(({ subject }) => subject === 'notice adverseAction')?.source).toContain('1002.9')
})

test('unknown numbers are not found; customers and strangers reach none of it', async () => {
  const ask = (id: string) => employee.call(explainDecisionCall, { params: { id } })
  expect((await ask('nothing')).code).toBe(codeOf('notFound'))
  expect((await ask('118-0000000')).code).toBe(codeOf('notFound'))
  expect((await employee.call(replayDecisionCall, { query: { decisionNo: 'x' } })).code).toBe(
    codeOf('notFound'),
  )
  expect((await employee.call(replayDecisionCall, { query: {} })).code).toBe(codeOf('notFound'))
  const { client, loanNo } = qualified
  for (const [who, name] of [
    [client, 'notFound'],
    [api.client().atDesk(), 'noIdentity'],
  ] as const) {
    const code = codeOf(name)
    expect((await who.call(explainDecisionCall, { params: { id: loanNo } })).code).toBe(code)
    expect((await who.call(replayDecisionCall, { query: { loanNo } })).code).toBe(code)
    const body = { policy: {}, portfolioId: 118 }
    expect((await who.call(dryRunPolicyCall, { body })).code).toBe(code)
  }
})

test('check-risk-info: -1 before a report, then what the bank’s transactions said (product.md §3, §7)', async () => {
  const riskOf = async ({ client, loanNo }: AppliedLoan) =>
    (await client.ask(checkRiskInfoCall, { query: { loanNo } })).riskReport
  expect(await riskOf(qualified)).toBe(0)
  expect(await riskOf(manyLenders)).toBe(1)
  const fresh = await applyForLoan(api)
  expect(await riskOf(fresh)).toBe(-1)
  await askAmount(fresh)
  expect(await riskOf(fresh)).toBe(0)
  const other = await createCustomer(api, { email: 'risk-other@example.com' })
  const query = { loanNo: fresh.loanNo }
  expect((await other.call(checkRiskInfoCall, { query })).code).toBe(codeOf('loanNotFound'))
  expect((await api.client().call(checkRiskInfoCall, { query })).code).toBe(codeOf('noIdentity'))
})
