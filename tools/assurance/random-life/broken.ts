import { listLoanChanges, type LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import {
  COMING_STATUSES,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { loadAccount } from '@dolphin/api/modules/servicing/account-facts'
import { paidNumbers } from '@dolphin/api/modules/servicing/loan-arrears'
import { moneyViolations } from '@dolphin/api/testing/money-invariants'
import { strandedNow } from '@dolphin/api/testing/stranded-now'
import type { Finding, LoanFacts } from '../loan-model/facts.ts'
import { findingsOf } from '../loan-model/laws.ts'
import { quoteIsTheDebt } from '../loan-model/laws/schedule-laws.ts'
import { RULES } from '../loan-model/rules.ts'
import { factsOfLoan, seeLoan, type SeenLoan } from './facts-of-loan.ts'
import type { Life } from './life.ts'
import { readNotices } from './notices.ts'

/**
 * What is broken now; empty where all holds. The invariants of all rows are asked once time has passed: rows are appended,
 * and what is wrong in them stays. Source: domain.md §14; design/security.md, invariants.
 */
export async function brokenIn(life: Life, hasTimePassed: boolean): Promise<string[]> {
  const { api, loans, surprises } = life
  const violations = hasTimePassed ? await moneyViolations(api.deps, api.database.db) : []
  const found = violations.map(({ rule, words }) => `${rule}: ${words}`)
  for (const loan of loans) {
    const seen = await seeLoan(life, loan)
    found.push(...(await brokenOf(life, seen)))
    const facts = await factsOfLoan(life, seen)
    life.witness?.facts.push(facts)
    readNotices(life, loan.loanNo, facts.page)
    const laws = [...findingsOf(facts), ...quotedOf(life, facts)]
    found.push(...laws.map(({ law, words }) => `${law}: ${words}`))
  }
  life.quotes.length = 0
  found.push(...surprises.splice(0).map(({ law, words }) => `${law}: ${words}`))
  return found
}

/** What was quoted of a loan in the act before costs what is owed on its day. */
const quotedOf = ({ quotes }: Life, facts: LoanFacts): Finding[] =>
  quotes
    .filter(({ loanNo }) => loanNo === facts.loanNo)
    .flatMap((quote) => quoteIsTheDebt(facts, quote, RULES))

async function brokenOf(life: Life, seen: SeenLoan): Promise<string[]> {
  const { row, plan, transactions, page } = seen
  const dates = plan.installments.filter(isLive).map(({ dueDate }) => dueDate)
  const debits = transactions.filter(({ type }) => type === TransactionType.debit)
  const stranded = await strandedNow(life.api.deps, life.api.database.db, row, life.today)
  return [
    ...stranded.map((words) => `stranded: ${words}`),
    ...(new Set(dates).size === dates.length ? [] : ['two installments share a day']),
    ...retriesBesideOthers(debits),
    ...(page === null ? [] : await brokenOnPage(life, { ...seen, page, debits })),
  ]
}

/** A loan with a page, and its debits. */
interface Scheduled extends SeenLoan {
  readonly page: NonNullable<SeenLoan['page']>
  readonly debits: readonly MoneyTransaction[]
}

/** A payment that came back or was refused under help that covers it has another day, or was paid another way. Source: domain.md §14. */
async function uncoveredOf({ api, today }: Life, { loan, row, plan, debits }: Scheduled): Promise<string[]> {
  const facts = await loadAccount(api.deps, api.database.db, row)
  assert(facts !== undefined, 'a loan with a schedule is funded')
  const paid = paidNumbers(facts, today)
  const changes = await listLoanChanges(api.database.db, loan)
  const standing = changes.filter(({ status }) => status === 'open' || status === 'applied')
  const waitsFor = (change: LoanChange): boolean =>
    standing.some(({ changeNo }) => changeNo === change.result['onFailureOf'])
  const covered = standing
    .filter((change) => !waitsFor(change))
    .flatMap(({ result }) => (result['covers'] ?? []) as readonly { readonly number: number }[])
  return covered
    .filter(({ number }) => plan.installments.some((one) => one.number === number && isLive(one)))
    .filter(({ number }) => !paid.has(number))
    .filter(({ number }) => {
      const own = debits.filter(({ installmentNumber }) => installmentNumber === number)
      return own.length > 0 && own.every(({ status }) => status === rejected)
    })
    .map(
      ({ number }) => `payment ${number} came to nothing, and the help that covers it left it where it was`,
    )
}

const { rejected, pastDue } = TransactionStatus
const { representment, installment } = TransactionPurpose

/** A retry is never on a day with another debit of the schedule. */
function retriesBesideOthers(debits: readonly MoneyTransaction[]): string[] {
  const standing = debits.filter(({ status }) => status !== rejected && status !== pastDue)
  return standing
    .filter(({ purpose }) => purpose === representment)
    .filter((retry) =>
      standing.some(
        (other) =>
          other !== retry && other.purpose === installment && other.effectiveDate === retry.effectiveDate,
      ),
    )
    .map(({ effectiveDate }) => `a retry and another debit are both on ${formatLocalDate(effectiveDate)}`)
}

/** What the borrower reads is so: a debit that is planned is named, and nothing is late by our own doing. */
async function brokenOnPage(life: Life, scheduled: Scheduled): Promise<string[]> {
  const { today, isExcused } = life
  const { nextPayment, pastDueAmount, payoffToday } = scheduled.page
  // What is not owed any more is not taken either, and has no other day.
  const isOwed = payoffToday !== '0.00'
  const planned = isOwed ? scheduled.debits : []
  const next = planned
    .filter(({ status, effectiveDate }) => COMING_STATUSES.includes(status) && effectiveDate > today)
    .toSorted((left, right) => left.effectiveDate - right.effectiveDate)[0]
  const day = next && formatLocalDate(next.effectiveDate)
  return [
    ...(isOwed ? await uncoveredOf(life, scheduled) : []),
    ...(day === undefined || (nextPayment !== null && nextPayment.date <= day)
      ? []
      : [`a debit is on ${day} and the page says ${nextPayment?.date ?? 'that nothing is due'}`]),
    ...(isExcused || pastDueAmount === '0.00' ? [] : [`${pastDueAmount} is past due by our own doing`]),
  ]
}
