import { InstallmentFlag, type PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { withFlag } from '@dolphin/domain/payments/installment-flags'
import type {
  NewInstallment,
  NewPaymentPlan,
  StoredInstallment,
} from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { isLive } from '@dolphin/domain/servicing/arrears'
import type { ChangePlan, ScheduleRow } from '@dolphin/domain/servicing/changes/change-plan'
import { sharesNewDay } from '@dolphin/domain/servicing/changes/one-per-day'
import { installmentsAfter } from '@dolphin/domain/servicing/changes/installments-after'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { planMoves, planMovesToStored } from './moved-payments.ts'
import { servicingFacts, servicingFactsToStored } from './servicing-facts.ts'
import { stoppedPaymentsToStored } from './stopped-payments.ts'

/** A plan with its rows, as it is stored. */
export interface ChangedPlan {
  readonly plan: NewPaymentPlan
  readonly installments: readonly NewInstallment[]
}

/**
 * The plan that a saved change leaves: rows that stay keep number and figures, those taken off keep them under a
 * flag, new ones hold what the preview showed. What was agreed with the lender at the start (rate, amount financed,
 * APR, product) stays. Source: domain.md §10, docs/guides/servicing.md.
 */
export function planAfterChange(
  loaded: LoadedLoan,
  change: ChangePlan,
  { changeNo, now }: { readonly changeNo: string; readonly now: Date },
): ChangedPlan {
  const { plan } = loaded.current
  const rows = installmentRows(loaded, change)
  const live = rows.filter(isLive)
  const before = loaded.current.installments.filter(isLive)
  assert(!sharesNewDay(before, live), 'two installments of a loan never share a day')
  const dates = live.map(({ dueDate }) => dueDate)
  const { agreedPlanNo, payroll } = servicingFacts(plan)
  const base = agreedPlanNo ?? plan.planNo
  const paid = loaded.account.state.paid
  const totalOfPayments = cents(paid + change.newSchedule.totalOfPayments)
  const after = change.payrollAfter
  return {
    plan: {
      ...plan,
      planNo: `${base}.${changeNo}`,
      frequency: after?.frequency ?? plan.frequency,
      installmentCount: live.length,
      installmentAmount: change.newInstallments[0]?.amount ?? plan.installmentAmount,
      firstDate: earliest(dates) ?? plan.firstDate,
      lastDate: latest(dates) ?? plan.lastDate,
      totalOfPayments,
      financeCharge: cents(totalOfPayments - plan.amountFinanced),
      disclosure: {
        ...plan.disclosure,
        paymentMode: change.paymentModeAfter,
        changeNo,
        ...stoppedPaymentsToStored(change.stopped),
        ...servicingFactsToStored({
          agreedPlanNo: base,
          payroll: after === null ? payroll : { schedule: after.paySchedule, rules: after.paydayRules },
        }),
      },
      createdAt: now,
    },
    installments: rows,
  }
}

/** The plan as it is, under a number of its own. */
export function planKept(
  { current: { plan, installments } }: LoadedLoan,
  { changeNo, now }: { readonly changeNo: string; readonly now: Date },
): ChangedPlan {
  const { supersededAt: _superseded, ...kept } = plan
  const base = servicingFacts(plan).agreedPlanNo ?? plan.planNo
  const facts = servicingFactsToStored({ agreedPlanNo: base, payroll: servicingFacts(plan).payroll })
  return {
    plan: {
      ...kept,
      planNo: `${base}.${changeNo}`,
      disclosure: { ...plan.disclosure, ...facts },
      createdAt: now,
    },
    installments: installments.map(newRow),
  }
}

/** What a plan that is in force again keeps of the time since. */
interface Restoring {
  readonly changeNo: string
  readonly now: Date
  readonly paymentMode: PaymentMode
  /** Payments whose debit stays stopped. */
  readonly stopped: readonly number[]
}

/** The plan as it was before a change, under a number of its own: what a failed or canceled change leaves. */
export function planRestored(
  loaded: LoadedLoan,
  before: LoadedLoan['current'],
  { changeNo, now, paymentMode, stopped }: Restoring,
): ChangedPlan {
  const { supersededAt: _superseded, ...plan } = before.plan
  const base = servicingFacts(plan).agreedPlanNo ?? plan.planNo
  const known = new Set(before.installments.map(({ number }) => number))
  // What the change added stays on record, taken off: a number is never used twice.
  const added = loaded.current.installments
    .filter(({ number }) => !known.has(number))
    .map((row) => ({ ...newRow(row), flags: TAKEN_OFF.reduce(withFlag, row.flags) }))
  return {
    plan: {
      ...plan,
      planNo: `${base}.${changeNo}.undone`,
      disclosure: {
        ...plan.disclosure,
        paymentMode,
        ...stoppedPaymentsToStored(stopped),
        // What we moved meanwhile costs nothing all the same.
        ...planMovesToStored(planMoves(loaded.current.plan)),
        ...servicingFactsToStored({ agreedPlanNo: base, payroll: servicingFacts(plan).payroll }),
      },
      createdAt: now,
    },
    installments: [...before.installments.map(newRow), ...added],
  }
}

/** What 905 puts on an installment that a change had made. */
const TAKEN_OFF = [InstallmentFlag.deleted, InstallmentFlag.cancelled] as const

function newRow({ portfolioId: _p, loanNo: _l, planNo: _n, ...row }: StoredInstallment): NewInstallment {
  return row
}

function installmentRows(loaded: LoadedLoan, change: ChangePlan): NewInstallment[] {
  const stored = new Map(loaded.current.installments.map((row) => [row.number, row]))
  const shown = new Map(
    change.newSchedule.rows.flatMap((row) => (row.number === null ? [] : [[row.number, row] as const])),
  )
  const numbers = change.newSchedule.rows.flatMap(({ number, source }) =>
    number === null || source === 'inFlight' ? [] : [number],
  )
  assert(new Set(numbers).size === numbers.length, 'every payment that was shown is a row of its own')
  return installmentsAfter(loaded.serviced.installments, change).map(({ number, dueDate, flags, amount }) => {
    const known = stored.get(number)
    if (known !== undefined) return { ...newRow(known), flags }
    const row = shown.get(number)
    assert(row !== undefined && row.payment === amount, 'a new installment is a row of the new schedule')
    return { number, dueDate, flags, status: TransactionStatus.none, ...figuresOf(row) }
  })
}

const figuresOf = ({ principal, interest, fee, payment, balanceAfter }: ScheduleRow) => ({
  principal,
  interest,
  fee,
  amount: payment,
  balanceAfter: balanceAfter < 0n ? ZERO_CENTS : balanceAfter,
})

const earliest = (dates: readonly LocalDate[]): LocalDate | undefined =>
  dates.toSorted((left, right) => left - right)[0]

const latest = (dates: readonly LocalDate[]): LocalDate | undefined =>
  dates.toSorted((left, right) => left - right).at(-1)
