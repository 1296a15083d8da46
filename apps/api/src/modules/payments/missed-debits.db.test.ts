import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus, PaymentMode } from '@dolphin/domain/payments/codes'
import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, type Cents, moneyToWire, parseMoney, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { describe, expect, test } from 'vitest'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { runPastDueRound } from './past-due.ts'
import { runMoneyRound } from './timetable.ts'
import { moneyInEachTest } from '../../testing/ten-payment-loan.ts'

const scene = moneyInEachTest()

async function rowsOf(loan: SignedLoan) {
  const plan = await findCurrentPlan(scene.api.database.db, loan)
  return (plan?.installments ?? []).map(({ number, dueDate, amount, interest, principal }) => ({
    number,
    on: formatLocalDate(dueDate),
    amount: moneyToWire(amount),
    interest: moneyToWire(interest),
    principal: moneyToWire(principal),
  }))
}

const waivers = async (loan: SignedLoan) =>
  (await listAccountEntries(scene.api.database.db, loan)).map(({ kind, amount, effectiveDate }) => [
    kind,
    moneyToWire(amount),
    formatLocalDate(effectiveDate),
  ])

const centsOf = (amount: string | undefined): Cents => parseMoney(amount ?? '') ?? ZERO_CENTS

async function page({ client, loanNo }: SignedLoan) {
  await liveOn(scene.api, scene.api.clock.now().toISOString())
  return await client.ask(CALLS.paymentDetail, { query: { loanNo } })
}

/** What the hourly and the minutely jobs do at a time of a day. */
async function live(day: string, time: string): Promise<void> {
  await liveOn(scene.api, `${day}T${time}:00${day < '2026-03-08' ? '-05:00' : '-04:00'}`)
  await runMoneyRound(scene.days.money)
  await scene.days.announceNow()
  await runPastDueRound(scene.days.money)
}

/** Sends and settles what is due on a day, of which notice was given before. */
async function take(sent: string, due: string) {
  const run = await scene.days.batch(sent)
  await scene.days.settle(due)
  return run
}

