import { CALLS } from '@dolphin/contract/registry'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, PAYDAYS } from '../../testing/money-days.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { sweepNoticesJob } from '../notices/notice-outbox.ts'
import { moneyInEachTest, payOff } from '../../testing/ten-payment-loan.ts'

const scene = moneyInEachTest()

/** Has what waits leave at that instant; the mails of one kind since then. */
async function leaving({ email }: SignedLoan, kind: string, instant: string): Promise<string[]> {
  await liveOn(scene.api, instant)
  await sweepNoticesJob(scene.api.deps).run({})
  const mails = await scene.api.mailsTo(email)
  return mails.filter((mail) => mail.kind === kind).map(({ content }) => content.text)
}

const withdrawnOf = async ({ loanNo }: SignedLoan) => {
  const { rows } = await scene.api.database.db.execute<{ notice: string }>(
    sql`select facts->>'notice' as notice from audit_events where action = 'noticeWithdrawn' and subject = ${loanNo}`,
  )
  return rows.map(({ notice }) => notice)
}

/** The first debit is regular: its announcement is a reminder. */
const ANNOUNCED = 'paymentUpcoming'

describe('a notice leaves as it is true then (domain.md §11, §14)', () => {
  test('a payoff is confirmed on the day of funding before the mail of the first payment leaves', async () => {
    const loan = await scene.days.fundOne()
    await liveOn(scene.api, '2026-03-04T09:03:00-05:00')
    await payOff(loan, '2026-03-05')
    const [mail, ...others] = await leaving(loan, 'loanFunded', '2026-03-04T12:01:00-05:00')
    expect(others).toEqual([])
    expect(mail).toContain('due on Thu, Mar 5, 2026')
    expect(mail).not.toContain('Mar 13')
  })

  test('a debit that was announced in the night and does not come any more is not announced', async () => {
    const loan = await scene.days.fundOne()
    scene.days.at('2026-03-06', '22:30')
    await scene.days.announceNow()
    await liveOn(scene.api, '2026-03-06T23:00:00-05:00')
    await payOff(loan, '2026-03-10')
    expect(await leaving(loan, ANNOUNCED, '2026-03-07T08:00:00-05:00')).toEqual([])
    expect(await withdrawnOf(loan)).toContain(ANNOUNCED)
  })

  test('one whose amount changed in the night is announced once, with the amount that is taken', async () => {
    const loan = await scene.days.fundOne()
    scene.days.at('2026-03-06', '22:30')
    await scene.days.announceNow()
    await receiveWire(scene.api, loan, { at: '2026-03-06T23:00:00-05:00', amount: '460.00' })
    const mails = await leaving(loan, ANNOUNCED, '2026-03-07T08:00:00-05:00')
    const corrected = await leaving(loan, 'unusualWithdrawal', '2026-03-07T08:00:00-05:00')
    expect([...mails, ...corrected].filter((text) => text.includes('$78.61 for loan'))).toEqual([])
    expect(corrected).toHaveLength(1)
    expect(await withdrawnOf(loan)).toContain(ANNOUNCED)
  })

  test('the receipt of a payment names the next one as of its own leaving', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.announce('2026-03-06')
    await scene.days.batch('2026-03-12')
    await scene.days.settle('2026-03-13')
    await liveOn(scene.api, '2026-03-13T09:00:00-04:00')
    await payOff(loan, '2026-03-16')
    const [mail] = await leaving(loan, 'paymentReceived', '2026-03-13T12:00:00-04:00')
    expect(mail).toContain('on Mon, Mar 16, 2026')
    expect(mail).not.toContain('Mar 27')
  })

  test('a retry that was withdrawn is not promised', async () => {
    const loan = await scene.days.fundOne()
    await scene.days.collect(PAYDAYS[0])
    const [first] = await debitsOf(scene.api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    await scene.days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    await liveOn(scene.api, '2026-03-16T12:05:00-04:00')
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.revokeFutureAch },
      body: { loanNo: loan.loanNo, mode: 1, number: 1 },
    })
    const [mail] = await leaving(loan, 'paymentReturned', '2026-03-16T12:30:00-04:00')
    expect(mail).toContain('We will not try this payment again on our own.')
  })

  test('a change that was undone before its receipt left is not confirmed', async () => {
    const loan = await scene.days.fundOne()
    await liveOn(scene.api, '2026-03-05T09:00:00-05:00')
    await payOff(loan, '2026-03-06')
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    const changeNo = changes[0]?.changeNo ?? ''
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo }, body: {} })
    expect(await leaving(loan, 'changeConfirmed', '2026-03-05T09:01:00-05:00')).toEqual([])
    expect(
      await leaving(loan, STORED_NAMES.noticeKind.changeCanceled, '2026-03-05T09:02:00-05:00'),
    ).toHaveLength(1)
  })
})
