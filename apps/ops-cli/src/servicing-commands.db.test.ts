import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { sql } from 'drizzle-orm'
import { openArchive } from '@dolphin/integrations/archive/open-archive.sample'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { ANSWERS } from '@dolphin/api/testing/applications'
import { expectRefused } from '@dolphin/api/testing/call-coverage/expect-refused'
import { asking, proveChanges } from '@dolphin/api/testing/call-coverage/prove-changes'
import { approvalIn, confirmApproval } from '@dolphin/api/testing/confirmations'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { moneyDays, PAYDAYS } from '@dolphin/api/testing/money-days'
import type { SignedLoan } from '@dolphin/api/testing/signed-loans'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { COMMAND_EXAMPLES } from './command-examples.ts'

let api: TestApi
let ada: TestTerminal
let loan: SignedLoan
let other: SignedLoan
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
  days = moneyDays(api)
  const [first, second] = await days.fund(2)
  if (first === undefined || second === undefined) throw new Error('two loans were funded')
  loan = first
  other = second
  ada = await openTerminal(api)
  await ada.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await ada.close()
})

const MISSING = '118-9999999'

/** Confirms at the desk what a terminal said it entered. */
const confirmAsBea = async (said: string) =>
  await confirmApproval(await signInEmployee(api, 'bea-example'), approvalIn(said))

test('--help of each command shows one example (issue 4, point 8)', async () => {
  for (const [name, example] of Object.entries(COMMAND_EXAMPLES)) {
    const help = await ada.ops([...name.split(' '), '--help'])
    expect(help.text, name).toContain(`npm run ops -- ${name}`)
    expect(help.text, name).toContain(`Example: npm run ops -- ${example}`)
  }
})

