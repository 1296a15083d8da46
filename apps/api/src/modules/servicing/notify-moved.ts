import type { Loan } from '@dolphin/database/loans/loan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { Cents } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { MovedPayment } from '@dolphin/domain/servicing/moved-payments'
import { loanDetailsPath } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { postProgress } from '../loans/loan-moves.ts'
import type { NotifyDeps } from './notify-change.ts'

/** Our own doing; tried again after it came back; hardship assistance that covers it; or an amount that grew. */
export type WhyMoved = 'ours' | 'retry' | 'help' | 'enlarged'

/** A payment with its new day, for the borrower's mail. */
export interface NotifiedMove extends MovedPayment {
  readonly amount: Cents
  readonly why: WhyMoved
}

const NOT_LATE: readonly Localized[] = [
  {
    en: 'This was our doing, not yours: your payment does not count as late, and there is no fee.',
    es: 'La causa es nuestra, no suya: su pago no cuenta como atrasado y no hay ningún cargo.',
  },
  {
    en: 'You pay no interest for the days in between.',
    es: 'No paga intereses por los días intermedios.',
  },
]
const COVERED: readonly Localized[] = [
  {
    en: 'You asked for help while this payment was on its way, and it did not go through. Your help covers it: it is not late, and there is no fee.',
    es: 'Usted pidió ayuda mientras este pago estaba en camino, y el pago no se realizó. Su ayuda lo cubre: no cuenta como atrasado y no hay ningún cargo.',
  },
  {
    en: 'Interest continues for the days in between.',
    es: 'Los intereses siguen corriendo por los días intermedios.',
  },
]
const OWN_DAY: readonly Localized[] = [
  {
    en: 'A returned payment is tried again on a day of its own, after the payments before it have cleared.',
    es: 'Un pago devuelto se intenta otra vez en un día propio, después de que los pagos anteriores se hayan cobrado.',
  },
]

const ENLARGED: readonly Localized[] = [
  {
    en: 'Another payment did not go through, so this one is larger than we told you. We have to tell you some days before we take it.',
    es: 'Otro pago no se realizó, así que este es mayor de lo que le avisamos. Tenemos que avisarle unos días antes de cobrarlo.',
  },
  {
    en: 'You pay no interest for the days in between, and there is no fee.',
    es: 'No paga intereses por los días intermedios y no hay ningún cargo.',
  },
]

const DETAILS: Readonly<Record<WhyMoved, readonly Localized[]>> = {
  ours: NOT_LATE,
  retry: OWN_DAY,
  help: COVERED,
  enlarged: ENLARGED,
}

/** Tells the borrower of a payment's new day, and open pages by ticket 3003. Source: domain.md §14. */
export async function notifyMoved(
  deps: NotifyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { number, from, to, amount, why }: NotifiedMove,
): Promise<void> {
  const { to: reader, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loan.loanNo))
  await deps.notices.send(unit, {
    ...reader,
    kind: 'paymentMoved',
    dedupKey: `paymentMoved/${loan.loanNo}/${number}/${formatLocalDate(from)}/${formatLocalDate(to)}`,
    values: {
      ...values,
      amount: formatCurrency(amount),
      agreedDate: writtenDay(from),
      paymentDate: writtenDay(to),
      details: DETAILS[why],
    },
  })
  await postProgress(deps, unit, loan)
}
