import { PaymentMode } from '@dolphin/domain/payments/codes'
import { changeText } from './change-messages.ts'

const NAMES = {
  [PaymentMode.ach]: 'modeAch',
  [PaymentMode.cash]: 'modeCash',
  [PaymentMode.cashierCheck]: 'modeCashierCheck',
  [PaymentMode.creditCard]: 'modeCreditCard',
  [PaymentMode.debitCard]: 'modeDebitCard',
  [PaymentMode.moneyGram]: 'modeMoneyGram',
  [PaymentMode.moneyOrder]: 'modeMoneyOrder',
  [PaymentMode.personalCheck]: 'modePersonalCheck',
  [PaymentMode.westernUnion]: 'modeWesternUnion',
  [PaymentMode.wire]: 'modeWire',
  [PaymentMode.loanTransfer]: 'modeLoanTransfer',
  [PaymentMode.none]: 'modeNone',
  [PaymentMode.wageAssignment]: 'modeWageAssignment',
  [PaymentMode.instantFund]: 'modeInstantFund',
} as const satisfies Record<PaymentMode, string>

/** A way to pay as people call it. */
export const modeText = (mode: PaymentMode): string => changeText(NAMES[mode])

/** Whether we take the payments; every other way the borrower sends them. */
export const isDebited = (mode: PaymentMode): boolean => mode === PaymentMode.ach

const MAILED: readonly PaymentMode[] = [
  PaymentMode.cashierCheck,
  PaymentMode.moneyOrder,
  PaymentMode.personalCheck,
]

/** Whether a way to pay goes by mail to the lender's address; the others begin with a call. */
export const isMailed = (mode: PaymentMode): boolean => MAILED.includes(mode)