test('a posting from one terminal, confirmed from another; the timeline tells of it (domain.md §10)', async () => {
  const entered = await ada.ops([
    'post',
    loan.loanNo,
    'receipt',
    '--amount',
    '120.00',
    '--mode',
    'moneyOrder',
    '--note',
    '=not a formula',
  ])
  expect(entered).toMatchObject({ code: 0, text: expect.stringContaining('Nothing has changed yet') })
  const postingNo = /P\d{9}/.exec(entered.text)?.[0] ?? ''
  expect(entered.text).toMatch(/waits for a colleague until .*\n\S+\/approvals\/A\d{9}/)
  const approvalNo = approvalIn(entered.text)
  expect((await ada.ops(['approvals'])).text).toMatch(/A\d{9} +waiting +Money received .* yours/)
  await confirmAsBea(entered.text)
  const second = await ada.ops(['post', loan.loanNo, 'receipt', '--amount', '1.00', '--mode', 'moneyOrder'])
  const back = ['approvals', 'withdraw', approvalIn(second.text)]
  expect((await ada.ops(back)).code).toBe(2)
  expect(await ada.ops([...back, '--note', 'wrong amount'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('is withdrawn'),
  })
  expect((await ada.ops(['approvals', 'show', approvalNo])).text).toContain('confirmed by bea-example')
  const shown = await ada.ops(['loan', loan.loanNo])
  for (const part of [
    'postingPosted',
    postingNo,
    'employee:bea-example',
    'paymentReceived',
    'received by hand',
  ])
    expect(shown.text).toContain(part)
  for (const line of [
    ['post'],
    ['post', loan.loanNo, 'gift'],
    ['refund', loan.loanNo],
    ['reverse', loan.loanNo],
  ])
    expect((await ada.ops(line)).code, line.join(' ')).toBe(2)
})

test('a change that the borrower signs is sent, and the terminal says until when (domain.md §10)', async () => {
  const change = ['post', other.loanNo, 'scheduleChange', '--code', '201', '--installment', '4']
  const entered = await ada.ops(change)
  expect(entered).toMatchObject({ code: 0, text: expect.stringContaining('The borrower has to sign it') })
  const confirmed = await confirmAsBea(entered.text)
  expect(confirmed.approval.effects).toEqual([
    'The borrower is asked to sign it; nothing changes before they do.',
  ])
  expect((await ada.ops(['loan', other.loanNo])).text).toContain('toSign')
})

test('refund and reverse, suspend, cure, collect and terminate (domain.md §2, §10)', async () => {
  const refund = await ada.ops(['refund', loan.loanNo, '--code', '305', '--amount', '10.00'])
  await confirmAsBea(refund.text)
  await days.batch('2026-03-05')
  const sent = (await listTransactions(api.database.db, loan)).find(
    ({ type }) => type === TransactionType.refund,
  )
  const reverse = await ada.ops(['reverse', loan.loanNo, sent?.transactionNo ?? ''])
  expect(reverse.text).toContain('rejectEntry 901')
  await confirmAsBea(reverse.text)
  expect((await ada.ops(['suspend', other.loanNo, '--reason', 'cccs'])).text).toContain('now 204 cccs')
  expect((await ada.ops(['suspend', other.loanNo, '--reason', 'whim'])).code).toBe(2)
  expect((await ada.ops(['cure', other.loanNo])).text).toContain('now 203')
  const notifiedTooSoon = await ada.ops(['collect', other.loanNo, '--to', 'notified'])
  expect(notifiedTooSoon).toMatchObject({ code: 1, text: expect.stringContaining('0 days past due') })
  await api.database.db.execute(
    sql`update installments set due_date = '2026-03-04' where loan_no = ${other.loanNo} and number = 1`,
  )
  expect((await ada.ops(['collect', other.loanNo, '--to', 'notified'])).text).toContain('now 205 notified')
  expect((await ada.ops(['collect', other.loanNo, '--to', 'settled'])).text).toMatch(
    /Write-off P\d{9} is entered/,
  )
  expect((await ada.ops(['terminate', other.loanNo, '--as', 'paidOff'])).code).toBe(1)
})

test('eligibility results with rule and source; each call answers from what was done', async () => {
  const employee = await signInEmployee(api)
  const params = { loanNo: loan.loanNo }
  await proveChanges(api, () => days.collect(PAYDAYS[0]), {
    eligibilityResults: asking(employee, 'eligibilityResults', { params }),
  })
  api.clock.set('2026-03-16T10:00:00-04:00')
  const eligibility = await ada.ops(['eligibility', loan.loanNo])
  expect(eligibility.text).toMatch(/batch\s+T\d{9}\s+allowed\s+allRulesHold/)
  const eve = await signInEmployee(api)
  await expectRefused(eve, 'eligibilityResults', { params: { loanNo: MISSING } }, 'loanNotFound')
})

test('ledger verify walks every chain of a portfolio and says how far it is; a changed posting is found', async () => {
  const employee = await signInEmployee(api)
  await expectRefused(employee, 'verifyLedgers', { query: { portfolioId: 999 } }, 'notFound')
  const whole = await ada.ops(['ledger', 'verify', '--portfolio', '118'])
  expect(whole).toMatchObject({ code: 0, text: expect.stringContaining('2 of 2 loans') })
  expect(whole.text).toContain('0 broken; the ledger sums to 0.00.')
  expect((await ada.ops(['ledger', 'verify', '--loan', loan.loanNo])).text).toContain('Chain intact')
  const tamper = (kind: string) =>
    api.database.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(
        sql`update ledger_postings set kind = ${kind} where loan_no = ${other.loanNo} and sequence = 1`,
      )
    })
  const [first] = (await employee.ask(CALLS.verifyLedger, { params: { loanNo: other.loanNo } })).postings
  await proveChanges(api, () => tamper('changed'), {
    verifyLedgers: asking(employee, 'verifyLedgers', { query: { portfolioId: 118 } }),
  })
  const broken = await ada.ops(['ledger', 'verify', '--portfolio', '118', '--json'])
  expect(broken.code).toBe(1)
  expect(JSON.parse(broken.text)).toMatchObject({ broken: [{ loanNo: other.loanNo, intact: false }] })
  await tamper(first?.kind ?? '')
})

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Unpacks a pack into a folder of its own. */
function unpack(zip: string, folder: string): Readonly<Record<string, Uint8Array>> {
  const files = openArchive(readFileSync(zip))
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return files
}

/** As its README.txt says. */
function verify(folder: string): string {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  writeFileSync(
    join(folder, 'public-key.pem'),
    run('openssl', 'x509', '-in', 'certificate.pem', '-pubkey', '-noout'),
  )
  const sums = ['dgst', '-sha256', '-verify', 'public-key.pem', '-signature', 'manifest.sig', 'manifest.json']
  return run('openssl', ...sums) + run('sha256sum', '--check', '--quiet', 'SHA256SUMS')
}

