import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { importReturnCall, returnRateCall } from '@dolphin/contract/returns'
import { searchAuditCall } from '@dolphin/contract/examiner'
import { findInboxFile } from '@dolphin/database/payments/ach-inbox-repository'
import { listTransactionMoves } from '@dolphin/database/payments/transaction-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { cents } from '@dolphin/domain/money/cents'
import { sha256Hex } from '@dolphin/integrations/objects/object-key'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../config/config.ts'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile } from '../../../testing/bank-returns.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { debitAt } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, moneyDays, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { takeInbox } from './inbox-round.ts'
import { watchReturnRates } from './return-rate-watch.ts'
import { codeOf } from '../../../testing/response-code-of.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

describe('the bank’s files (issue 4, point 3)', () => {
  const inbox = () => join(dataPaths(api.deps.config.dataDir).bank, 'inbox')
  const put = async (name: string, bytes: Uint8Array) => {
    await mkdir(inbox(), { recursive: true })
    await writeFile(join(inbox(), name), bytes)
  }
  const folder = async (name: string): Promise<string[]> =>
    await readdir(join(inbox(), '..', name)).catch(() => [])

  test('a total that does not fit: the entry is applied, and a person is asked the same day', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const whole = Buffer.from(bankFile([{ transaction: await debitAt(api, loan, 0), code: 'R01' }])).toString(
      'latin1',
    )
    // One digit of the batch control's total.
    await put('off.ach', new TextEncoder().encode(whole.replace(/^(8.{21})\d/m, '$19')))
    days.at('2026-03-16', '12:00')
    expect(await takeInbox(days.money)).toBe(1)
    expect((await debitAt(api, loan, 0)).status).toBe(TransactionStatus.rejected)
    expect(await folder('archive')).toHaveLength(1)
    const open = await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'unreadBankEntry' })
    expect(open).toMatchObject([
      { reason: expect.stringContaining('off.ach does not agree'), facts: { lines: [5] } },
    ])
  })

  test('a file whose entries cannot be told apart is quarantined with its faults', async () => {
    const broken = new TextEncoder().encode('this is no file of a bank')
    await put('broken.ach', broken)
    expect(await takeInbox(days.money)).toBe(1)
    const kept = await findInboxFile(api.database.db, { portfolioId: 118, sha256: sha256Hex(broken) })
    expect(kept).toMatchObject({ status: 'setAside', fileName: 'broken.ach', returns: 0 })
    expect(kept?.errors[0]).toMatchObject({ record: 'file', line: 1 })
    expect(await folder('inbox')).toEqual([])
    expect(await folder('set-aside')).toHaveLength(1)
    const employee = await signInEmployee(api)
    const file = { name: 'broken.ach', type: 'text/plain', bytes: broken }
    const refused = await employee.call(importReturnCall, { body: { portfolioId: 118 } }, { file })
    expect(refused.code).toBe(codeOf('importRefused'))
    expect(JSON.stringify(refused.data)).toContain('is no record type')
  })

  test('the same entries are applied once, whatever file brings them, together or alone', async () => {
    const [one, two] = await days.fund(2)
    if (one === undefined || two === undefined) throw new Error('two loans were funded')
    await days.collect(PAYDAYS[0])
    const news = [
      { transaction: await debitAt(api, one, 0), code: 'R01' },
      { transaction: await debitAt(api, two, 0), code: 'R01' },
    ]
    days.at('2026-03-16', '12:00')
    await put('a.ach', bankFile(news))
    expect(await takeInbox(days.money)).toBe(1)
    expect(await folder('archive')).toHaveLength(1)
    const second = news.slice(1).map((one) => ({ ...one, bankSequence: 2 }))
    expect(await days.bankSays('2026-03-16', second, 1)).toMatchObject({ returns: 0, alreadyKnown: 1 })
    const again = await days.bankSays('2026-03-16', news, 2)
    expect(again).toMatchObject({ returns: 0, alreadyKnown: 2, unmatched: [] })
    const employee = await signInEmployee(api)
    const file = { name: 'a.ach', type: 'text/plain', bytes: bankFile(news) }
    const answer = await employee.ask(importReturnCall, { body: { portfolioId: 118 } }, { file })
    expect(answer).toMatchObject({ returns: 0, alreadyKnown: 2 })
    for (const loan of [one, two]) {
      const moves = await listTransactionMoves(api.database.db, await debitAt(api, loan, 0))
      expect(moves.filter(({ toStatus }) => toStatus === -1)).toHaveLength(1)
      expect(await ledgerDifferences(api, loan)).toEqual([])
    }
    const stream = await employee.ask(searchAuditCall, { body: { portfolioId: 118, event: 'bankFileTaken' } })
    expect(stream.events).toHaveLength(1)
  })

  test('an entry that we never sent is named, and another company’s file goes to its portfolio', async () => {
    await days.fund(1)
    const transaction = { type: TransactionType.debit, amount: cents(100n), traceNumber: '123456789999999' }
    const taken = await days.bankSays('2026-03-05', [{ transaction, code: 'R01' }])
    expect(taken.unmatched).toMatchObject([{ traceNumber: '123456789999999', code: 'R01' }])
    const employee = await signInEmployee(api)
    const bytes = bankFile([{ transaction, code: 'R01' }], { portfolioId: 110 })
    const file = { name: 'b.ach', type: 'text/plain', bytes }
    expect(await employee.ask(importReturnCall, { body: { portfolioId: 118 } }, { file })).toMatchObject({
      unmatched: [{ code: 'R01' }],
      entries: 1,
      kinds: [{ portfolioId: 110, kind: 'return', applied: 0, known: 0, refused: 1, quarantined: 0 }],
    })
    const unknown = await employee.call(importReturnCall, { body: { portfolioId: 999 } }, { file })
    expect(unknown.code).toBe(codeOf('notFound'))
    const none = await employee.call(importReturnCall, { body: { portfolioId: 118 } })
    expect(none.code).toBe(codeOf('importRefused'))
  })
})

describe('the return rates (ach.md §2; domain.md §9)', () => {
  test('stand beside their limits, and beyond one a warning is written once a day', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    days.at('2026-03-16', '11:00')
    const asked = async () =>
      await (await signInEmployee(api)).ask(returnRateCall, { query: { portfolioId: 118 } })
    const before = await asked()
    expect(before.windows[0]?.rates).toMatchObject([
      { kind: 'unauthorized', rate: '0.00', limit: '0.50', status: 'ok' },
      { kind: 'administrative', limit: '3.00', status: 'ok' },
      { kind: 'overall', limit: '15.00', status: 'ok' },
    ])
    await days.bankSays('2026-03-16', [{ transaction: await debitAt(api, loan, 0), code: 'R10' }])
    const after = await asked()
    expect(after.windows[0]).toMatchObject({
      kind: 'sixtyDays',
      debits: 1,
      returns: [{ code: 'R10', count: 1 }],
      rates: [
        { kind: 'unauthorized', rate: '100.00', status: 'over', consequence: 'rule' },
        { kind: 'administrative', rate: '0.00', status: 'ok' },
        { kind: 'overall', rate: '100.00', status: 'over' },
      ],
    })
    await watchReturnRates(days.money)
    await watchReturnRates(days.money)
    const employee = await signInEmployee(api)
    const body = { portfolioId: 118, event: 'returnRateWarning' }
    expect((await employee.ask(searchAuditCall, { body })).events).toHaveLength(1)
    api.shown.changed('returnRate')
  })
})
