import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import { approvalIn, confirmApproval } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'

let api: TestApi
let terminal: TestTerminal

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

const ops: TestTerminal['ops'] = (line, extra) => terminal.ops(line, extra)

test('help names every command; a wrong line exits with 2', async () => {
  const help = await ops(['--help'])
  expect(help.code).toBe(0)
  for (const name of [
    'review list',
    'approve',
    'decline',
    'batch run',
    'batch files',
    'settle run',
    'loan show',
    'clock',
    'ledger verify',
  ])
    expect(help.text).toContain(`  ${name}`)
  expect((await ops(['decline', '--help'])).text).toContain('--reason')
  for (const line of [
    ['nonsense'],
    ['decline', '118-0000000'],
    ['review', 'list', '--nonsense'],
    ['approve'],
  ])
    expect((await ops(line)).code, line.join(' ')).toBe(2)
})

test('an employee signs in at a terminal, by a file for its owner alone; without one nothing opens', async () => {
  const before = await ops(['clock'])
  expect(before).toMatchObject({ code: 1 })
  expect(before.text).toContain('npm run ops -- login')
  expect(await ops(['login', '--demo', 'Ada Example'])).toMatchObject({ code: 0 })
  const { mode } = await stat(join(terminal.folder, 'operations', 'employee.json'))
  expect(mode & 0o777).toBe(0o600)
  expect((await ops(['whoami'])).text).toContain('employee:ada-example')
  expect((await ops(['clock'])).text).toContain('2026-03-03T10:00:00-05:00')
})

test('holiday add closes a day and holiday list shows it', async () => {
  expect((await ops(['holiday', 'add', '2026-10-21'])).code).toBe(2)
  const added = await ops(['holiday', 'add', '2026-10-21', '--name', 'National Day of Mourning'])
  expect(added).toMatchObject({ code: 0 })
  expect(added.text).toContain('2026-10-21 is entered as a day on which banks are closed')
  await confirmApproval(await signInEmployee(api, 'bea-example'), approvalIn(added.text))
  const listed = await ops(['holiday', 'list', '--year', '2026'])
  expect(listed.text).toMatch(/2026-10-12 +Columbus Day\n2026-10-21 +National Day of Mourning\n/)
  expect((await ops(['holiday', 'add', '2026-10-24', '--name', 'A Saturday'])).code).toBe(1)
})

test('a loan of 110 from the queue to the book, all from the terminal', async () => {
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  const own = await signLoan(api)
  expect((await ops(['review', 'list'])).text).toContain(loanNo)
  expect((await ops(['approve', loanNo, '--note', 'income seen'])).text).toContain('now 104')
  expect((await ops(['approve', loanNo])).code).toBe(1)
  const batch = await ops(['batch', 'run'])
  expect(batch).toMatchObject({ code: 0 })
  for (const file of ['110-20260303-A.ach', '118-20260303-A.ach']) expect(batch.text).toContain(file)
  const files = await ops(['batch', 'files', '--portfolio', '118', '--day', '2026-03-03'])
  expect(files.text).toMatch(/118-20260303-A\.ach.*\n\nThe next batch is cut/s)
  // The session of the evening has ended by the next morning; the terminal signs in again by itself.
  api.clock.set('2026-03-04T09:00:00-05:00')
  const settled = await ops(['settle', 'run', '--json'])
  expect(settled.code).toBe(0)
  expect(JSON.parse(settled.text)).toMatchObject([
    { portfolioId: 110, answer: { settled: [{ loanNo }] } },
    { portfolioId: 118, answer: { settled: [{ loanNo: own.loanNo }] } },
  ])
  const shown = await ops(['loan', 'show', loanNo])
  for (const part of ['Jordan Sample', 'employee:ada-example', 'approved: income seen', 'disbursed'])
    expect(shown.text).toContain(part)
  const ledger = await ops(['ledger', 'verify', loanNo])
  expect(ledger).toMatchObject({ code: 0, text: expect.stringContaining('Chain intact') })
})

test('no batch on a Saturday, said for each portfolio', async () => {
  api.clock.set('2026-03-07T10:00:00-05:00')
  const batch = await ops(['batch', 'run'])
  expect(batch.code).toBe(1)
  expect(batch.text.match(/No batch can be cut now/g)).toHaveLength(2)
})

test('where no server answers, it says what to do', async () => {
  const { code, text } = await ops(['login'], { OPS_URL: 'http://localhost:1' })
  expect(code).toBe(1)
  expect(text).toContain('No server answers at http://localhost:1')
})

test('an approval says before it is given that the borrower signs new dates (domain.md §14)', async () => {
  api.clock.set('2026-03-03T10:00:00-05:00')
  const { loanNo } = await signLoan(api, { portfolioId: 110 })
  api.clock.set('2026-03-12T10:00:00-04:00')
  expect((await ops(['review', 'list', '--portfolio', '110'])).text).toContain('new dates')
  const preview = await ops(['approve', loanNo, '--preview'])
  expect(preview.text).toContain('not approved yet')
  expect(preview.text).toContain('The borrower signs new dates before the money is sent')
  const approved = await ops(['approve', loanNo])
  expect(approved.text).toContain('now 102 customerReview')
  expect(approved.text).toContain('The borrower signs new dates before the money is sent')
})