test('the pack of a loan: every part, numbers masked, verified by openssl; one changed byte fails', async () => {
  const out = join(ada.folder, 'loan.zip')
  expect(await ada.ops(['export', '--loan', loan.loanNo, '--out', out])).toMatchObject({ code: 0 })
  const folder = join(ada.folder, 'loan')
  const files = unpack(out, folder)
  const own = `loans/${loan.loanNo}`
  for (const name of ['application.json', 'decisions.json', 'disclosures.json', 'authorizations.csv'])
    expect(Object.keys(files)).toContain(`${own}/${name}`)
  for (const name of [
    'ach-entries.csv',
    'returns.csv',
    'notices.json',
    'history.csv',
    'ledger.csv',
    'audit.csv',
  ])
    expect(Object.keys(files)).toContain(`${own}/${name}`)
  for (const name of ['return-rates', 'adverse-actions', 'military-checks'])
    expect(Object.keys(files)).toContain(`registers/${name}.csv`)
  const all = Object.values(files)
    .map((bytes) => textOf(bytes))
    .join('\n')
  expect(all).not.toMatch(/521-?44-?9999/)
  expect(all).not.toContain(ANSWERS.bank.bankAccountNo)
  expect(textOf(files[`${own}/application.json`] ?? new Uint8Array())).toContain('"ssn": "••••9999"')
  expect(textOf(files[`${own}/manual-postings.csv`] ?? new Uint8Array())).toContain("'=not a formula")
  const index = textOf(files['index.html'] ?? new Uint8Array())
  expect(index).toContain(`href="${own}/ledger.csv"`)
  expect(index).not.toContain('<script')
  const ledger = textOf(files[`${own}/ledger.csv`] ?? new Uint8Array())
  expect(ledger).toMatch(/\b[0-9a-f]{64}\b/)
  expect(verify(folder)).toContain('Verified OK')
  const changed = join(folder, own, 'ledger.csv')
  writeFileSync(changed, readFileSync(changed, 'utf8').replace('accrual', 'accruaI'))
  expect(() => verify(folder)).toThrow('did NOT match')
  const manifest = join(folder, 'manifest.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('loan', 'Ioan'))
  expect(() => verify(folder)).toThrow('openssl')
  const audit = await listAudit(api.database.db, 118, loan.loanNo)
  expect(audit.at(-1)).toMatchObject({ action: 'recordsExported', actor: 'employee:ada-example' })
})

test('the pack of a portfolio holds the loans of its period; a wrong scope is refused', async () => {
  const out = join(ada.folder, 'portfolio.zip')
  const period = ['--portfolio', '118', '--period']
  await ada.ops(['export', ...period, '2026-03-01..2026-03-31', '--out', out])
  const files = Object.keys(unpack(out, join(ada.folder, 'portfolio')))
  for (const { loanNo } of [loan, other]) expect(files).toContain(`loans/${loanNo}/ledger.csv`)
  await ada.ops(['export', ...period, '2026-01-01..2026-01-31', '--out', out])
  expect(Object.keys(unpack(out, join(ada.folder, 'none'))).some((name) => name.startsWith('loans/'))).toBe(
    false,
  )
  const none = await ada.ops(['export', '--loan', MISSING, '--out', out])
  expect(none).toMatchObject({
    code: 1,
    text: expect.stringContaining('No loan of your portfolios has this number'),
  })
  expect((await ada.ops(['export', '--portfolio', '118', '--out', out])).code).toBe(2)
  const employee = await signInEmployee(api)
  await expectRefused(employee, 'exportRecords', { body: { loanNo: MISSING } }, 'loanNotFound')
  const nowhere = { portfolioId: 999, from: '2026-03-01', to: '2026-03-31' }
  await expectRefused(employee, 'exportRecords', { body: nowhere }, 'notFound')
  await expectRefused(employee, 'exportRecords', { body: {} }, 'invalidInput')
  await expectRefused(employee, 'exportRecords', { body: { portfolioId: 118 } }, 'invalidInput')
  await proveChanges(api, () => days.fund(0), {
    exportRecords: {
      before: asking(employee, 'exportRecords', { body: { loanNo: MISSING } }),
      after: asking(employee, 'exportRecords', { body: { loanNo: other.loanNo } }),
    },
  })
})
