import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { ledgerTotal } from '@dolphin/database/payments/ledger-repository'
import { listErasures } from '@dolphin/database/retention/erase-repository'
import { keptUntil, RETENTION, type RetentionClass } from '@dolphin/domain/retention/schedule'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { paidOffLoan, withdrawnApplication } from '../../testing/ended-files.ts'
import { ledgerDifferences } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { previewRetention, runRetention } from './retention-round.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

const rowsOf = async (text: string, ...values: unknown[]) =>
  (await api.database.executeSql(text, values)).rows as Record<string, unknown>[]

const countIn = async (table: string, column: string, value: string) =>
  Number((await rowsOf(`select count(*) from ${table} where ${column} = $1`, value))[0]?.['count'])

/** One day before the period of a class is over, and one day after. */
async function around(recordClass: RetentionClass, trigger: Date, check: (isOver: boolean) => Promise<void>) {
  const end = keptUntil(trigger, RETENTION[recordClass].period)
  for (const days of [-1, 1]) {
    api.clock.set(new Date(end.getTime() + days * DAY_MS))
    await runRetention(api.deps)
    await check(days === 1)
  }
}

const logged = async () =>
  (await listErasures(api.database.db, 0, 1_000)).map(({ recordClass, subject, cause, ruleVersion }) => [
    recordClass,
    subject,
    cause,
    ruleVersion,
  ])

const account = (portfolioId: number, openId: string) =>
  findCustomer(api.database.db, api.deps.cipher, { portfolioId, openId })

describe('a draft that was never sent (facts/retention.md §4)', () => {
  test('goes 30 days after its last answer, with SSN and birth date of the account', async () => {
    const client = await createCustomer(api, { email: 'draft@example.com' })
    const { loanNo, applicationNo } = await beginApplication(client)
    const key = { portfolioId: 118, loanNo }
    await around('neverSubmittedDraft', api.clock.now(), async (isOver) => {
      expect(await countIn('application_sections', 'application_no', applicationNo)).toBe(isOver ? 0 : 1)
      expect(await findLoan(api.database.db, key)).toMatchObject({
        status: isOver ? 103 : 101,
        openId: isOver ? null : client.openId,
      })
      expect((await account(118, client.openId))?.ssn).toBe(isOver ? null : '521449999')
    })
    expect((await account(118, client.openId))?.profile).toEqual({
      firstName: 'Jordan',
      middleName: '',
      lastName: 'Sample',
    })
    expect(await logged()).toContainEqual(['neverSubmittedDraft', `loan/${loanNo}`, 'period', 1])
  })

  test('another answer begins its 30 days anew', async () => {
    const client = await createCustomer(api, { email: 'later@example.com' })
    const { applicationNo } = await beginApplication(client)
    api.clock.advance(29 * DAY_MS)
    await api.database.executeSql('update application_sections set updated_at = $1', [api.clock.now()])
    api.clock.advance(2 * DAY_MS)
    await runRetention(api.deps)
    expect(await countIn('application_sections', 'application_no', applicationNo)).toBe(1)
  })

  test('the first answers of a form that never became an application go 30 days after the last', async () => {
    const client = await createCustomer(api, { email: 'begun@example.com' })
    await client.ask(CALLS.saveFormStep, {
      params: { code: 'personal' },
      body: { externalKey: null, changed: { birthDate: '1990-05-17' }, version: 0, elements: ['birthDate'] },
    })
    await around('begunAnswers', api.clock.now(), async (isOver) => {
      const begun = (await account(118, client.openId))?.profile.begun
      expect(begun).toEqual(isOver ? undefined : { birthDate: '1990-05-17' })
    })
  })

  test('without an account it goes after a week', async () => {
    const client = api.client()
    const { applicationNo, loanNo } = await beginApplication(client)
    for (const [days, left] of [
      [6, 1],
      [2, 0],
    ] as const) {
      api.clock.advance(days * DAY_MS)
      await api.deps.jobs.runTimetable()
      await api.runJobs()
      expect(await countIn('applications', 'application_no', applicationNo)).toBe(left)
    }
    expect(await logged()).toContainEqual(['unattachedApplication', `loan/${loanNo}`, 'period', 1])
  })
})

