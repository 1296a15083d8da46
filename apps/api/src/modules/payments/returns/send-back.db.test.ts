import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { resolveExceptionCall, retryBankEntryCall } from '@dolphin/contract/returns'
import { showApprovalCall } from '@dolphin/contract/approvals'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { findLoanAccount, loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import { listOpenWorkItems, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { cents } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import type { DishonorCode } from '@dolphin/domain/payments/dishonor'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { NachaReader } from '@dolphin/nacha/nacha-reader'
import type { ReadEntry } from '@dolphin/nacha/read-item'
import { describe, expect, test } from 'vitest'
import { bankFile, type BankNews } from '../../../testing/bank-returns.ts'
import { expectRefused } from '../../../testing/call-coverage/expect-refused.ts'
import { confirmApproval, deskOf, tryConfirming } from '../../../testing/confirmations.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { creditOf, debitAt } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, PAYDAYS } from '../../../testing/money-days.ts'
import { reverseEntry } from '../../../testing/reversals.ts'
import type { SignedLoan } from '../../../testing/signed-loans.ts'
import { moneyInEachTest } from '../../../testing/ten-payment-loan.ts'
import { STRANGE_TRACE } from '../../../testing/unmatched-return.ts'
import { filePlace } from '../batch-file.ts'
import { transmitFiles } from '../transmit-files.ts'
import { endUncontested } from './end-uncontested.ts'
import { importInboxFile } from './import-file.ts'

const scene = moneyInEachTest()

const note = 'the bank agreed on the telephone'

const open = (kind: WorkItemKind): Promise<WorkItem[]> =>
  listOpenWorkItems(scene.api.database.db, { portfolioId: 118, kind })

async function theOne(kind: WorkItemKind): Promise<WorkItem> {
  const [item, ...more] = await open(kind)
  assert(item !== undefined && more.length === 0, `one ${kind} is open`)
  return item
}

/** A loan whose payment of 78.61 settled on Friday 2026-03-13. */
async function collected() {
  const loan = await scene.days.fundOne()
  await scene.days.collect(PAYDAYS[0])
  return { loan, debit: await debitAt(scene.api, loan, 0) }
}

/** What the bank sends at noon; it settled on Monday 2026-03-16 unless a day of the year is given. */
async function bankSends(day: string, news: readonly BankNews[], settlementDate = '') {
  scene.days.at(day, '12:00')
  serial += 1
  const bytes = bankFile(news, { serial: serial % 26, settlementDate })
  return await importInboxFile(scene.days.money, [scene.days.data()], {
    fileName: `RET-${day}.ach`,
    bytes,
    actor: 'test',
  })
}
let serial = 0

const oneCentLess = (debit: MoneyTransaction) => ({ ...debit, amount: cents(debit.amount - 1n) })

interface Order {
  readonly kind: 'refusedReturn' | 'unmatchedReturn'
  readonly code: DishonorCode
  readonly transactionNo?: string
}

/** One employee enters it at the present time. */
async function enter({ kind, code, transactionNo }: Order) {
  const { workItemNo } = await theOne(kind)
  const ada = await signInEmployee(scene.api)
  const body = { act: 'sendBack', workItemNo, code, transactionNo, note } as const
  const { approval } = await ada.ask(resolveExceptionCall, { body })
  return { ada, body, approvalNo: approval.approvalNo }
}

/** Two employees send the return of an item back. */
async function sendBack(order: Order): Promise<void> {
  const { approvalNo } = await enter(order)
  await confirmApproval(await signInEmployee(scene.api, 'bea-example'), approvalNo)
}

async function refused({ kind, code, transactionNo }: Order, message: RegExp): Promise<void> {
  const { workItemNo } = await theOne(kind)
  const ada = await signInEmployee(scene.api)
  const body = { act: 'sendBack', workItemNo, code, transactionNo, note } as const
  const reply = await ada.call(resolveExceptionCall, { body })
  expect(reply.code).toBe(RESPONSE_CODES.exceptionRefused.code)
  expect(JSON.stringify(reply.data)).toMatch(message)
}

/** The entries of the day's file that dishonor a return, as the bank reads them; the file is transmitted. */
async function dishonorsOf(day: string): Promise<ReadEntry[]> {
  const { files } = await scene.days.batch(day)
  await transmitFiles(scene.days.money)
  const entries: ReadEntry[] = []
  for (const file of files) {
    const sealed = await scene.api.deps.objects.get(file.objectKey)
    assert(sealed !== undefined, 'the file was stored')
    const reader = new NachaReader({
      entry: (entry) => void entries.push(entry),
      fault: ({ faults }) => expect(faults).toEqual([]),
    })
    reader.write(scene.api.deps.cipher.open(filePlace(file), new TextDecoder().decode(sealed)))
    reader.end()
  }
  return entries.filter(({ entry }) => entry.exceptions?.[0]?.kind === 'dishonored')
}

/** Sends the file of a day; answers what a contest of its one dishonored return names. */
async function sentWith(day: string, returnCode = 'R01') {
  const [sent] = await dishonorsOf(day)
  const addenda = sent?.entry.exceptions?.[0]
  assert(sent !== undefined && addenda !== undefined, 'one return went back')
  return { traceNumber: sent.entry.traceNumber, code: addenda.code, returnCode }
}

/** The round of the morning. */
async function morning(day: string) {
  scene.days.at(day, '08:30')
  const ended = await scene.api.deps.units.write(async (unit) =>
    ok(await endUncontested(scene.days.money, unit, scene.days.data())),
  )
  await scene.days.settle(day)
  return ended.ok ? ended.value : undefined
}

const debitOf = async (loan: SignedLoan) => await debitAt(scene.api, loan, 0)

describe('a return that is sent back is not applied, and holds the debits of its loan until it is settled (domain.md §14)', () => {
  test('R69: a wrong amount goes back with the next file; uncontested, the loan goes on', async () => {
    const { loan, debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R01' }])
    const { ada, body, approvalNo } = await enter({ kind: 'refusedReturn', code: 'R69' })
    const bea = await signInEmployee(scene.api, 'bea-example')
    expect(await bea.ask(showApprovalCall, { params: { approvalNo } })).toMatchObject({
      kind: 'bankException',
      amount: '78.60',
      blocked: null,
      effects: [
        'The R01 goes back to the bank as R69 with the file of 2026-03-16; it is not applied.',
        `Debits of ${loan.loanNo} stay held until 2 banking days after its settlement have passed without a contest.`,
      ],
    })
    expect(await tryConfirming(await deskOf(ada), approvalNo)).toMatchObject({
      code: RESPONSE_CODES.approvalRefused.code,
    })
    expect(await open('returnSentBack')).toEqual([])
    await confirmApproval(bea, approvalNo)
    expect(await open('refusedReturn')).toEqual([])
    expect(await theOne('returnSentBack')).toMatchObject({ concerns: [loan.loanNo] })
    await expectRefused(ada, 'resolveException', { body }, 'workItemOver')
    scene.api.shown.changed('resolveException')

    const [sent, ...more] = await dishonorsOf('2026-03-17')
    expect(more).toEqual([])
    expect(sent?.batch).toMatchObject({ standardEntryClass: 'PPD', entryDescription: 'LOAN PMT' })
    expect(sent?.entry).toMatchObject({ transactionCode: '26', routingNumber: '091000019', amount: 7_860n })
    expect(sent?.entry.exceptions).toMatchObject([
      {
        kind: 'dishonored',
        code: 'R69',
        originalTrace: debit.traceNumber,
        returnTrace: '091000010000001',
        returnSettlementDate: '075',
        returnCode: 'R01',
        information: expect.stringContaining('03'),
      },
    ])
    expect(await dishonorsOf('2026-03-18')).toEqual([])
    expect(await morning('2026-03-20')).toBe(0)
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.notChecked, returnCode: null })
    await expectRefused(
      await signInEmployee(scene.api),
      'closeWorkItem',
      { body: { workItemNo: (await theOne('returnSentBack')).workItemNo, reason: note } },
      'workItemTakesTwo',
    )
    expect(await morning('2026-03-23')).toBe(1)
    expect(await open('returnSentBack')).toEqual([])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.checked, returnCode: null })
    expect(await morning('2026-03-24')).toBe(0)
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('the same return again, in another file or by hand, is not applied meanwhile', async () => {
    const { loan, debit } = await collected()
    const news = [{ transaction: { ...debit, traceNumber: STRANGE_TRACE }, code: 'R01' }]
    await bankSends('2026-03-16', news)
    const { facts } = await theOne('unmatchedReturn')
    await sendBack({ kind: 'unmatchedReturn', code: 'R61' })
    expect(await bankSends('2026-03-17', news)).toMatchObject({ returns: 0, alreadyKnown: 1 })
    const kept = { sha256: String(facts['sha256']), line: Number(facts['line']) }
    const ada = await signInEmployee(scene.api)
    expect(await ada.ask(retryBankEntryCall, { body: kept })).toMatchObject({
      outcome: 'refused',
      problem: 'it was sent back to the bank',
    })
    expect(await open('unmatchedReturn')).toEqual([])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.notChecked })
  })

  test('it holds while its file is not transmitted', async () => {
    const { debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R01' }])
    await sendBack({ kind: 'refusedReturn', code: 'R69' })
    await scene.days.batch('2026-03-17')
    expect(await morning('2026-03-30')).toBe(0)
    expect(await open('returnSentBack')).toHaveLength(1)
  })
})

