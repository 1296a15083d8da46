import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { planLoan } from '@dolphin/api/testing/offers'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'

let api: TestApi
let terminal: TestTerminal
let loanNo: string

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
  loanNo = (await planLoan(api)).loanNo
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

test('decision replay: one loan and all of a portfolio come out the same (domain.md §6)', async () => {
  for (const line of [[loanNo], ['--all', '118']]) {
    const replayed = await terminal.ops(['decision', 'replay', ...line])
    expect(replayed).toMatchObject({ code: 0 })
    expect(replayed.text).toContain('1 the same, 0 different, 0 decided by a person.')
  }
  expect((await terminal.ops(['decision', 'replay'])).code).toBe(2)
  expect((await terminal.ops(['decision', 'replay', 'nothing'])).code).toBe(1)
})

test('decision dry-run: the table and the loans it counts; a wrong file or policy is reported (domain.md §6)', async () => {
  const shipped = readFileSync(join(api.deps.config.portfoliosDir, '118/policy.json'), 'utf8')
  const file = join(terminal.folder, 'policy.json')
  const run = (name: string) => terminal.ops(['decision', 'dry-run', '--policy', name, '--portfolio', '118'])
  writeFileSync(file, shipped)
  expect((await run(file)).text).toBe('Policy 118@3: 0 of 1 would change.')
  writeFileSync(file, shipped.replace('"value": "1000.00"', '"value": "9000.00"'))
  const { code, text } = await run(file)
  expect(code).toBe(0)
  expect(text).toContain('1 of 1 would change.')
  expect(text).toMatch(/qualified\s+incomeRetry\s+1\s+-\d+\.00\s+incomeTooLow/)
  expect(text).toContain(`qualified → incomeRetry: ${loanNo}`)
  writeFileSync(file, shipped.replace('"fact": "age"', '"fact": "sex"'))
  expect((await run(file)).text).toContain('no fact is called sex')
  expect(await run(join(terminal.folder, 'missing.json'))).toMatchObject({ code: 2 })
})

test('explain: decision, plan, installments and notices with rule and source (domain.md §6)', async () => {
  const { code, text } = await terminal.ops(['explain', loanNo])
  expect(code).toBe(0)
  for (const part of [
    'Qualified',
    'bound incomeShare',
    'APR',
    'Appendix J',
    'installment 1',
    'notice qualified',
  ])
    expect(text).toContain(part)
})
