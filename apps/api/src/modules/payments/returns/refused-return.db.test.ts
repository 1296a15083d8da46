import { listOpenWorkItems, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { loanTimelineCall } from '@dolphin/contract/examiner'
import { listRepaymentLoanCall, paymentDetailCall } from '@dolphin/contract/servicing'
import { cents } from '@dolphin/domain/money/cents'
import { TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile } from '../../../testing/bank-returns.ts'
import { debitsOf, moneyDays, PAYDAYS } from '../../../testing/money-days.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { liveOn } from '../../../testing/funded-loans.ts'
import type { SignedLoan } from '../../../testing/signed-loans.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { importInboxFile } from './import-file.ts'

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

const open = (kind: WorkItemKind): Promise<WorkItem[]> =>
  listOpenWorkItems(api.database.db, { portfolioId: 118, kind })

/** A loan whose first payment, 78.61 on Friday 2026-03-13, was taken. */
async function collected() {
  const [loan] = await days.fund(1)
  await days.collect(PAYDAYS[0])
  const [debit] = await debitsOf(api, loan!)
  return { loan: loan!, debit: debit! }
}

/** A file of the bank at noon of a day, as bytes. */
async function bankSends(day: string, bytes: Uint8Array, fileName = `RET-${day}.ach`) {
  days.at(day, '12:00')
  return await importInboxFile(days.money, [days.data()], { fileName, bytes, actor: 'test' })
}

/** What the borrower reads on the loan's page and in the list, in Spanish; both say the same. */
async function notesOf({ client, loanNo }: SignedLoan) {
  await liveOn(api, api.clock.now().toISOString())
  const headers = { 'accept-language': 'es' }
  const detail = await client.ask(paymentDetailCall, { query: { loanNo } }, { headers })
  const { loans } = await client.ask(listRepaymentLoanCall, {}, { headers })
  // The home says in a note of its own what the loan page says beside a button: what is owed beyond the plan.
  expect(loans[0]?.statusNotes).toEqual(expect.arrayContaining([...detail.statusNotes]))
  return detail.statusNotes
}

async function historyOf({ loanNo }: SignedLoan) {
  const employee = await signInEmployee(api)
  const { events } = await employee.ask(loanTimelineCall, { params: { loanNo } })
  return events.filter(({ event }) => event === 'workItem')
}

const [, SECOND] = PAYDAYS

describe('a refused return never hides a later right one (domain.md §14)', () => {
  test('one cent off on Monday, right on Tuesday: the payment came back', async () => {
    const { loan, debit } = await collected()
    const oneCentOff = { ...debit, amount: cents(debit.amount - 1n) }
    expect(await days.bankSays('2026-03-16', [{ transaction: oneCentOff, code: 'R01' }])).toMatchObject({
      returns: 1,
      alreadyKnown: 0,
    })
    expect(await open('refusedReturn')).toMatchObject([
      {
        loanNo: loan.loanNo,
        facts: { code: 'R01', amount: '78.60', transactionNo: debit.transactionNo },
        takenBy: null,
      },
    ])
    await days.settle('2026-03-17')
    expect(await debitsOf(api, loan)).toMatchObject([
      { status: TransactionStatus.notChecked, returnCode: null },
    ])
    expect(await notesOf(loan)).toEqual([WORK_ITEM_RULES.refusedReturn.words?.es])
    expect(await days.bankSays('2026-03-17', [{ transaction: debit, code: 'R01' }], 1)).toMatchObject({
      returns: 1,
      alreadyKnown: 0,
    })
    const [returned] = await debitsOf(api, loan)
    expect(returned).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
    expect(await open('refusedReturn')).toEqual([])
    expect(await notesOf(loan)).toEqual([])
    expect(await historyOf(loan)).toMatchObject([
      { to: 'refusedReturn', cause: expect.stringContaining('does not fit transaction') },
      { to: 'closed', cause: `R01 for transaction ${debit.transactionNo} was applied` },
    ])
    expect(await days.bankSays('2026-03-18', [{ transaction: debit, code: 'R01' }], 2)).toMatchObject({
      returns: 0,
      alreadyKnown: 1,
    })
  })

  test('a notice of change of the same entry is applied, and what was refused waits on', async () => {
    const { debit } = await collected()
    const oneCentOff = { ...debit, amount: cents(debit.amount + 1n) }
    await days.bankSays('2026-03-16', [{ transaction: oneCentOff, code: 'R14' }])
    const change = { transaction: debit, code: 'C05', correctedData: '37' }
    expect(await days.bankSays('2026-03-17', [change], 1)).toMatchObject({ alreadyKnown: 0 })
    expect(await open('refusedReturn')).toHaveLength(1)
  })

  test('refused again under another file name, it is known, and the work item stays one', async () => {
    const { debit } = await collected()
    const news = [{ transaction: { ...debit, amount: cents(debit.amount + 1n) }, code: 'R02' }]
    await days.bankSays('2026-03-16', news)
    expect(await days.bankSays('2026-03-17', news, 1)).toMatchObject({ returns: 0, alreadyKnown: 1 })
    expect(await open('refusedReturn')).toHaveLength(1)
  })
})

describe('each refused return has a work item of its own (domain.md §14)', () => {
  test('two of one trace: the end of one leaves the other; the right return ends both', async () => {
    const { debit } = await collected()
    const off = (by: bigint) => ({ ...debit, amount: cents(debit.amount + by) })
    await days.bankSays('2026-03-16', [{ transaction: off(1n), code: 'R01' }])
    await days.bankSays('2026-03-17', [{ transaction: off(2n), code: 'R02' }], 1)
    const items = await open('refusedReturn')
    expect(items.map(({ facts }) => [facts['code'], facts['amount']])).toEqual([
      ['R01', '78.62'],
      ['R02', '78.63'],
    ])
    await days.bankSays('2026-03-18', [{ transaction: debit, code: 'R01' }], 2)
    expect(await open('refusedReturn')).toEqual([])
  })
})

describe('while an entry of the bank may be about a loan, nothing is taken and nothing becomes checked', () => {
  test('refused: the second payment stays here, and leaves once the right return came', async () => {
    const { loan, debit } = await collected()
    await days.bankSays('2026-03-16', [
      { transaction: { ...debit, amount: cents(debit.amount - 1n) }, code: 'R01' },
    ])
    await days.announce(SECOND[0])
    const held = await days.batch(SECOND[1])
    expect(held.files).toEqual([])
    expect(held.ineligible).toMatchObject([
      { loanNo: loan.loanNo, rule: expect.stringMatching(/^bankEntryOpen: /) },
    ])
    await days.settle('2026-03-26')
    expect((await debitsOf(api, loan))[0]).toMatchObject({ status: TransactionStatus.notChecked })
    await days.bankSays('2026-03-26', [{ transaction: debit, code: 'R02' }], 1)
    expect(await open('refusedReturn')).toEqual([])
  })

  test('unmatched, with the amount and the name of the loan’s payment; another loan goes on', async () => {
    const [loan, other] = await days.fund(2)
    await days.collect(PAYDAYS[0])
    const [debit] = await debitsOf(api, loan!)
    await api.database.executeSql(
      `update transactions set amount = amount + 1 where loan_no = $1 and type = $2`,
      [other!.loanNo, TransactionType.debit],
    )
    const news = {
      transaction: { ...debit!, traceNumber: '091000019999999' },
      code: 'R01',
      accountNumber: '555',
      individualName: 'SAMPLE JORDAN',
    }
    expect(await days.bankSays('2026-03-16', [news])).toMatchObject({
      unmatched: [{ code: 'R01' }],
    })
    expect(await open('unmatchedReturn')).toMatchObject([{ loanNo: loan!.loanNo, concerns: [loan!.loanNo] }])
    await days.settle('2026-03-17')
    expect(await debitsOf(api, loan!)).toMatchObject([{ status: TransactionStatus.notChecked }])
    expect(await debitsOf(api, other!)).toMatchObject([{ status: TransactionStatus.checked }])
    await days.bankSays('2026-03-17', [{ transaction: debit!, code: 'R01' }], 1)
    expect((await debitsOf(api, loan!))[0]).toMatchObject({
      status: TransactionStatus.rejected,
      returnCode: 'R01',
    })
    expect(await open('unmatchedReturn')).toEqual([])
  })

  test('in a damaged entry, by its trace; once the right entry came, the item is closed', async () => {
    const { loan, debit } = await collected()
    const whole = bankFile([{ transaction: debit, code: 'R01' }])
    const damaged = Buffer.from(whole).toString('latin1').replace('799R01', '799R97')
    expect(await bankSends('2026-03-16', Buffer.from(damaged, 'latin1'))).toMatchObject({
      status: 'taken',
      kinds: [{ portfolioId: 118, kind: 'return', applied: 0, known: 0, refused: 0, quarantined: 1 }],
    })
    expect(await open('entryQuarantined')).toMatchObject([
      {
        concerns: [loan.loanNo],
        loanNo: loan.loanNo,
        facts: { line: 3, code: 'R97', originalTrace: debit.traceNumber, amount: '78.61' },
      },
    ])
    expect(await open('unreadBankEntry')).toEqual([])
    expect(await notesOf(loan)).toEqual([WORK_ITEM_RULES.entryQuarantined.words?.es])
    await days.settle('2026-03-17')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.notChecked }])
    await days.announce(SECOND[0])
    expect((await days.batch(SECOND[1])).files).toEqual([])
    await bankSends('2026-03-26', whole)
    expect((await debitsOf(api, loan))[0]).toMatchObject({ status: TransactionStatus.rejected })
    expect(await open('entryQuarantined')).toEqual([])
  })

  test('a line by amount and fitting name alone, and by the account alone', async () => {
    const { loan, debit } = await collected()
    const whole = Buffer.from(bankFile([{ transaction: debit, code: 'R01' }])).toString('latin1')
    const noTrace = whole.replace(`799R01${debit.traceNumber ?? ''}`, `799R01${'?'.repeat(15)}`)
    const byName = noTrace
      .replace('000111222333', '999999999999')
      .replace('ZEBULON QUILLFEATHER', 'SAMPLE JORDAN       ')
    const byAccount = noTrace
      .replaceAll(' 09100001 ', ' 12345678 ')
      .replace('ZEBULON QUILLFEATHER', 'OTHER PERSON        ')
    await bankSends('2026-03-16', Buffer.from(byName, 'latin1'))
    expect(await open('entryQuarantined')).toMatchObject([{ concerns: [loan.loanNo] }])
    await bankSends('2026-03-16', Buffer.from(byAccount, 'latin1'))
    expect(await open('entryQuarantined')).toMatchObject([{}, { concerns: [loan.loanNo] }])
  })

  test('of which nothing can be read: a work item of its own, due the same day', async () => {
    await collected()
    await bankSends('2026-03-16', Buffer.from(`${'#'.repeat(94)}\n`.repeat(2)))
    const [item] = await open('unreadBankEntry')
    expect(item).toMatchObject({ concerns: [], facts: { entries: 2 } })
    expect(item?.reason).toContain('nothing can be read of RET-2026-03-16.ach')
  })

  test('cut off within a record; the whole file that comes later answers it', async () => {
    const [one, two] = await days.fund(2)
    await days.collect(PAYDAYS[0])
    const news = await Promise.all(
      [one!, two!].map(async (loan) => ({ transaction: (await debitsOf(api, loan))[0]!, code: 'R01' })),
    )
    const whole = bankFile(news)
    const RECORD = 95
    // Header, batch header, one entry with its addenda, and a piece of the second entry without its name.
    expect(await bankSends('2026-03-16', whole.slice(0, 4 * RECORD + 20))).toMatchObject({
      entries: 2,
      kinds: [
        { kind: 'return', applied: 1 },
        { kind: 'unread', quarantined: 1 },
      ],
    })
    expect(await open('fileQuarantined')).toEqual([])
    expect(await open('unreadBankEntry')).toMatchObject([{ facts: { entries: 2, lines: [5, 6] } }])
    expect(await bankSends('2026-03-17', whole)).toMatchObject({ returns: 1, alreadyKnown: 1 })
    expect(await open('unreadBankEntry')).toEqual([])
  })
})
