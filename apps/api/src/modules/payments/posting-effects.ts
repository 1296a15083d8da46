import { findOpenSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { type Figure, figureDifferences, inWords } from '@dolphin/domain/approvals/figures'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import type { CarriedOut } from '../approvals/approval-kind.ts'
import { stillToPay } from '../servicing/change-document.ts'
import { type Compare, withLoanEffects } from '../servicing/loan-effects.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import type { PostingOrder } from '../servicing/posting-order.ts'
import { judgePosting } from './manual-posting-service.ts'
import { calculateChange } from './post-change.ts'

/** An order that was judged, with what carries it out. */
export interface JudgedOrder {
  readonly loan: Loan
  readonly order: PostingOrder
  readonly work: () => Promise<Result<unknown>>
  /** Nothing was rendered: a change of the schedule is worked out and not made. */
  readonly isRehearsal: boolean
}

/** Carries an order out on a locked loan and says what that changed. */
export const postingEffects = (
  deps: Deps,
  unit: UnitOfWork,
  judged: JudgedOrder,
  compare?: Compare,
): Promise<Result<CarriedOut>> =>
  judged.order.kind === 'scheduleChange'
    ? changeSchedule(deps, unit, judged)
    : withEffectsOnBoth(deps, unit, judged, compare)

/** What an order changes of its loan, and of the loan that it moves a receipt to. */
async function withEffectsOnBoth(
  deps: Deps,
  unit: UnitOfWork,
  { loan, order: { rightLoanNo }, work }: JudgedOrder,
  compare: Compare | undefined,
): Promise<Result<CarriedOut>> {
  if (rightLoanNo === null) return await withLoanEffects(deps, unit, loan, { work, compare })
  const right = await findAnyLoan(unit.tx, rightLoanNo)
  if (!right.ok) return right
  const onRight: { value?: CarriedOut } = {}
  const onThis = await withLoanEffects(deps, unit, loan, {
    compare,
    work: async () => {
      const done = await withLoanEffects(deps, unit, right.value, { work, compare })
      if (done.ok) onRight.value = done.value
      return done
    },
  })
  if (!onThis.ok) return onThis
  const { differences = [], effects = [] } = onRight.value ?? {}
  const of = `Loan ${rightLoanNo}: `
  return ok({
    differences: [
      ...onThis.value.differences,
      ...differences.map((one) => ({ ...one, label: `${of}${one.label}` })),
    ],
    effects: [...onThis.value.effects, ...effects.map((words) => `${of}${words}`)],
  })
}

/** What an order would change of a locked loan, by the code that carries it out; everything is undone. */
export async function previewPosting(
  deps: Deps,
  unit: UnitOfWork,
  { loan, order, actor }: Pick<JudgedOrder, 'loan' | 'order'> & { readonly actor: string },
  compare: Compare,
): Promise<Result<CarriedOut>> {
  const judged = await judgePosting(deps, unit, loan, order)
  if (!judged.ok) return judged
  const posting = { postingNo: '', enteredBy: actor }
  return await triedOut(unit, (part) => {
    const work = () => judged.value({ unit: part, posting, actor, document: undefined, amendment: undefined })
    return postingEffects(deps, part, { loan, order, work, isRehearsal: true }, compare)
  })
}

/** What a change comes to is worked out before it is made: a rehearsal has no document to make it with. */
async function changeSchedule(
  deps: Deps,
  unit: UnitOfWork,
  { loan, order, work, isRehearsal }: JudgedOrder,
): Promise<Result<CarriedOut>> {
  const loaded = await loadServicedLoan(deps, unit.tx, loan, unit.now)
  if (loaded === undefined) return refuse('loanStatusInvalid')
  const worked = calculateChange({ loaded, order })
  if (!worked.ok) return worked
  const isWaiting = worked.value.needsSignature && (await findOpenSigningSession(unit.tx, loan)) !== undefined
  if (isWaiting) return refuse('changeAlreadyOpen')
  const done = isRehearsal ? ok(undefined) : await work()
  return done.ok ? ok(changeEffects(worked.value, loaded.serviced.paymentMode)) : done
}

const LONGEST_VALUE = 2_000

/** A schedule as it is compared: its sum, its payments one by one, and how they are made. */
const scheduleFigures = (schedule: ChangePlan['oldSchedule'], mode: PaymentMode): Figure[] => [
  { label: 'Still to be paid', value: stillToPay(schedule) },
  { label: 'Number of payments', value: String(schedule.rows.length) },
  {
    label: 'Payments',
    value: schedule.rows
      .map(({ dueDate, payment }) => `${formatLocalDate(dueDate)} ${formatCurrency(payment)}`)
      .join('; ')
      .slice(0, LONGEST_VALUE),
  },
  {
    label: 'Way of paying',
    value: inWords(Object.entries(PaymentMode).find(([, code]) => code === mode)?.[0] ?? String(mode)),
  },
]

function changeEffects(
  { oldSchedule, newSchedule, needsSignature, paymentModeAfter }: ChangePlan,
  modeBefore: PaymentMode,
): CarriedOut {
  const before = scheduleFigures(oldSchedule, modeBefore)
  return {
    differences: figureDifferences(before, scheduleFigures(newSchedule, paymentModeAfter)),
    effects: [
      needsSignature
        ? 'The borrower is asked to sign it; nothing changes before they do.'
        : 'The borrower gets a receipt of the change.',
    ],
  }
}
