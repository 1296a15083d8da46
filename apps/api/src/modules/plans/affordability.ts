import { setImmediate as nextTurn } from 'node:timers/promises'
import type { affordability } from '@dolphin/contract/plans'
import {
  type AccountOutlook,
  accountOutlook,
  withInstallments,
} from '@dolphin/domain/plans/affordability/account-outlook'
import type { CashCalendar } from '@dolphin/domain/plans/affordability/cash-calendar'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { firstDatesOffered, type Plan } from '@dolphin/domain/plans/plan'
import { matchAccount } from '@dolphin/domain/verification/account-match'
import type { z } from 'zod'
import type { LoanPlanBasis } from './plan-basis.ts'
import { cachedPlan } from './plan-cache.ts'

type AffordabilityOnWire = z.output<typeof affordability>

/**
 * How a plan fits the account that it is paid from, and the soonest first date that fits where this one does not.
 * Null while the typed account is none of the linked ones: then nothing is known of it.
 */
export async function affordabilityOf(basis: LoanPlanBasis, plan: Plan): Promise<AffordabilityOnWire | null> {
  const { report } = basis.income
  const match = matchAccount(report.accounts, basis.bank)
  if (match.result === 'unmatched') return null
  const { calendar, paySchedule, rules } = basis
  const outlook = accountOutlook({ account: match.account, asOf: report.asOf, calendar, paySchedule, rules })
  const cash = withInstallments(outlook, plan.schedule.installments)
  const better = cash.shortfalls.length === 0 ? undefined : await betterFirstDate(basis, plan, outlook)
  return affordabilityView(match.tail, cash, better)
}

/** The same plan from the soonest other first date that no installment falls short with. */
async function betterFirstDate(
  basis: LoanPlanBasis,
  { choice }: Plan,
  outlook: AccountOutlook,
): Promise<LocalDate | undefined> {
  for (const { dueDate } of firstDatesOffered(basis, choice.frequency)) {
    if (dueDate === choice.firstDate) continue
    const moved = cachedPlan(basis, { ...choice, firstDate: dueDate })
    const fits =
      moved.ok && withInstallments(outlook, moved.value.schedule.installments).shortfalls.length === 0
    if (fits) return dueDate
    // A plan takes some milliseconds; other requests are not kept waiting for all of them.
    await nextTurn()
  }
  return undefined
}

function affordabilityView(
  accountTail: string,
  { from, to, startBalance, events, lowest, shortfalls }: CashCalendar,
  better: LocalDate | undefined,
): AffordabilityOnWire {
  return {
    accountTail,
    asOf: formatLocalDate(from),
    to: formatLocalDate(to),
    startBalance: moneyToWire(startBalance),
    events: events.map(({ date, kind, label, amount, balanceAfter }) => ({
      date: formatLocalDate(date),
      kind,
      label,
      amount: moneyToWire(amount),
      balanceAfter: moneyToWire(balanceAfter),
    })),
    lowest: { date: formatLocalDate(lowest.date), balance: moneyToWire(lowest.balance) },
    shortfallDates: [...new Set(shortfalls.map(({ date }) => formatLocalDate(date)))],
    betterFirstDate: better === undefined ? null : formatLocalDate(better),
  }
}
