import type { NewInstallment, StoredInstallment } from '@dolphin/database/plans/plan-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, sum } from '@dolphin/domain/money/cents'
import { InstallmentFlag } from '@dolphin/domain/payments/codes'
import { withFlag } from '@dolphin/domain/payments/installment-flags'
import { isLive } from '@dolphin/domain/servicing/arrears'
import type { MovedSchedule } from '@dolphin/domain/servicing/moved-payments'
import { agreedPlanNoOf, type LoanAccountFacts } from './account-facts.ts'
import { numbersMade } from './agreed-installments.ts'
import { type PlanMoves, planMoves, planMovesToStored } from './moved-payments.ts'
import type { ChangedPlan } from './plan-after-change.ts'
import { servicingFacts, servicingFactsToStored } from './servicing-facts.ts'

/**
 * The plan that holds once we have moved payments that we missed: each keeps its number and has its new day; rows to
 * come hold what they will take, and one that finds nothing owed is taken off. Source: domain.md §14.
 */
export function planAfterMove(
  facts: LoanAccountFacts,
  schedule: MovedSchedule,
  { moveNo, today, now }: { readonly moveNo: string; readonly today: LocalDate; readonly now: Date },
): ChangedPlan {
  const { plan } = facts.current
  const { supersededAt: _superseded, ...kept } = plan
  const base = agreedPlanNoOf(plan)
  const rows = rowsAfterMove(facts, schedule, today)
  const live = rows.filter(isLive)
  const days = live.map(({ dueDate }) => dueDate).toSorted((left, right) => left - right)
  const totalOfPayments = cents(
    facts.account.state.paid + sum(schedule.payments.map(({ payment }) => payment)),
  )
  return {
    plan: {
      ...kept,
      planNo: `${base}.${moveNo}`,
      installmentCount: live.length,
      firstDate: days[0] ?? plan.firstDate,
      lastDate: days.at(-1) ?? plan.lastDate,
      totalOfPayments,
      financeCharge: cents(totalOfPayments - plan.amountFinanced),
      disclosure: {
        ...plan.disclosure,
        ...servicingFactsToStored({ agreedPlanNo: base, payroll: servicingFacts(plan).payroll }),
        ...planMovesToStored(movesAfter(planMoves(plan), schedule)),
      },
      createdAt: now,
    },
    installments: rows,
  }
}

/** A payment that moved before and shifts now keeps the days that were given up for it. */
function movesAfter(earlier: PlanMoves, { moved, waived }: MovedSchedule): PlanMoves {
  const movedNow = new Set(moved.map(({ number }) => number))
  const shifts = moved.some(({ isShifted }) => isShifted === true)
  const replaced = earlier.moved.filter(({ number, isShifted }) => movedNow.has(number) && isShifted !== true)
  return {
    moved: [...earlier.moved.filter(({ number }) => !movedNow.has(number)), ...moved],
    waived: shifts ? [...earlier.waived, ...replaced, ...waived] : earlier.waived,
  }
}

function rowsAfterMove(
  { current, transactions }: LoanAccountFacts,
  { moved, payments }: MovedSchedule,
  today: LocalDate,
): NewInstallment[] {
  const movedTo = new Map(moved.map((one) => [one.number, one.to]))
  const made = numbersMade(transactions)
  const coming = new Map(payments.map((payment) => [payment.number, payment]))
  return current.installments.map((stored) => {
    const row = newRow(stored)
    const to = movedTo.get(row.number)
    const isToCome = to !== undefined || (isLive(row) && row.dueDate >= today && !made.has(row.number))
    if (!isToCome) return row
    const payment = coming.get(row.number)
    if (payment === undefined) return { ...row, flags: withFlag(row.flags, InstallmentFlag.deleted) }
    const { principal, interest, fee, balanceAfter, payment: amount, dueDate } = payment
    return { ...row, dueDate, principal, interest, fee, balanceAfter, amount }
  })
}

function newRow({ portfolioId: _p, loanNo: _l, planNo: _n, ...row }: StoredInstallment): NewInstallment {
  return row
}