describe('a payment that we missed (domain.md §14)', () => {
  test('first debit never announced, the server down from the 5th to the 12th: moved, not past due', async () => {
    const loan = await scene.days.fundOne()
    const before = await rowsOf(loan)
    await live('2026-03-12', '09:00')
    const after = await rowsOf(loan)
    // Row 1 keeps its 32.05 of interest for nine days; the day to which it moves adds none
    expect(after[0]).toEqual({ ...before[0], on: '2026-03-19' })
    expect(after.slice(1, 9).map(({ number, on, amount }) => [number, on, amount])).toEqual(
      before.slice(1, 9).map(({ number, on, amount }) => [number, on, amount]),
    )
    expect(Number(after[9]?.amount)).toBeLessThan(Number(before[9]?.amount))
    const told = await noticesOf(scene.api, loan)
    expect(told.slice(-2).toSorted()).toEqual(['paymentMoved', 'unusualWithdrawal'])

    const mails = await scene.api.mailsTo(loan.email)
    const mail = mails.find(({ kind }) => kind === 'paymentMoved')
    expect(mail?.subject).toBe('We moved your payment of $78.61 to Thu, Mar 19, 2026')
    expect(mail?.content.text).toContain('from Fri, Mar 13, 2026 to Thu, Mar 19, 2026')
    expect(mail?.content.text).toContain('You pay no interest for the days in between.')

    const shown = await page(loan)
    expect(shown).toMatchObject({ daysOverdue: 0, pastDueAmount: '0.00', nextDueDate: '2026-03-19' })
    expect(shown.installments.map(({ dueDate, amount }) => [dueDate, amount])).toEqual(
      after.map(({ on, amount }) => [on, amount]),
    )
    expect(shown.automatic).toEqual({ on: true, reason: null })
    expect(shown.timeline.find(({ installmentNo }) => installmentNo === 1)).toMatchObject({
      date: '2026-03-19',
      reason:
        'We moved this payment from Fri, Mar 13, 2026. It does not count as late, and the days in between bear no interest.',
    })
    const moved = (await listAudit(scene.api.database.db, 118, loan.loanNo)).find(
      ({ action }) => action === 'paymentsMoved',
    )
    expect(moved?.facts).toMatchObject({ moved: ['1: 2026-03-13 to 2026-03-19'] })

    expect((await take('2026-03-18', '2026-03-19')).files).toMatchObject([{ debits: 1 }])
    // Six days of 500.00 at 260 %
    expect(await waivers(loan)).toEqual([['interestWaiver', '21.37', '2026-03-19']])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    const { installments, balance } = await page(loan)
    expect(installments[0]).toMatchObject({ interest: before[0]?.interest, principal: before[0]?.principal })
    expect(balance).toBe(moneyToWire(cents(50_000n - centsOf(before[0]?.principal))))
    expect(await debitsOf(scene.api, loan)).toMatchObject([
      { installmentNumber: 1, status: TransactionStatus.notChecked },
    ])
    for (const day of ['2026-03-20', '2026-03-23', '2026-03-24']) await live(day, '09:00')
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })
  })

  test('the rest of the schedule runs to its end, and the loan is paid off to the cent', async () => {
    const loan = await scene.days.fundOne()
    await live('2026-03-12', '09:00')
    await take('2026-03-18', '2026-03-19')
    const { calendar } = scene.api.deps
    for (const { on } of (await rowsOf(loan)).slice(1)) {
      const due = parseLocalDate(on)
      if (due === undefined) throw new Error('a row has its day')
      await scene.days.announce(formatLocalDate(calendar.addBankingDays(due, -5)))
      await take(formatLocalDate(calendar.previous(due)), on)
    }
    await scene.days.settle('2026-07-22')
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({
      status: LoanStatus.terminated,
      subStatus: 'paidOff',
    })
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await page(loan)).toMatchObject({ payoffToday: '0.00' })
  })

  test('a batch missed for an agreed payment: the server back a day later, within the grace', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const before = await rowsOf(loan)
    await scene.days.announce(PAYDAYS[1][0])
    await live('2026-03-27', '10:00')
    expect((await rowsOf(loan))[1]).toEqual({ ...before[1], on: '2026-04-03' })
    expect(await page(loan)).toMatchObject({ daysOverdue: 0, pastDueAmount: '0.00' })
    for (const day of ['2026-03-30', '2026-03-31', '2026-04-01']) await live(day, '09:00')
    expect((await noticesOf(scene.api, loan)).filter((kind) => kind === 'unusualWithdrawal')).toHaveLength(1)
    await take('2026-04-02', '2026-04-03')
    expect(await waivers(loan)).toMatchObject([['interestWaiver', expect.any(String), '2026-04-03']])
    expect((await page(loan)).installments[1]).toMatchObject({
      status: TransactionStatus.notChecked,
      interest: before[1]?.interest,
      principal: before[1]?.principal,
    })
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('down for four weeks over two payments: the schedule shifts by two paydays, with one notice', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const before = await rowsOf(loan)
    await live('2026-04-17', '09:00')
    const after = await rowsOf(loan)
    expect(after.map(({ number, on }) => [number, on])).toEqual([
      [1, '2026-03-13'],
      [2, '2026-04-24'],
      [3, '2026-05-08'],
      [4, '2026-05-22'],
      [5, '2026-06-05'],
      [6, '2026-06-18'],
      [7, '2026-07-03'],
      [8, '2026-07-17'],
      [9, '2026-07-31'],
      [10, '2026-08-14'],
    ])
    // What each pays is as agreed until a holiday shortens the days before one; none costs more interest
    expect(after.slice(0, 5).map(({ amount, interest }) => [amount, interest])).toEqual(
      before.slice(0, 5).map(({ amount, interest }) => [amount, interest]),
    )
    expect(after.map(({ amount }) => amount).slice(0, 9)).toEqual(
      before.map(({ amount }) => amount).slice(0, 9),
    )
    expect(Number(after[9]?.amount)).toBeLessThanOrEqual(Number(before[9]?.amount))
    const told = await noticesOf(scene.api, loan)
    expect(told.filter((kind) => kind === 'scheduleShifted')).toHaveLength(1)
    expect(told).not.toContain('paymentMoved')
    expect(told).not.toContain('loanPastDue')
    const mail = (await scene.api.mailsTo(loan.email)).find(({ kind }) => kind === 'scheduleShifted')
    expect(mail?.content.text).toContain('by 2 paydays')
    expect(mail?.content.text).toContain(
      'We did not take: $78.61 (Fri, Mar 27, 2026), $78.61 (Fri, Apr 10, 2026).',
    )
    expect(mail?.content.text).toContain('Your next payment: $78.61 on Fri, Apr 24, 2026.')
    const shown = await page(loan)
    expect(shown).toMatchObject({
      daysOverdue: 0,
      uncovered: '0.00',
      loanStatus: LoanStatus.processing,
      nextDueDate: '2026-04-24',
    })
    expect(shown.timeline.find(({ installmentNo }) => installmentNo === 4)?.reason).toContain(
      'We moved your payments to later paydays, this one from Fri, Apr 24, 2026.',
    )
    // The next round finds nothing more to move
    await live('2026-04-20', '09:00')
    expect(await rowsOf(loan)).toEqual(after)
    await take('2026-04-23', '2026-04-24')
    const paid = (await page(loan)).installments.find(({ installmentNo }) => installmentNo === 2)
    expect(paid).toMatchObject({ interest: before[1]?.interest, principal: before[1]?.principal })
    await scene.days.collect(['2026-05-01', '2026-05-07', '2026-05-08'])
    const second = (await page(loan)).installments.find(({ installmentNo }) => installmentNo === 3)
    expect(second).toMatchObject({ interest: before[2]?.interest, principal: before[2]?.principal })
    expect((await debitsOf(scene.api, loan)).map(({ installmentNumber }) => installmentNumber)).toEqual([
      1, 2, 3,
    ])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect((await noticesOf(scene.api, loan)).filter((kind) => kind === 'scheduleShifted')).toHaveLength(1)
  })

  test('one missed after the schedule has shifted moves alone; the days of both cost nothing', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const before = await rowsOf(loan)
    await live('2026-04-17', '09:00')
    await live('2026-04-24', '09:00')
    expect((await rowsOf(loan)).slice(1, 3).map(({ number, on }) => [number, on])).toEqual([
      [2, '2026-05-01'],
      [3, '2026-05-08'],
    ])
    for (const day of ['2026-04-27', '2026-04-28']) await live(day, '09:00')
    await take('2026-04-30', '2026-05-01')
    await take('2026-05-07', '2026-05-08')
    const paid = (await page(loan)).installments
    expect(paid.find(({ installmentNo }) => installmentNo === 2)).toMatchObject({
      interest: before[1]?.interest,
      principal: before[1]?.principal,
    })
    // The third comes a week after the second, as its payday stays
    expect(Number(paid.find(({ installmentNo }) => installmentNo === 3)?.interest)).toBeLessThan(
      Number(before[2]?.interest),
    )
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
  })

  test('a payoff within the late days costs what it would have cost on the agreed day', async () => {
    const loan = await scene.days.fundOne()
    await live('2026-03-12', '09:00')
    await liveOn(scene.api, '2026-03-16T09:00:00-04:00')
    const body = { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-17' } as const
    const quote = await loan.client.ask(CALLS.payOff, { body: { ...body, mode: 0 } })
    // 500.00 and nine days of interest
    expect(quote).toMatchObject({ quote: { total: '532.05' } })
    await loan.client.ask(CALLS.payOff, { body })
    await take('2026-03-16', '2026-03-17')
    await scene.days.settle('2026-03-19')
    expect(await findLoan(scene.api.database.db, loan)).toMatchObject({ status: LoanStatus.terminated })
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await noticesOf(scene.api, loan)).not.toContain('refundSent')
  })

  test('a posting within the late days leaves none of their interest owed', async () => {
    const loan = await scene.days.fundOne()
    await live('2026-03-12', '09:00')
    await liveOn(scene.api, '2026-03-16T09:00:00-04:00')
    const ada = await signInEmployee(scene.api)
    const waiver = {
      loanNo: loan.loanNo,
      kind: 'interestWaiver',
      changeTypeCode: 0,
      amount: '1.00',
      effectiveDate: '2026-03-16',
      transactionNo: null,
      installmentNo: null,
      paymentMode: null,
      note: 'goodwill',
    } as const
    const { approval } = await ada.ask(CALLS.manualPosting, { body: waiver })
    await confirmApproval(await signInEmployee(scene.api, 'bea-example'), approval.approvalNo)
    // 500.00 and the 32.05 of nine days, less what was waived; the days since the 13th cost nothing
    expect(await page(loan)).toMatchObject({ payoffToday: '531.05', uncovered: '0.00' })
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
  })

  test('approved shortly before the first due date, the server down until the day before it: moved too', async () => {
    const loan = await signLoan(scene.api, { portfolioId: 110 })
    await liveOn(scene.api, '2026-03-06T09:00:00-05:00')
    const employee = await signInEmployee(scene.api)
    await employee.ask(CALLS.approveLoan, { body: { loanNo: loan.loanNo, note: 'seen' } })
    await batchOn(scene.api, '2026-03-06', 110)
    await settleOn(scene.api, '2026-03-09', 110)
    for (const day of ['2026-03-12', '2026-03-13', '2026-03-16']) await live(day, '09:00')
    expect((await rowsOf(loan))[0]).toMatchObject({ number: 1, on: '2026-03-19' })
    await live('2026-03-18', '15:45')
    await live('2026-03-19', '09:00')
    expect(await debitsOf(scene.api, loan)).toMatchObject([
      { installmentNumber: 1, status: TransactionStatus.notChecked },
    ])
    expect(await ledgerDifferences(scene.api, loan)).toEqual([])
    expect(await noticesOf(scene.api, loan)).not.toContain('loanPastDue')
  })

  test('what the borrower or the bank holds stays as it is, and is past due', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const [first] = await debitsOf(scene.api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    await scene.days.bankSays('2026-03-16', [{ transaction: first, code: 'R02' }])
    for (const day of ['2026-03-27', '2026-03-31', '2026-04-03']) await live(day, '09:00')
    expect((await rowsOf(loan))[1]?.on).toBe('2026-03-27')
    expect(await noticesOf(scene.api, loan)).not.toContain('paymentMoved')
    expect((await page(loan)).daysOverdue).toBeGreaterThan(0)
  })

  test('automatic payments stopped before its day: not ours', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    await liveOn(scene.api, '2026-03-25T09:00:00-04:00')
    const asked = { params: { changeTypeCode: 104 }, body: { loanNo: loan.loanNo, mode: 1 } } as const
    await loan.client.ask(CALLS.requestChange, asked)
    await live('2026-03-30', '09:00')
    expect((await rowsOf(loan))[1]?.on).toBe('2026-03-27')
    expect(await noticesOf(scene.api, loan)).not.toContain('paymentMoved')
  })
})

