import { CHECKED, DEBIT, NOT_CHECKED, ON_BATCH, REFUND } from './codes.ts'
import type { Day } from './day.ts'
import type { EntryFact, LoanFacts, TermFacts, TransactionFact } from './facts.ts'
import type { ModelRules } from './rules.ts'

/** What is owed, in whole cents. */
export interface Debt {
  readonly principal: bigint
  readonly interest: bigint
  readonly fees: bigint
  readonly overpaid: bigint
  readonly writtenOff: bigint
  readonly paid: bigint
  readonly refunded: bigint
  readonly creditUsed: bigint
  readonly accruedTo: Day
}

type HappeningKind =
  | 'lateDays'
  | 'cancellation'
  | 'fee'
  | 'feeWaiver'
  | 'payment'
  | 'interestWaiver'
  | 'refund'
  | 'overpaymentRefund'
  | 'restWaiver'
  | 'writeOff'

interface Happening {
  readonly id: string
  readonly kind: HappeningKind
  readonly day: Day
  readonly amount: bigint
}

/** Within a day: interest, then that day's fees, then payments, then what is given up. Source: domain.md §14. */
const OF_A_DAY: readonly HappeningKind[] = [
  'lateDays',
  'cancellation',
  'fee',
  'feeWaiver',
  'payment',
  'interestWaiver',
  'refund',
  'overpaymentRefund',
  'restWaiver',
  'writeOff',
]

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right)
const most = (left: bigint, right: bigint): bigint => (left > right ? left : right)

function divided(numerator: bigint, denominator: bigint, { rounding }: ModelRules): bigint {
  return rounding === 'halfUp' ? (2n * numerator + denominator) / (2n * denominator) : numerator / denominator
}

/** Simple daily interest on a principal over so many days. Source: domain.md §7. */
function interestOver(terms: TermFacts, principal: bigint, days: number, rules: ModelRules): bigint {
  if (days <= 0) return 0n
  const counted = BigInt(rules.endIncluded ? days : days - 1)
  const { numerator, denominator } = terms.annualRate
  return divided(principal * numerator * counted, denominator * rules.daysOfYear, rules)
}

function accrued(terms: TermFacts, debt: Debt, day: Day, rules: ModelRules): Debt {
  if (day <= debt.accruedTo) return debt
  const base = rules.compounds ? debt.principal + debt.interest : debt.principal
  const earned = interestOver(terms, base, day - debt.accruedTo, rules)
  const begun = terms.interestCredits.reduce((sum, { from, amount }) => (from < day ? sum + amount : sum), 0n)
  const credit = least(earned, begun - debt.creditUsed)
  return {
    ...debt,
    interest: debt.interest + earned - credit,
    creditUsed: debt.creditUsed + credit,
    accruedTo: day,
  }
}

function paying(debt: Debt, amount: bigint, { paymentOrder }: ModelRules): Debt {
  const due = { fees: debt.fees, interest: debt.interest, principal: debt.principal }
  let rest = amount
  for (const part of paymentOrder) {
    const used = least(rest, due[part])
    due[part] -= used
    rest -= used
  }
  const recovered = least(rest, debt.writtenOff)
  return {
    ...debt,
    ...due,
    writtenOff: debt.writtenOff - recovered,
    overpaid: debt.overpaid + rest - recovered,
    paid: debt.paid + amount,
  }
}

/** Everything but the principal falls away, and what was paid toward charges goes to principal. Source: domain.md §2. */
function canceling(terms: TermFacts, debt: Debt, amount: bigint): Debt {
  const cash = terms.principal - terms.prepaidCharge
  const paid = debt.paid + amount
  const toCome = cash + debt.refunded - paid
  return {
    ...debt,
    principal: most(toCome, 0n),
    interest: 0n,
    fees: 0n,
    overpaid: most(-toCome, 0n),
    paid,
  }
}

function after(terms: TermFacts, before: Debt, { kind, day, amount }: Happening, rules: ModelRules): Debt {
  const isAccruing = !['fee', 'feeWaiver', 'refund'].includes(kind)
  const debt = isAccruing ? accrued(terms, before, day, rules) : before
  switch (kind) {
    case 'payment':
      return paying(debt, amount, rules)
    case 'cancellation':
      return canceling(terms, debt, amount)
    case 'fee': {
      const taken = least(amount, debt.overpaid)
      return { ...debt, fees: debt.fees + amount - taken, overpaid: debt.overpaid - taken }
    }
    case 'feeWaiver':
      return { ...debt, fees: debt.fees - least(amount, debt.fees) }
    case 'lateDays':
    case 'interestWaiver':
      return { ...debt, interest: debt.interest - least(amount, debt.interest) }
    case 'refund':
      return {
        ...debt,
        overpaid: debt.overpaid - least(amount, debt.overpaid),
        refunded: debt.refunded + amount,
      }
    case 'overpaymentRefund': {
      const taken = least(amount, debt.overpaid)
      return {
        ...debt,
        overpaid: debt.overpaid - taken,
        principal: debt.principal + amount - taken,
        refunded: debt.refunded + amount,
      }
    }
    // A small rest after the last payment, given up for good. Source: domain.md §14.
    case 'restWaiver':
      return { ...debt, principal: 0n, interest: 0n, fees: 0n }
    case 'writeOff':
      return {
        ...debt,
        principal: 0n,
        interest: 0n,
        fees: 0n,
        writtenOff: debt.writtenOff + debt.principal + debt.interest + debt.fees,
      }
  }
}

