import { z } from 'zod'
import { isoDate, signedMoney, text } from '../wire.ts'

/** One expected movement of the account that the installments are paid from. */
const cashEvent = z.strictObject({
  date: isoDate,
  kind: z.enum(['payday', 'bill', 'installment']),
  /** Who pays or is paid, in the account's own words; empty for an installment. */
  label: text(120),
  /** Negative goes out. */
  amount: signedMoney,
  balanceAfter: signedMoney,
})

/** The days ahead of that account, from the verified bank data. Source: docs/decisions/affordability.md. */
export const affordability = z.strictObject({
  /** Last four digits of the account. */
  accountTail: text(4),
  /** The day of the bank data; nothing of that day or before is repeated. */
  asOf: isoDate,
  to: isoDate,
  startBalance: signedMoney,
  events: z.array(cashEvent).max(200),
  lowest: z.strictObject({ date: isoDate, balance: signedMoney }),
  /** Days on which an installment would leave the account below zero. */
  shortfallDates: z.array(isoDate).max(60),
  /** The soonest first date on offer that no installment falls short with; null where none helps or none is needed. */
  betterFirstDate: isoDate.nullable(),
})
