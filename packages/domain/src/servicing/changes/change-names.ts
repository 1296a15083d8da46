import type { Localized } from '../../portfolios/localized.ts'
import { ChangeType } from '../../payments/codes.ts'

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

/** A change that expects a payment from the borrower is called by that, so that nothing calls it done. */
export const changeName = (changeType: ChangeType, isExpected: boolean): Localized => {
  const { en, es } = CHANGE_NAMES[changeType]
  if (!isExpected) return { en, es }
  return { en: `${en}, by a payment that you make yourself`, es: `${es}, con un pago que hace usted` }
}
