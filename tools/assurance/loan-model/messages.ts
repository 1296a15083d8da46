import { type Day, dayFrom } from './day.ts'
import type { NoticeFact } from './facts.ts'

/** A day as messages write it, such as "Fri, Mar 13, 2026". */
const DAY = String.raw`[A-Z][a-z]{2}, ([A-Z][a-z]{2} \d{1,2}, \d{4})`
const MONEY = String.raw`\$([\d,]+\.\d{2})`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayOf(written: string): Day {
  const [month = '', date = '', year = ''] = written.split(/,? /)
  return dayFrom(`${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`)
}

const centsOf = (written: string): bigint => BigInt(written.replaceAll(/[,.]/g, ''))

/** Money of a day, as a message says it. */
export interface SaidPayment {
  readonly amount: bigint
  readonly day: Day
}

function said(text: string, pattern: string): SaidPayment[] {
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(([, amount = '', day = '']) => ({
    amount: centsOf(amount),
    day: dayOf(day),
  }))
}

/** Debits that a message announces: a payment that comes, or one that the borrower asked for. */
export const announcedIn = ({ text }: NoticeFact): SaidPayment[] => [
  ...said(text, `We will take ${MONEY} for loan .+? on ${DAY}`),
  ...said(text, `We take ${MONEY} once on ${DAY}`),
]

/** What a message says of the next payment; undefined where it says none. */
export const nextIn = ({ text }: NoticeFact): SaidPayment | undefined =>
  said(text, `Your next payment: ${MONEY} on ${DAY}`)[0]

/** The payment that came back, as its message names it; undefined of any other message. */
export const returnIn = ({ text }: NoticeFact): SaidPayment | undefined =>
  said(text, `Your bank returned your payment of ${MONEY} for loan .+? on ${DAY}`)[0]

/** The fee that a message says is charged; undefined where it says none. */
export function feeIn({ text }: NoticeFact): bigint | undefined {
  const [, fee] = new RegExp(`returned-payment fee of ${MONEY}, charged once`).exec(text) ?? []
  return fee === undefined ? undefined : centsOf(fee)
}

/** A payment that came back and is said to be tried again; undefined where none is. */
export function retryIn(notice: NoticeFact): SaidPayment | undefined {
  const [, day] = new RegExp(`We try it again on ${DAY}`).exec(notice.text) ?? []
  const returned = returnIn(notice)
  return day === undefined || returned === undefined
    ? undefined
    : { amount: returned.amount, day: dayOf(day) }
}

/** From which day to which a payment of which amount moved; undefined of any other message. */
export function moveIn({ text }: NoticeFact): (SaidPayment & { readonly from: Day }) | undefined {
  const pattern = `We moved your payment of ${MONEY} for loan .+? from ${DAY} to ${DAY}`
  const [, amount, from, to] = new RegExp(pattern).exec(text) ?? []
  if (amount === undefined || from === undefined || to === undefined) return undefined
  return { amount: centsOf(amount), from: dayOf(from), day: dayOf(to) }
}
