import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatLocalDate, type LocalDate, localDate } from '../calendar/local-date.ts'
import { type Cents, cents, moneyToWire, negate, sum } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import {
  disbursementSent,
  disbursementSettled,
  LedgerAccount,
  type Posting,
  posting,
  PostingKind,
} from '../payments/ledger.ts'
import { accrualEntries, ledgerOf, entriesBetween, linesWithout } from './ledger-lines.ts'
import type { AccountEvent, AccountEventKind } from './account-event.ts'
import { type AccountTerms, type AppliedEvent, replayAccount } from './loan-account.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../payments/payment-order.ts'

const LOAN = '118-0000017'
const ACCOUNTS = Object.values(LedgerAccount)

/** The loan of sched-pub-4. */
const TERMS: AccountTerms = {
  principal: cents(80_000n),
  prepaidCharge: cents(0n),
  effectiveDate: localDate(2026, 6, 23),
  accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) },
  interestCredits: [],
  order: paymentOrderOf(AGREEMENT_VERSION),
}
const EVENTS: readonly AccountEvent[] = [
  { id: 'first', kind: 'payment', date: localDate(2026, 7, 10), amount: cents(11_954n) },
  { id: 'second', kind: 'payment', date: localDate(2026, 7, 24), amount: cents(11_954n) },
  { id: 'third', kind: 'payment', date: localDate(2026, 8, 7), amount: cents(11_954n) },
  { id: 'fee', kind: 'fee', date: localDate(2026, 8, 21), amount: cents(1_500n) },
  { id: 'part', kind: 'payment', date: localDate(2026, 8, 26), amount: cents(6_000n) },
]
const RETURNED = 'third'
const RETURNED_ON = localDate(2026, 9, 1)

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const figure = (amount: Cents): string => (amount === 0n ? '' : moneyToWire(amount))
const table = (rows: readonly (readonly string[])[]): string =>
  [
    row(['day', 'posting', ...ACCOUNTS]),
    row(['---', '---', ...ACCOUNTS.map(() => '---:')]),
    ...rows.map(row),
  ].join('\n')

const lineOf = ({ kind, effectiveDate, entries }: Posting): string[] => [
  formatLocalDate(effectiveDate),
  kind,
  ...ACCOUNTS.map((account) => figure(cents(entries.find((one) => one.account === account)?.amount ?? 0n))),
]
const balanceOf = (postings: readonly Posting[], account: LedgerAccount): Cents =>
  sum(
    postings.flatMap(({ entries }) =>
      entries.filter((entry) => entry.account === account).map(({ amount }) => amount),
    ),
  )
const balancesOf = (postings: readonly Posting[]) =>
  Object.fromEntries(ACCOUNTS.map((account) => [account, balanceOf(postings, account)]))
const balanceRow = (day: LocalDate, postings: readonly Posting[]): string[] => [
  formatLocalDate(day),
  '**balance**',
  ...ACCOUNTS.map((account) => `**${moneyToWire(balanceOf(postings, account))}**`),
]

const KIND: Readonly<Partial<Record<AccountEventKind, PostingKind>>> = {
  payment: PostingKind.paymentReceived,
  fee: PostingKind.feeCharged,
}

/** The postings of an event, after those before it. */
function postingsOf(applied: AppliedEvent, before: readonly Posting[]): Posting[] {
  const { id, date, kind } = applied.event
  const facts = { loanNo: LOAN, transactionId: id, effectiveDate: date }
  const lacking = entriesBetween(new Map(Object.entries(balancesOf(before))), ledgerOf(TERMS, applied.after))
  const accrual = accrualEntries(applied)
  return [
    ...(accrual.length > 0 ? [posting(PostingKind.accrual, facts, accrual)] : []),
    posting(KIND[kind] ?? PostingKind.reapplied, facts, linesWithout(lacking, accrual)),
  ]
}

/** What stands in docs/guides/ledger.md: the postings until the partial payment, then those of a return that came late. */
function workedExample(): { until: string; late: string } {
  const credit = { loanNo: LOAN, transactionId: 'credit', effectiveDate: TERMS.effectiveDate }
  const before = replayAccount(TERMS, EVENTS)
  const booked = [
    disbursementSent({ ...credit, effectiveDate: localDate(2026, 6, 22) }, TERMS.principal),
    disbursementSettled(credit, TERMS.principal, TERMS.prepaidCharge),
  ]
  for (const applied of before.applied) booked.push(...postingsOf(applied, booked))
  expect(balancesOf(booked)).toEqual(ledgerOf(TERMS, before.state))

  const original = booked.find(
    (one) => one.transactionId === RETURNED && one.kind === PostingKind.paymentReceived,
  )
  const facts = { loanNo: LOAN, transactionId: RETURNED, effectiveDate: RETURNED_ON }
  const mirror = (original?.entries ?? []).map(({ account, amount }) => ({ account, amount: negate(amount) }))
  const returned = [...booked, posting(PostingKind.paymentReturned, facts, mirror)]
  const after = replayAccount(
    TERMS,
    EVENTS.filter(({ id }) => id !== RETURNED),
  )
  const gap = entriesBetween(new Map(Object.entries(balancesOf(returned))), ledgerOf(TERMS, after.state))
  const all = [...returned, posting(PostingKind.reapplied, facts, gap)]
  expect(balancesOf(all)).toEqual(ledgerOf(TERMS, after.state))
  return {
    until: table([...booked.map(lineOf), balanceRow(localDate(2026, 8, 26), booked)]),
    late: table([...all.slice(booked.length).map(lineOf), balanceRow(RETURNED_ON, all)]),
  }
}

test('the page on the ledger shows what the code books (docs/guides/ledger.md)', () => {
  const page = readFileSync(new URL('../../../../docs/guides/ledger.md', import.meta.url), 'utf8')
  const { until, late } = workedExample()
  expect(page).toContain(until)
  expect(page).toContain(late)
})