describe('a retry (domain.md §14)', () => {
  test('has a day of its own after the next payment is checked; both that came back are past due', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const [first] = await debitsOf(scene.api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    await scene.days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    const retry = async () =>
      (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'representment')
    // Due on Friday the 27th, checked on Tuesday: the file of that day takes effect on Wednesday
    expect(await retry()).toMatchObject({ status: TransactionStatus.none })
    expect(formatLocalDate((await retry())?.effectiveDate ?? first.effectiveDate)).toBe('2026-04-01')
    expect((await scene.days.collect(PAYDAYS[1])).files).toMatchObject([{ debits: 1 }])
    await scene.days.announce('2026-03-25')
    await scene.days.settle('2026-03-31')
    expect((await scene.days.batch('2026-03-31')).files).toMatchObject([{ debits: 1 }])
    await scene.days.settle('2026-04-01')
    const sent = await debitsOf(scene.api, loan)
    expect(sent.map(({ status }) => status)).toEqual([-1, 3, 2])
    const again = await retry()
    if (again === undefined) throw new Error('the retry was sent')
    await scene.days.bankSays('2026-04-02', [{ transaction: again, code: 'R01' }])
    await scene.days.collect(PAYDAYS[2])
    const third = (await debitsOf(scene.api, loan)).find(({ installmentNumber }) => installmentNumber === 3)
    if (third === undefined) throw new Error('the third payment was sent')
    await scene.days.bankSays('2026-04-13', [{ transaction: third, code: 'R01' }])
    await liveOn(scene.api, '2026-04-14T09:00:00-04:00')
    const { pastDueAmount, daysOverdue } = await page(loan)
    const rows = await rowsOf(loan)
    expect(pastDueAmount).toBe(moneyToWire(cents(centsOf(rows[0]?.amount) + centsOf(rows[2]?.amount))))
    expect(daysOverdue).toBe(32)
  })

  test('an extra payment chosen for the day of an agreed one: two entries, shown as one total', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.announce(PAYDAYS[0][0])
    await liveOn(scene.api, '2026-03-09T10:00:00-04:00')
    const { nextDueAmount } = await page(loan)
    const body = {
      loanNo: loan.loanNo,
      mode: 1,
      amount: '50.00',
      date: '2026-03-13',
      paymentMode: PaymentMode.ach,
    } as const
    await loan.client.ask(CALLS.requestChange, { params: { changeTypeCode: 103 }, body })
    await scene.days.announceNow()
    const shown = await page(loan)
    const total = moneyToWire(cents(centsOf(nextDueAmount ?? undefined) + 5_000n))
    expect(shown).toMatchObject({ nextDueDate: '2026-03-13', nextDueAmount: total })
    expect(shown.timeline.filter(({ date }) => date === '2026-03-13').map(({ amount }) => amount)).toEqual(
      expect.arrayContaining(['50.00', nextDueAmount]),
    )
    expect((await take('2026-03-12', '2026-03-13')).files).toMatchObject([{ debits: 2 }])
  })

  test('whose notice we missed moves to another day of its own', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const [first] = await debitsOf(scene.api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    await scene.days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    await scene.days.collect(PAYDAYS[1])
    await live('2026-03-31', '10:00')
    const retry = (await debitsOf(scene.api, loan)).find(({ purpose }) => purpose === 'representment')
    expect(retry === undefined ? '' : formatLocalDate(retry.effectiveDate)).toBe('2026-04-07')
    expect(await noticesOf(scene.api, loan)).toContain('paymentMoved')
    for (const day of ['2026-04-01', '2026-04-02']) await live(day, '09:00')
    expect((await scene.days.batch('2026-04-06')).files).toMatchObject([{ debits: 1 }])
  })
})
