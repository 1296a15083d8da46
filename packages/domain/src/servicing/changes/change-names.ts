import type { Localized } from '../../portfolios/localized.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { ChangePlan, PaidDue } from './change-plan.ts'

/** What each change is called, for borrowers and in the record. */
export const CHANGE_NAMES: Readonly<Record<ChangeType, Localized>> = {
  [ChangeType.none]: { en: 'No change', es: 'Sin cambio' },
  [ChangeType.payOff]: { en: 'Pay off', es: 'Pagar todo' },
  [ChangeType.payOffInN]: { en: 'Pay off in a number of payments', es: 'Pagar todo en varios pagos' },
  [ChangeType.payDown]: { en: 'Extra payment', es: 'Pago adicional' },
  [ChangeType.revokeFutureAch]: { en: 'Stop automatic payments', es: 'Detener los pagos automáticos' },
  [ChangeType.changePayrollDate]: { en: 'New payday', es: 'Nuevo día de cobro' },
  [ChangeType.changePayrollFrequency]: { en: 'New payment frequency', es: 'Nueva frecuencia de pago' },
  [ChangeType.changePaymentMode]: { en: 'New way to pay', es: 'Nueva forma de pagar' },
  [ChangeType.paydayOnHoliday]: { en: 'Payday on a holiday', es: 'Día de cobro en feriado' },
  [ChangeType.paydayAvailability]: { en: 'When your pay can be used', es: 'Cuándo puede usar su sueldo' },
  [ChangeType.payFixedAmount]: { en: 'A fixed amount each payday', es: 'Un monto fijo cada día de cobro' },
  [ChangeType.skip]: { en: 'Payment moved to the end', es: 'Pago movido al final' },
  [ChangeType.makeup]: { en: 'Missed payment made up', es: 'Pago atrasado repuesto' },
  [ChangeType.changeAmount]: { en: 'New payment amount', es: 'Nuevo monto de pago' },
  [ChangeType.changeMode]: { en: 'New way to pay', es: 'Nueva forma de pagar' },
  [ChangeType.changeDate]: { en: 'New payment date', es: 'Nueva fecha de pago' },
  [ChangeType.partialMakeup]: { en: 'Missed payment made up in part', es: 'Pago atrasado repuesto en parte' },
  [ChangeType.refundOverpayment]: { en: 'Refund of an overpayment', es: 'Reembolso de un pago de más' },
  [ChangeType.refundDuplicateDebit]: {
    en: 'Refund of a payment taken twice',
    es: 'Reembolso de un pago cobrado dos veces',
  },
  [ChangeType.refundFee]: { en: 'Refund of a fee', es: 'Reembolso de un cargo' },
  [ChangeType.refundInterest]: { en: 'Refund of interest', es: 'Reembolso de intereses' },
  [ChangeType.refundGoodwill]: { en: 'Goodwill refund', es: 'Reembolso de cortesía' },
  [ChangeType.refundAfterCancellation]: {
    en: 'Refund after cancellation',
    es: 'Reembolso después de la cancelación',
  },
  [ChangeType.manualReject]: { en: 'Entry rejected by hand', es: 'Movimiento rechazado a mano' },
  [ChangeType.manualChecked]: { en: 'Receipt checked by hand', es: 'Recibo revisado a mano' },
  [ChangeType.cancelChange]: { en: 'Change taken back', es: 'Cambio deshecho' },
}

/** A payment of what is due, by the installment that it pays whole. */
function dueName({ number, isPastDue }: PaidDue): Localized {
  if (number === null)
    return isPastDue
      ? { en: 'Past-due payments', es: 'Pagos atrasados' }
      : { en: 'Payment of what is due', es: 'Pago de lo que se debe' }
  return isPastDue
    ? { en: `Payment ${number}, past due`, es: `Pago ${number}, atrasado` }
    : { en: `Payment ${number}`, es: `Pago ${number}` }
}

const ONE_STOPPED: Localized = { en: 'Stop one payment', es: 'Detener un pago' }

/** What a change is called besides its number. */
export interface NamedChange {
  readonly changeType: ChangeType
  /** A payment is expected from the borrower: nothing calls the change done. */
  readonly isExpected: boolean
  /** It stops the debit of one payment alone. */
  readonly stopsOne: boolean
  /** Of a payment of what is due; else null. */
  readonly due: PaidDue | null
}

/** The name of a change as it was asked for. */
export function changeName({ changeType, isExpected, stopsOne, due }: NamedChange): Localized {
  const name = due === null ? CHANGE_NAMES[changeType] : dueName(due)
  const { en, es } = stopsOne ? ONE_STOPPED : name
  if (!isExpected) return { en, es }
  return { en: `${en}, by a payment that you make yourself`, es: `${es}, con un pago que hace usted` }
}

/** The same of a change that was worked out. */
export const planName = ({ changeType, expected, authorization, due }: ChangePlan): Localized =>
  changeName({
    changeType,
    due,
    isExpected: expected !== null,
    stopsOne: changeType === ChangeType.revokeFutureAch && authorization !== 'revoke',
  })