describe('an application that became no loan', () => {
  test('is kept for 26 months from its last act, then goes with its mails, decisions and history of the audit', async () => {
    const { client, loanNo, applicationNo } = await withdrawnApplication(api, 'withdrawn@example.com')
    await around('undoneApplication', api.clock.now(), async (isOver) => {
      expect(await countIn('application_sections', 'application_no', applicationNo)).toBe(isOver ? 0 : 4)
      for (const table of ['mails', 'outbox', 'decisions', 'ibv_requests', 'documents'])
        if (isOver) expect(await countIn(table, 'loan_no', loanNo), table).toBe(0)
    })
    // Of no file any more, its owner was not here for 90 days either.
    expect(await account(118, client.openId)).toBeUndefined()
    expect(await findLoan(api.database.db, { portfolioId: 118, loanNo })).toMatchObject({ openId: null })
  })

  test('its applicant later becomes a borrower: the old file keeps its own clock', async () => {
    const old = await withdrawnApplication(api, 'returns@example.com')
    const end = keptUntil(api.clock.now(), RETENTION.undoneApplication.period)
    api.clock.set(new Date(end.getTime() - DAY_MS))
    await api.database.executeSql('update sessions set expires_at = $1, last_seen_at = $2', [
      end,
      api.clock.now(),
    ])
    const { loanNo, applicationNo } = await beginApplication(old.client)
    api.clock.set(new Date(end.getTime() + DAY_MS))
    await runRetention(api.deps)
    expect(await countIn('application_sections', 'application_no', old.applicationNo)).toBe(0)
    expect(await countIn('application_sections', 'application_no', applicationNo)).toBe(1)
    expect(await findLoan(api.database.db, { portfolioId: 118, loanNo })).toMatchObject({
      openId: old.client.openId,
    })
    expect((await account(118, old.client.openId))?.ssn).toBe('521449999')
  })
})

describe('a funded loan', () => {
  const keptTables = [
    'loan_accounts',
    'mails',
    'outbox',
    STORED_NAMES.table.signingSessions,
    'documents',
  ] as const

  test('goes six years after its last entry: no account number, mail or answer is left, and the ledger verifies', async () => {
    const { loan, end } = await paidOffLoan(api)
    const { loanNo } = loan
    await around('fundedLoan', end, async (isOver) => {
      expect(await countIn('loan_accounts', 'loan_no', loanNo)).toBe(isOver ? 0 : 1)
      expect(await findLoan(api.database.db, loan)).toMatchObject({
        status: LoanStatus.terminated,
        openId: isOver ? null : loan.client.openId,
      })
    })
    for (const table of keptTables) expect(await countIn(table, 'loan_no', loanNo), table).toBe(0)
    expect(await countIn('audit_events', 'subject', loanNo)).toBe(0)
    expect(await countIn('ledger_postings', 'loan_no', loanNo)).toBeGreaterThan(0)
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await ledgerTotal(api.database.db)).toBe(0n)
    const before = await logged()
    await runRetention(api.deps)
    expect(await logged()).toEqual(before)
  })

  test('of a state that asks for less goes after 36 months', async () => {
    const { loan, end } = await paidOffLoan(api, 'ID')
    for (const [days, left] of [
      [-1, 1],
      [1, 0],
    ] as const) {
      api.clock.set(new Date(keptUntil(end, { months: 36 }).getTime() + days * DAY_MS))
      await runRetention(api.deps)
      expect(await countIn('loan_accounts', 'loan_no', loan.loanNo)).toBe(left)
    }
  })

  test('with a late return after payoff it is owed again, and its period has not begun', async () => {
    const { days, loan, first, end } = await paidOffLoan(api)
    await days.bankSays('2026-05-11', [{ transaction: first, code: 'R07' }])
    expect(await findLoan(api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })
    api.clock.set(new Date(keptUntil(end, { months: 72 }).getTime() + DAY_MS))
    await runRetention(api.deps)
    expect(await countIn('loan_accounts', 'loan_no', loan.loanNo)).toBe(1)
  })

  test('what came after it was listed begins its period anew', async () => {
    const { loan, end } = await paidOffLoan(api)
    api.clock.set(new Date(keptUntil(end, { months: 72 }).getTime() + DAY_MS))
    await api.database.executeSql('update transactions set updated_at = $1 where loan_no = $2', [
      api.clock.now(),
      loan.loanNo,
    ])
    await runRetention(api.deps)
    expect(await countIn('loan_accounts', 'loan_no', loan.loanNo)).toBe(1)
  })
})

