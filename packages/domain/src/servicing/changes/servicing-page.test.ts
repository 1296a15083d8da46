import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatLocalDate } from '../../calendar/local-date.ts'
import { type Cents, moneyToWire } from '../../money/cents.ts'
import { ChangeType, PaymentMode } from '../../payments/codes.ts'
import type { ChangePlan } from './change-plan.ts'
import type { ChangeRequest } from './change-request.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'

const page = readFileSync(new URL('../../../../../docs/guides/servicing.md', import.meta.url), 'utf8')
const paymentMode = PaymentMode.ach

function lineOf(name: string, request: ChangeRequest): string {
  const worked = planChange(aLiveLoan(4, day('2026-08-28')), request)
  if (!worked.ok) throw new Error(worked.error.reason)
  const { newSchedule, costDifference, debit }: ChangePlan = worked.value
  const last = newSchedule.rows.at(-1)
  if (last === undefined) throw new Error('a schedule has rows')
  const signed = (amount: Cents) => (amount > 0n ? `+${moneyToWire(amount)}` : moneyToWire(amount))
  const once = debit === null ? 'none' : `${moneyToWire(debit.amount)} on ${formatLocalDate(debit.date)}`
  return `| ${[
    name,
    once,
    String(newSchedule.rows.filter(({ source }) => source !== 'single').length),
    moneyToWire(newSchedule.totalOfPayments),
    signed(costDifference),
    formatLocalDate(last.dueDate),
  ].join(' | ')} |`
}

test('the example of docs/guides/servicing.md is what the rules come to', () => {
  const date = day('2026-09-01')
  const amount = money('150.00')
  const lines = [
    lineOf('pay off (101)', { changeType: ChangeType.payOff, date, paymentMode }),
    lineOf('pay off in 3 (102)', { changeType: ChangeType.payOffInN, count: 3, paymentMode }),
    lineOf('extra payment, shorter (103)', {
      changeType: ChangeType.payDown,
      date,
      amount,
      effect: 'shorter',
      paymentMode,
    }),
    lineOf('extra payment, smaller (103)', {
      changeType: ChangeType.payDown,
      date,
      amount,
      effect: 'smaller',
      paymentMode,
    }),
    lineOf('200.00 each payday (111)', {
      changeType: ChangeType.payFixedAmount,
      amount: money('200.00'),
      paymentMode,
    }),
  ]
  expect(lines.filter((line) => !page.includes(line))).toEqual([])
})
