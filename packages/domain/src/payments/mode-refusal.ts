import type { Localized } from '../portfolios/localized.ts'
import { isPaymentMode, PaymentMode, TransactionMode } from './codes.ts'

/** What a borrower may name as a way to pay: a payment mode, or by mistake the rail of a transaction. */
export type NamedMode = PaymentMode | TransactionMode

/** Why a way to pay is not offered. Source: domain.md §1 and §10. */
export type WhyModeRefused =
  /** Assignment of wages is forbidden (16 CFR 444.2(a)(3)). */
  | 'wageAssignment'
  /** Remotely created checks are forbidden (16 CFR 310.4(a)(9)). */
  | 'rcc'
  /** Cash cannot be sent or booked safely. */
  | 'cash'
  /** A loan is not paid by a loan. */
  | 'loanTransfer'
  | 'creditCard'
  | 'none'
  /** Pays money out only. */
  | 'instantFund'
  /** Rails that the lender picks; the borrower picks how to pay. */
  | 'rail'

/** Codes that are readable and never newly chosen; the others are offered. */
const REFUSED: Readonly<Partial<Record<NamedMode, WhyModeRefused>>> = {
  [PaymentMode.wageAssignment]: 'wageAssignment',
  [TransactionMode.rcc]: 'rcc',
  [PaymentMode.cash]: 'cash',
  [PaymentMode.loanTransfer]: 'loanTransfer',
  [PaymentMode.creditCard]: 'creditCard',
  [PaymentMode.none]: 'none',
  [PaymentMode.instantFund]: 'instantFund',
  [TransactionMode.paperCheck]: 'instantFund',
  [TransactionMode.rtt]: 'rail',
  [TransactionMode.tpt]: 'rail',
}

/** Why this way to pay cannot be chosen; undefined where it is offered. */
export const whyModeRefused = (mode: NamedMode): WhyModeRefused | undefined => REFUSED[mode]

/** Whether a borrower may choose this way to pay. */
export const isModeOffered = (mode: NamedMode): mode is PaymentMode =>
  isPaymentMode(mode) && whyModeRefused(mode) === undefined

/** The reasons in the borrower's words. */
export const MODE_REFUSAL_TEXTS: Readonly<Record<WhyModeRefused, Localized>> = {
  wageAssignment: {
    en: 'Federal rules forbid us to take payments out of your wages (16 CFR 444.2).',
    es: 'Las reglas federales nos prohíben cobrar de su salario (16 CFR 444.2).',
  },
  rcc: {
    en: 'Federal rules forbid us to draw a check on your account (16 CFR 310.4).',
    es: 'Las reglas federales nos prohíben girar un cheque contra su cuenta (16 CFR 310.4).',
  },
  cash: {
    en: 'Cash cannot be sent safely. Choose a money order or a cashier check.',
    es: 'El efectivo no se puede enviar de forma segura. Elija un giro o un cheque de caja.',
  },
  loanTransfer: {
    en: 'A loan is not paid with another loan.',
    es: 'Un préstamo no se paga con otro préstamo.',
  },
  creditCard: {
    en: 'We do not take credit cards. A debit card works.',
    es: 'No aceptamos tarjetas de crédito. Una tarjeta de débito sí sirve.',
  },
  none: { en: 'Choose how you want to pay.', es: 'Elija cómo quiere pagar.' },
  instantFund: { en: 'This way only pays money out.', es: 'Esta forma solo sirve para enviar dinero.' },
  rail: {
    en: 'This is not a way to pay that you can choose. Choose ACH, a debit card, a wire, a check or a money order.',
    es: 'Esta no es una forma de pago que pueda elegir. Elija ACH, tarjeta de débito, transferencia, cheque o giro.',
  },
}
