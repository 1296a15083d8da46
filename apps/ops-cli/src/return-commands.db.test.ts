import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { bankFile } from '@dolphin/api/testing/bank-returns'
import { debitsOf, moneyDays, PAYDAYS } from '@dolphin/api/testing/money-days'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { confirmApproval } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'

let api: TestApi
let terminal: TestTerminal

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

test('a file of the bank is taken from a terminal, once; the rates say what it did (issue 4, point 8)', async () => {
  const { ops, folder } = terminal
  const days = moneyDays(api)
  const [loan] = await days.fund(1)
  if (loan === undefined) throw new Error('one loan was funded')
  await days.collect(PAYDAYS[0])
  const [transaction] = await debitsOf(api, loan)
  if (transaction === undefined) throw new Error('the payment was sent')
  const path = join(folder, 'RET.ach')
  await writeFile(path, bankFile([{ transaction, code: 'R10' }]))
  expect(await ops(['returns', 'rates', '--portfolio', '118'])).toMatchObject({ code: 0 })
  const taken = await ops(['returns', 'import', path, '--portfolio', '118'])
  expect(taken).toMatchObject({ code: 0, text: expect.stringContaining('1 returns, 0 notices of change') })
  expect(taken.text).toMatch(/1 entries in the file:[\s\S]*118 +returns +1 +0 +0 +0/)
  const list = await ops(['returns', 'list', '--portfolio', '118', '--day', '2026-03-13'])
  expect(list.text).toMatch(
    new RegExp(`returns +R10 +${transaction.traceNumber} +78.61 +${loan.loanNo} +applied`),
  )
  const sha256 = sha256Hex(bankFile([{ transaction, code: 'R10' }]))
  expect(await ops(['returns', 'retry', sha256, '3'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('The entry at line 3 is applied.'),
  })
  const again = await ops(['returns', 'import', path, '--portfolio', '118', '--json'])
  expect(JSON.parse(again.text)).toMatchObject({ returns: 0, alreadyKnown: 1 })
  const rates = await ops(['returns', 'rates', '--portfolio', '118'])
  expect(rates.code).toBe(1)
  expect(rates.text).toMatch(/unauthorized +1 +100\.00 % +0\.50 % \(rule\) +over/)
  expect(rates.text).toContain('R10: 1')
  const second = join(folder, 'RET2.ach')
  await writeFile(second, bankFile([{ transaction, code: 'R02' }]))
  await ops(['returns', 'import', second, '--portfolio', '118'])
  const item = /W\d{9}/.exec((await ops(['work', 'list', '--kind', 'refusedReturn'])).text)?.[0] ?? ''
  const why = ['--note', 'the same debit came back on Monday']
  const entered = await ops(['returns', 'resolve', item, '--send-back', 'r67', ...why])
  expect(entered.code, entered.text).toBe(0)
  const approvalNo = /A\d{9}/.exec(entered.text)?.[0] ?? ''
  await confirmApproval(await signInEmployee(api, 'bea-example'), approvalNo)
  expect((await ops(['work', 'list', '--kind', 'returnSentBack'])).text).toContain(
    'R02 of 78.61 is sent back as R67',
  )
  expect((await ops(['batch', 'run', '--portfolio', '118'])).text).toMatch(/Sent back\n.*\n.* 1$/m)
})

test('a return is sent back by one of six codes; two acts at once are a usage error', async () => {
  const { ops } = terminal
  const resolve = (...more: string[]) => ops(['returns', 'resolve', 'W000000001', ...more, '--note', 'why'])
  expect((await resolve('--send-back', 'R01')).text).toContain('R61, R62, R67, R68, R69, R70')
  expect((await resolve('--send-back', 'R61', '--ignore')).text).toContain('Say what becomes of it')
  expect((await resolve('--ignore', '--transaction', 'T000000012')).text).toContain('goes with --send-back')
})

test('a wrong file is refused with its lines; a usage error is reported', async () => {
  const { ops, folder } = terminal
  const path = join(folder, 'broken.ach')
  await writeFile(path, 'this is no file of a bank')
  const refused = await ops(['returns', 'import', path, '--portfolio', '118'])
  expect(refused.code).toBe(1)
  expect(refused.text).toContain('line 1')
  expect((await ops(['returns', 'import', path])).text).toContain('--portfolio 118')
  expect((await ops(['returns', 'import', join(folder, 'none'), '--portfolio', '118'])).code).not.toBe(0)
  expect((await ops(['returns', 'list', '--portfolio', '118'])).text).toContain('--day 2026-03-16')
  expect((await ops(['returns', 'retry', 'R03'])).text).toContain('SHA-256')
  expect((await ops(['returns', 'list', '--portfolio', '118', '--day', '2026-01-02'])).text).toContain(
    'nothing',
  )
  expect((await ops(['--help'])).text).toMatch(/returns import[\s\S]*returns rates/)
})
