import { CREDIT, LIVE, NOT_CHECKED, ON_BATCH, PENDING, PLANNED, REFUND, TERMINATED } from '../codes.ts'
import { bankingDaysAfter, type Day, isoOf } from '../day.ts'
import { type Debt, debtOf, debtOn, afterPayment, totalOf } from '../debt.ts'
import type { Finding, LoanFacts, PageFacts, TermFacts } from '../facts.ts'
import type { ModelRules } from '../rules.ts'
import { isToConfirmAgain } from './waiting-payoff.ts'

/** The debt today, as the model computes it; undefined where there is none. */
export function debtToday(
  facts: LoanFacts,
  rules: ModelRules,
): { terms: TermFacts; last: Debt; now: Debt } | undefined {
  const { terms, today } = facts
  if (terms === null) return undefined
  const last = debtOf(terms, facts, rules)
  return { terms, last, now: debtOn(terms, last, today, rules) }
}

/** The page says what is owed, to the cent; so does the ledger. Source: domain.md §7, §9. */
export function owedToTheCent(facts: LoanFacts, rules: ModelRules): Finding[] {
  const debt = debtToday(facts, rules)
  if (debt === undefined) return []
  const { now, last, terms } = debt
  const found = (words: string): Finding => ({ law: 'owedToTheCent', words })
  const differing = (where: string, pairs: readonly (readonly [string, bigint, bigint])[]) =>
    pairs
      .filter(([, is, must]) => is !== must)
      .map(([name, is, must]) => found(`${where}: ${name} is ${is} and must be ${must}`))
  const { page, balances } = facts
  return [
    ...(page === null
      ? []
      : differing('page', [
          ['principal', page.principal, now.principal],
          ['interest', page.interest, now.interest],
          ['fees', page.fees, now.fees],
          ['payoff', page.payoff, totalOf(now)],
        ])),
    ...differing('ledger', [
      ['principal', balances['principal'] ?? 0n, last.principal],
      ['interestReceivable', balances['interestReceivable'] ?? 0n, last.interest],
      ['fees', balances['fees'] ?? 0n, last.fees],
      ['cashInTransit', balances['cashInTransit'] ?? 0n, -last.overpaid],
      ['writeOff', balances['writeOff'] ?? 0n, last.writtenOff],
      [
        'customer',
        balances['customer'] ?? 0n,
        last.paid - last.refunded - (terms.principal - terms.prepaidCharge),
      ],
    ]),
  ]
}

const isToCome = (phase: string): boolean => phase === 'scheduled' || phase === 'sent'

/** Everything of the schedule that the page says will come in, by day; what is only expected stands beside it. */
function comingOf(page: PageFacts, today: Day) {
  return page.rows
    .filter(({ direction, phase }) => direction === 'in' && isToCome(phase))
    .filter(({ transactionNo, installmentNo }) => transactionNo !== null || installmentNo !== null)
    .map(({ day, amount, purpose }) => ({
      day: Math.max(day, today),
      amount,
      isUndoing: purpose === 'rescission' || purpose === 'reversal',
    }))
    .toSorted((left, right) => left.day - right.day)
}

/** What is past due, as if it were paid today; what a debit to come takes again stands in the schedule. */
function overdueOf({ pastDueParts, rows }: PageFacts, today: Day) {
  const coming = new Set(
    rows.filter(({ phase }) => isToCome(phase)).map(({ installmentNo }) => installmentNo),
  )
  return pastDueParts
    .filter(({ installmentNo }) => !coming.has(installmentNo))
    .map(({ amount }) => ({ day: today, amount, isUndoing: false }))
}

/**
 * If what is past due is paid today, and every payment that the page lists on its day, what is left over is what the page
 * says that none covers: the rows, the balance and what is left to pay agree. A payoff that waits to be confirmed again has
 * taken the place of the schedule. Source: domain.md §9; design/security.md, I2.
 */