describe('the bank contests', () => {
  test('R74: the corrected return is applied, once', async () => {
    const { loan, debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R01' }])
    await sendBack({ kind: 'refusedReturn', code: 'R69' })
    const contests = await sentWith('2026-03-17')
    const contest = [{ transaction: debit, code: 'R74', contests }]
    expect(await bankSends('2026-03-19', contest)).toMatchObject({ kinds: [{ kind: 'dispute', applied: 1 }] })
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
    for (const kind of ['returnSentBack', 'refusedReturn', 'returnDisputed'] as const)
      expect(await open(kind)).toEqual([])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await bankSends('2026-03-20', contest)).toMatchObject({ alreadyKnown: 1 })
    expect(await morning('2026-03-24')).toBe(0)
  })

  test.each(['R71', 'R72', 'R73', 'R76'])(
    '%s: a return that still does not fit is a work item again, and is not sent back twice',
    async (code) => {
      const { loan, debit } = await collected()
      await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R01' }])
      await sendBack({ kind: 'refusedReturn', code: 'R69' })
      const contests = await sentWith('2026-03-17')
      await bankSends('2026-03-19', [{ transaction: oneCentLess(debit), code, contests }])
      expect(await open('returnSentBack')).toEqual([])
      const { workItemNo, concerns } = await theOne('refusedReturn')
      expect(concerns).toEqual([loan.loanNo])
      await refused({ kind: 'refusedReturn', code: 'R69' }, /Only a return is sent back/)
      await morning('2026-03-24')
      expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.notChecked, returnCode: null })
      const ada = await signInEmployee(scene.api)
      const { approval } = await ada.ask(resolveExceptionCall, { body: { act: 'ignore', workItemNo, note } })
      await confirmApproval(await signInEmployee(scene.api, 'bea-example'), approval.approvalNo)
      await morning('2026-03-25')
      expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.checked })
    },
  )

  test('R73: an untimely return (R68) that was timely is applied to the transaction that was named', async () => {
    const { loan, debit } = await collected()
    const { transactionNo } = debit
    const news = [{ transaction: { ...debit, traceNumber: STRANGE_TRACE }, code: 'R01' }]
    await bankSends('2026-03-19', news, '078')
    await refused({ kind: 'unmatchedReturn', code: 'R68' }, /name the transaction/)
    await sendBack({ kind: 'unmatchedReturn', code: 'R68', transactionNo })
    const contests = await sentWith('2026-03-20')
    await bankSends('2026-03-24', [{ ...news[0]!, code: 'R73', contests }])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
    expect(await open('unmatchedReturn')).toEqual([])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('R77: the return of a debit whose reversal was sent (R62) is applied, and an employee settles the money twice back', async () => {
    const { loan, debit } = await collected()
    scene.days.at('2026-03-13', '12:00')
    await reverseEntry(scene.api, debit, 'date')
    scene.days.at('2026-03-13', '16:10')
    await scene.days.batchNow()
    await scene.days.settle('2026-03-16')
    const strange = { ...debit, traceNumber: STRANGE_TRACE }
    await bankSends('2026-03-16', [{ transaction: strange, code: 'R01' }])
    await sendBack({ kind: 'unmatchedReturn', code: 'R62', transactionNo: debit.transactionNo })
    const contests = await sentWith('2026-03-17')
    await bankSends('2026-03-20', [{ transaction: strange, code: 'R77', contests }])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
    expect(await open('failedReversal')).toHaveLength(1)
    expect(await open('unmatchedReturn')).toEqual([])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('R70: a return by agreement (R31) that was not agreed; a contest that comes after its days still counts', async () => {
    const { loan, debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R31' }])
    await sendBack({ kind: 'refusedReturn', code: 'R70' })
    const contests = await sentWith('2026-03-17', 'R31')
    await morning('2026-03-23')
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.checked })
    await bankSends('2026-03-24', [{ transaction: debit, code: 'R72', contests }])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R31' })
    expect(await open('returnSentBack')).toEqual([])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('R75: a second return of a debit (R67) waits for a person once it is contested', async () => {
    const { loan, debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: debit, code: 'R01' }])
    await bankSends('2026-03-17', [{ transaction: debit, code: 'R02' }])
    await sendBack({ kind: 'refusedReturn', code: 'R67' })
    const contests = await sentWith('2026-03-18', 'R02')
    await bankSends('2026-03-20', [{ transaction: debit, code: 'R75', contests }])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
    expect((await theOne('refusedReturn')).reason).toMatch(/^R75 of 78\.61 does not fit/)
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('R72: a return of none of ours (R61) waits for a person, who applies it', async () => {
    const { loan, debit } = await collected()
    const strange = { ...debit, traceNumber: STRANGE_TRACE }
    await bankSends('2026-03-16', [{ transaction: strange, code: 'R01' }])
    await sendBack({ kind: 'unmatchedReturn', code: 'R61' })
    const contests = await sentWith('2026-03-17')
    await bankSends('2026-03-20', [{ transaction: strange, code: 'R72', contests }])
    const { workItemNo } = await theOne('unmatchedReturn')
    const ada = await signInEmployee(scene.api)
    const { transactionNo } = debit
    const body = { act: 'apply', workItemNo, transactionNo, note } as const
    const { approval } = await ada.ask(resolveExceptionCall, { body })
    await confirmApproval(await signInEmployee(scene.api, 'bea-example'), approval.approvalNo)
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected, returnCode: 'R01' })
    expect(await open('unmatchedReturn')).toEqual([])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('a disbursement that comes back late (R68) and was timely for its bank stays for a person', async () => {
    const { loan } = await collected()
    const credit = await creditOf(scene.api, loan)
    await bankSends('2026-03-16', [{ transaction: credit, code: 'R02' }])
    await sendBack({ kind: 'refusedReturn', code: 'R68' })
    const contests = await sentWith('2026-03-17', 'R02')
    await bankSends('2026-03-18', [{ transaction: credit, code: 'R73', contests }])
    expect(await theOne('refusedReturn')).toMatchObject({ loanNo: loan.loanNo })
    expect(await creditOf(scene.api, loan)).toMatchObject({ returnCode: null })
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })
})

describe('what is too late or has the wrong code is refused', () => {
  test('at entry: each code that does not fit, and all after five banking days', async () => {
    const { loan, debit } = await collected()
    const account = await findLoanAccount(scene.api.database.db, loan)
    assert(account !== undefined, 'the loan has an account')
    const accountNumber = scene.api.deps.cipher.open(
      loanAccountPlace(account, 'account_number'),
      account.accountNumber,
    )
    await bankSends('2026-03-16', [{ transaction: debit, code: 'R01' }])
    const own = { accountNumber, individualIdentification: loan.loanNo }
    await bankSends('2026-03-17', [{ transaction: debit, code: 'R02', ...own }])
    const kind = 'refusedReturn'
    await refused({ kind, code: 'R61' }, /another originator/)
    await refused({ kind, code: 'R62' }, /reversal/)
    await refused({ kind, code: 'R68' }, /in its time/)
    await refused({ kind, code: 'R69' }, /none is in error/)
    await refused({ kind, code: 'R70' }, /R06 and R31/)
    await refused({ kind, code: 'R67', transactionNo: 'T999999999' }, /no such transaction/)
    scene.days.at('2026-03-24', '10:00')
    await refused({ kind, code: 'R67' }, /later than 5 banking days/)
  })

  test('at confirmation', async () => {
    const { debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R01' }])
    scene.days.at('2026-03-23', '15:00')
    const { approvalNo } = await enter({ kind: 'refusedReturn', code: 'R69' })
    scene.days.at('2026-03-23', '20:00')
    const bea = await deskOf(await signInEmployee(scene.api, 'bea-example'))
    expect((await tryConfirming(bea, approvalNo)).code).not.toBe(1)
    expect(await open('refusedReturn')).toHaveLength(1)
  })

  test('at the batch: the return waits for a person again, and can be sent back by no other code', async () => {
    const { loan, debit } = await collected()
    await bankSends('2026-03-16', [{ transaction: oneCentLess(debit), code: 'R01' }])
    scene.days.at('2026-03-23', '15:00')
    await sendBack({ kind: 'refusedReturn', code: 'R69' })
    expect(await dishonorsOf('2026-03-24')).toEqual([])
    expect(await open('returnSentBack')).toEqual([])
    expect(await theOne('refusedReturn')).toMatchObject({
      loanNo: loan.loanNo,
      reason: expect.stringMatching(/^not sent back as R69: The next file is later/),
    })
    await refused({ kind: 'refusedReturn', code: 'R69' }, /later than 5 banking days/)
    await bankSends('2026-03-24', [{ transaction: debit, code: 'R01' }])
    expect(await debitOf(loan)).toMatchObject({ status: TransactionStatus.rejected })
    expect(await open('refusedReturn')).toEqual([])
  })
})