describe('single records', () => {
  test('mails of no loan 90 days, webhook events 30, business events 90, reads of a file 36 months', async () => {
    const client = await createCustomer(api, { email: 'mail@example.com' })
    await api.runJobs()
    await api.database.executeSql(
      `insert into business_events (portfolio_id, customer_key, open_id, event, payload, at)
      values (118, 'guest', null, 'seen', '{}', $1)`,
      [api.clock.now()],
    )
    const employee = await signInEmployee(api)
    await employee.ask(CALLS.showConversation, { params: { openId: client.openId }, query: {} })
    const begun = api.clock.now()
    const count = async (table: string) =>
      Number((await rowsOf(`select count(*) from ${table}`))[0]?.['count'])
    await around('accountMail', begun, async (isOver) => {
      expect((await count('mails')) > 0).toBe(!isOver)
      expect((await count('outbox')) > 0).toBe(!isOver)
      expect(await count('business_events')).toBe(isOver ? 0 : 1)
    })
    const asked = (await rowsOf('select max(at) as at from audit_events'))[0]?.['at'] as Date
    await around('auditTrail', asked, async (isOver) => {
      expect(await countIn('audit_events', 'subject', `read/${client.openId}`)).toBe(isOver ? 0 : 1)
      if (isOver) expect(await countIn('audit_events', 'subject', client.openId)).toBe(0)
    })
  })

  test('history goes by its list alone: a delete of its own is refused, and so is a class that goes as a whole file', async () => {
    const client = await createCustomer(api, { email: 'history@example.com' })
    await beginApplication(client)
    const refused = { code: 'DL001' }
    await expect(api.database.executeSql('delete from loan_history')).rejects.toMatchObject(refused)
    await expect(api.database.executeSql('delete from consents_given')).rejects.toMatchObject(refused)
    await expect(
      api.database.executeSql(`select erase_record('fundedLoan', 118, '118-0000011')`),
    ).rejects.toMatchObject(refused)
    await createCustomer(api, { email: 'log@example.com' })
    api.clock.advance(400 * DAY_MS)
    await runRetention(api.deps)
    expect((await logged()).length).toBeGreaterThan(0)
    await expect(api.database.executeSql('delete from erasures')).rejects.toMatchObject(refused)
  })
})

describe('preview and run', () => {
  test('the preview counts what the run erases, by class, with the oldest, and changes nothing', async () => {
    const first = await createCustomer(api, { email: 'one@example.com' })
    await beginApplication(first)
    const begun = api.clock.now()
    api.clock.advance(DAY_MS)
    const second = await createCustomer(api, { email: 'two@example.com' })
    await beginApplication(second)
    api.clock.advance(31 * DAY_MS)
    const preview = await previewRetention(api.deps)
    const drafts = preview.find(({ recordClass }) => recordClass === 'neverSubmittedDraft')
    expect(drafts).toEqual({ recordClass: 'neverSubmittedDraft', due: 2, held: 0, oldest: begun })
    expect(await logged()).toEqual([])
    const employee = await signInEmployee(api)
    await proveChanges(api, () => employee.ask(CALLS.runRetention, { body: {} }), {
      previewRetention: asking(employee, 'previewRetention', {}),
      runRetention: asking(employee, 'runRetention', { body: {} }),
    })
  })

  test('one that fails stops no other, and the next night goes on with it', async () => {
    const [one, two] = [
      await createCustomer(api, { email: 'one@example.com' }),
      await createCustomer(api, { email: 'two@example.com' }),
    ]
    const broken = await beginApplication(one)
    const other = await beginApplication(two)
    await api.database.executeSql(`create function refuse_one() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`)
    await api.database.executeSql(`create trigger broken before delete on application_sections for each row
      when (old.application_no = '${broken.applicationNo}') execute function refuse_one()`)
    api.clock.advance(31 * DAY_MS)
    await expect(runRetention(api.deps)).rejects.toThrow()
    expect(await countIn('application_sections', 'application_no', other.applicationNo)).toBe(0)
    expect(await countIn('application_sections', 'application_no', broken.applicationNo)).toBe(1)
    await api.database.executeSql('drop trigger broken on application_sections')
    await api.database.executeSql('drop function refuse_one()')
    await runRetention(api.deps)
    expect(await countIn('application_sections', 'application_no', broken.applicationNo)).toBe(0)
  })
})