export function paymentsCoverDebt(facts: LoanFacts, rules: ModelRules): Finding[] {
  const debt = debtToday(facts, rules)
  const { page, status } = facts
  if (debt === undefined || page === null || !LIVE.includes(status) || isToConfirmAgain(facts)) return []
  // After the schedule what is left is past due itself, and lies beyond nothing.
  const isOver = page.pastDueParts.some(({ installmentNo }) => installmentNo === null)
  const isUndone = page.rows.some(({ purpose, phase }) => purpose === 'rescission' && isToCome(phase))
  let left = debt.last
  for (const payment of [...overdueOf(page, facts.today), ...comingOf(page, facts.today)])
    left = afterPayment(debt.terms, left, payment, rules)
  const rest = left.principal + left.interest + left.fees
  return (isOver || isUndone ? 0n : rest) === page.uncovered
    ? []
    : [
        {
          law: 'paymentsCoverDebt',
          words: `the payments of the page leave ${rest}, and it says that ${page.uncovered} is in none of them`,
        },
      ]
}

/** Money beyond what is owed goes back within two banking days, once all of it is final. Source: domain.md §14. */
export function overpaidGoesBack(facts: LoanFacts, rules: ModelRules): Finding[] {
  const debt = debtToday(facts, rules)
  if (debt === undefined || debt.last.overpaid === 0n) return []
  const { transactions, openItems, today } = facts
  const moving = transactions.filter(
    ({ type, status }) =>
      type !== REFUND && type !== CREDIT && [PENDING, ON_BATCH, NOT_CHECKED].includes(status),
  )
  const planned = transactions
    .filter(({ type, status }) => type === REFUND && [PLANNED, PENDING].includes(status))
    .reduce((sum, { amount }) => sum + amount, 0n)
  if (moving.length > 0 || planned >= debt.last.overpaid || openItems.includes('failedRefund')) return []
  const finalSince = Math.max(...transactions.map(({ day }) => bankingDaysAfter(day, rules.checkedAfter)), 0)
  const last = bankingDaysAfter(finalSince, rules.refundWithin)
  return today <= last
    ? []
    : [
        {
          law: 'overpaidGoesBack',
          words: `${debt.last.overpaid} too much is here since ${isoOf(finalSince)}, and no refund is planned`,
        },
      ]
}

/** A loan that has ended owes nothing, asks for nothing and offers nothing. Source: domain.md §14. */
export function endedIsOver(facts: LoanFacts, rules: ModelRules): Finding[] {
  const debt = debtToday(facts, rules)
  const { status, page, transactions } = facts
  if (status !== TERMINATED || debt === undefined) return []
  const found = (words: string): Finding => ({ law: 'endedIsOver', words })
  const owed = totalOf(debt.now)
  const planned = transactions.filter(
    ({ type, status: at }) => type !== REFUND && type !== CREDIT && at === PLANNED,
  )
  return [
    ...(owed === 0n ? [] : [found(`it has ended and owes ${owed}`)]),
    ...planned.map(({ transactionNo }) => found(`it has ended, and debit ${transactionNo} is planned`)),
    ...(page === null || page.next === null
      ? []
      : [found('it has ended, and its page names a next payment')]),
    ...(page === null || page.allowedChanges.length === 0
      ? []
      : [found(`it has ended, and its page offers the changes ${page.allowedChanges.join(', ')}`)]),
  ]
}

/** A loan that owes nothing and waits for nothing has ended. Source: domain.md §2. */
export function paidIsEnded(facts: LoanFacts, rules: ModelRules): Finding[] {
  const debt = debtToday(facts, rules)
  const { status, transactions, isDayOver } = facts
  if (debt === undefined || !isDayOver || !LIVE.includes(status) || totalOf(debt.now) > 0n) return []
  const moving = transactions.some(
    ({ type, status: at, day }) =>
      type !== CREDIT &&
      ([PENDING, ON_BATCH, NOT_CHECKED].includes(at) || (at === PLANNED && day >= facts.today)),
  )
  return moving ? [] : [{ law: 'paidIsEnded', words: `it owes nothing, waits for nothing and is ${status}` }]
}
