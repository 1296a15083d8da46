import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { debitsOf, moneyDays, PAYDAYS } from '@dolphin/api/testing/money-days'
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

test('work items are listed, shown, taken and closed from a terminal (domain.md §14)', async () => {
  const { ops } = terminal
  expect(await ops(['work', 'list'])).toEqual({ code: 0, text: 'No open work items.' })
  const days = moneyDays(api)
  const [loan] = await days.fund(1)
  await days.collect(PAYDAYS[0])
  const [debit] = await debitsOf(api, loan!)
  const strange = { ...debit!, traceNumber: '091000019999999' }
  await days.bankSays('2026-03-16', [
    { transaction: strange, code: 'R02', accountNumber: '555', individualName: 'JORDAN SAMPLE' },
    { transaction: debit!, code: 'R61' },
  ])
  const list = await ops(['work', 'list'])
  expect(list.code).toBe(0)
  expect(list.text).toMatch(/^Item +Kind +Portfolio +Loan +Due +Since +Taken by +Reason\n/)
  const [, , first = '', second = ''] = list.text.split('\n')
  expect(first).toMatch(
    new RegExp(`^W\\d{9} +unmatchedReturn +118 +${loan!.loanNo} +2026-03-17 +2026-03-16 12:00 +–`),
  )
  expect(second).toMatch(/returnDisputed +118 +118-\d{7} +2026-03-18/)
  const number = first.split(' ')[0] ?? ''

  const shown = await ops(['work', 'show', number])
  expect(shown.text).toContain('no entry of ours has this trace number')
  expect(shown.text).toContain(`May concern ${loan!.loanNo}`)
  expect(shown.text).toContain('Debits of these loans are held while it is open.')
  expect(shown.text).toContain('  - ask the bank what the entry is about, or for a correct file')
  expect(shown.text).not.toMatch(/JORDAN|555/)

  expect((await ops(['work', 'take', number])).text).toBe(`${number} is yours, due 2026-03-17.`)
  expect((await ops(['work', 'list', '--kind', 'unmatchedReturn', '--portfolio', '118'])).text).toContain(
    'Ada Example',
  )
  const next = await ops(['work', 'next', '--portfolio', '118'])
  expect(next.text).toContain(`${second.split(' ')[0]} is yours, due 2026-03-18.`)
  expect(next.text).toContain('Taken by    Ada Example, ')
  expect(await ops(['work', 'next'])).toEqual({ code: 0, text: 'Nothing is free here.' })
  days.at('2026-03-18', '09:00')
  await ops(['login', '--demo', 'Ada Example'])
  expect((await ops(['work', 'list', '--loan', loan!.loanNo])).text).toContain('2026-03-17 overdue')

  const unsaid = await ops(['work', 'done', number])
  expect(unsaid).toMatchObject({ code: 2, text: expect.stringContaining('--reason') })
  const why = 'another lender’s entry, sent back to the bank'
  expect(await ops(['work', 'done', number, '--reason', why])).toMatchObject({
    code: 1,
    text: expect.stringContaining('Two people settle what the bank sent'),
  })
  const entered = await ops(['returns', 'resolve', number, '--ignore', '--note', why])
  const approvalNo = /A\d{9}/.exec(entered.text)?.[0] ?? ''
  await confirmApproval(await signInEmployee(api, 'bea-example'), approvalNo)
  expect((await ops(['work', 'list', '--kind', 'unmatchedReturn'])).text).toBe('No open work items.')
  const disputed = second.split(' ')[0] ?? ''
  const done = await ops(['work', 'done', disputed, '--reason', why])
  expect(done).toMatchObject({ code: 0, text: `${disputed} is closed.` })
  expect(await ops(['work', 'done', disputed, '--reason', 'once more'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('closed already'),
  })
  expect((await ops(['work', 'list', '--closed', '--json'])).text).toContain('"workItemNo"')
})

test('usage errors and unknown items are reported', async () => {
  const { ops } = terminal
  expect((await ops(['work', 'list', '--kind', 'nothing'])).text).toContain(
    'A kind is one of: unmatchedReturn',
  )
  expect((await ops(['work', 'show', 'T000000001'])).text).toContain('A work item looks like W000000012.')
  expect((await ops(['work', 'show', 'W999999999'])).code).toBe(1)
  expect((await ops(['--help'])).text).toMatch(
    /work list[\s\S]*work show[\s\S]*work take[\s\S]*work next[\s\S]*work done/,
  )
  const unsure = await ops(['returns', 'resolve', 'W000000001', '--note', 'why'])
  expect(unsure).toMatchObject({
    code: 2,
    text: expect.stringContaining('--apply T000000012, --send-back R68, or --ignore'),
  })
  expect((await ops(['work', 'done', '--help'])).text).toContain('refused while its cause is still there')
})