/** Payments taken twice and the refunds (302) that sent them back: both as if they had never been. Source: domain.md §10. */
function undoneTwice(transactions: readonly TransactionFact[]): ReadonlySet<string> {
  const settled = new Set(transactions.filter(hasSettled).map(({ transactionNo }) => transactionNo))
  return new Set(
    transactions.flatMap(({ type, status, transactionNo, originalNo }) =>
      type === REFUND && isOut(status) && originalNo !== null && settled.has(originalNo)
        ? [transactionNo, originalNo]
        : [],
    ),
  )
}

const isOut = (status: number): boolean => status === ON_BATCH || status === NOT_CHECKED || status === CHECKED

/** A payment that is here and has not come back. */
const hasSettled = ({ type, purpose, status }: TransactionFact): boolean =>
  type === DEBIT && purpose !== 'reversal' && (status === NOT_CHECKED || status === CHECKED)

function fromTransactions(transactions: readonly TransactionFact[], rules: ModelRules): Happening[] {
  const undone = undoneTwice(transactions)
  return transactions.flatMap((one): Happening[] => {
    const { transactionNo: id, type, purpose, status, day, amount, changeNo, returnedOn } = one
    if (undone.has(id)) return []
    const counts = hasSettled(one) || (!rules.forgetsReturned && type === DEBIT && returnedOn !== null)
    if (counts) return [{ id, kind: purpose === 'rescission' ? 'cancellation' : 'payment', day, amount }]
    if (type !== REFUND || !isOut(status)) return []
    return [{ id, kind: changeNo === null ? 'overpaymentRefund' : 'refund', day, amount }]
  })
}

const fromEntry = ({ entryNo: id, kind, day, amount, ofLateDays }: EntryFact): Happening => ({
  id,
  kind: ofLateDays ? 'lateDays' : (kind as HappeningKind),
  day,
  amount,
})

const rankOf = ({ kind }: Happening): number => OF_A_DAY.indexOf(kind)

/**
 * The debt after all that has happened, replayed from the day on which the money arrived; interest runs to the last
 * happening. Source: domain.md §7, §9, §14.
 */
export function debtOf(
  terms: TermFacts,
  { transactions, entries }: Pick<LoanFacts, 'transactions' | 'entries'>,
  rules: ModelRules,
): Debt {
  const happenings = [...fromTransactions(transactions, rules), ...entries.map(fromEntry)].toSorted(
    (left, right) =>
      left.day - right.day ||
      rankOf(left) - rankOf(right) ||
      (left.id < right.id ? -1 : Number(left.id > right.id)),
  )
  let debt: Debt = {
    principal: terms.principal,
    interest: 0n,
    fees: 0n,
    overpaid: 0n,
    writtenOff: 0n,
    paid: 0n,
    refunded: 0n,
    creditUsed: 0n,
    accruedTo: terms.startedOn,
  }
  for (const happening of happenings) debt = after(terms, debt, happening, rules)
  return debt
}

/** Spans that do not overlap, in order. */
function apart(spans: TermFacts['lateDays']): { from: Day; to: Day }[] {
  const joined: { from: Day; to: Day }[] = []
  for (const { from, to } of spans.toSorted((left, right) => left.from - right.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** The debt on a day, the interest of days by which we were late given up. Source: domain.md §14. */
export function debtOn(terms: TermFacts, debt: Debt, day: Day, rules: ModelRules): Debt {
  const whole = accrued(terms, debt, day, rules)
  const late = apart(terms.lateDays).filter(({ from, to }) => to > debt.accruedTo && from < day)
  if (late.length === 0) return whole
  let owed = 0n
  let from = debt.accruedTo
  for (const span of late) {
    owed += interestOver(terms, debt.principal, span.from - from, rules)
    from = Math.max(from, span.to)
  }
  owed += interestOver(terms, debt.principal, day - from, rules)
  const earned = whole.interest - debt.interest
  return { ...whole, interest: debt.interest + least(earned, owed) }
}

/** All that ends a debt, less what was overpaid; never below zero. */
export const totalOf = ({ principal, interest, fees, overpaid }: Debt): bigint =>
  most(principal + interest + fees - overpaid, 0n)

/** A payment that is still to arrive. */
export interface ComingPayment {
  readonly day: Day
  readonly amount: bigint
  /** It undoes the loan: nothing but the money that was paid out is owed. */
  readonly isUndoing: boolean
}

/** The debt after one more payment that arrives on a day. */
export function afterPayment(
  terms: TermFacts,
  debt: Debt,
  { day, amount, isUndoing }: ComingPayment,
  rules: ModelRules,
): Debt {
  const before = debtOn(terms, debt, day, rules)
  return isUndoing ? canceling(terms, before, amount) : paying(before, amount, rules)
}
