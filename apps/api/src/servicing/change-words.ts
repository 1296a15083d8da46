import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ChangeType } from '@dolphin/domain/payment/change-type'
import type { ChangeRemark } from '@dolphin/domain/servicing/changes/change-plan'
import type {
  ChangeRefusal,
  WhyChangeRefused,
  WhyModeRefused,
} from '@dolphin/domain/servicing/changes/change-refusal'

/** What each change is called, for borrowers and in the record. */
export const CHANGE_NAMES: Readonly<Record<ChangeType, string>> = {
  [ChangeType.none]: 'No change',
  [ChangeType.payOff]: 'Pay off',
  [ChangeType.payOffInN]: 'Pay off in a number of payments',
  [ChangeType.payDown]: 'Extra payment',
  [ChangeType.revokeFutureAch]: 'Stop automatic payments',
  [ChangeType.changePayrollDate]: 'New payday',
  [ChangeType.changePayrollFrequency]: 'New payment frequency',
  [ChangeType.changePaymentMode]: 'New way to pay',
  [ChangeType.paydayOnHoliday]: 'Payday on a holiday',
  [ChangeType.paydayAvailability]: 'When your pay can be used',
  [ChangeType.payFixedAmount]: 'A fixed amount each payday',
  [ChangeType.skip]: 'Payment moved to the end',
  [ChangeType.makeup]: 'Missed payment made up',
  [ChangeType.changeAmount]: 'New payment amount',
  [ChangeType.changeMode]: 'New way to pay',
  [ChangeType.changeDate]: 'New payment date',
  [ChangeType.partialMakeup]: 'Missed payment made up in part',
  [ChangeType.refundOverpayment]: 'Refund of an overpayment',
  [ChangeType.refundDuplicateDebit]: 'Refund of a payment taken twice',
  [ChangeType.refundFee]: 'Refund of a fee',
  [ChangeType.refundInterest]: 'Refund of interest',
  [ChangeType.refundGoodwill]: 'Goodwill refund',
  [ChangeType.refundAfterCancellation]: 'Refund after cancellation',
  [ChangeType.manualReject]: 'Entry rejected by hand',
  [ChangeType.manualChecked]: 'Receipt checked by hand',
  [ChangeType.cancelChange]: 'Change taken back',
}

const WHY_CHANGE: Readonly<Record<WhyChangeRefused, string>> = {
  nothingToChange: 'No payment is left that could be changed.',
  tooManyPayments: 'Choose fewer payments than you have left.',
  termTooLong: 'The last payment would come later than your loan allows.',
  frequencyNotOffered: 'Weekly payments are for people who are paid every week.',
  moveUsed: 'A payment can be moved once at no cost, and you have used that.',
  notMissed: 'Only a missed payment can be made up for.',
  accountReturned: 'The account came back as closed or unknown. Give us another account first.',
  transactionStatus: 'This payment does not stand where that can be done.',
  sameAsBefore: 'Nothing would be different from now.',
}

const WHY_MODE: Readonly<Record<WhyModeRefused, string>> = {
  wageAssignment: 'Federal rules forbid us to take payments out of your wages (16 CFR 444.2).',
  cash: 'Cash cannot be sent safely. Choose a money order or a cashier check.',
  loanTransfer: 'A loan is not paid with another loan.',
  creditCard: 'We do not take credit cards. A debit card works.',
  none: 'Choose how you want to pay.',
  instantFund: 'This way only pays money out.',
}

/** Why a change is refused, with what can be done instead; undefined where the catalogue's words say it all. */
export function refusalWords(refusal: ChangeRefusal): { elementKey: string; message: string } | undefined {
  switch (refusal.reason) {
    case 'amountTooSmall':
      return { elementKey: 'amount', message: `Enter at least ${formatCurrency(refusal.least)}.` }
    case 'amountTooLarge':
      return { elementKey: 'amount', message: `Enter at most ${formatCurrency(refusal.most)}.` }
    case 'dateNotAvailable':
    case 'cutOffPassed':
      return { elementKey: 'date', message: datesWords(refusal.dates) }
    case 'changeTypeRefused':
      return { elementKey: 'changeTypeCode', message: WHY_CHANGE[refusal.why] }
    case 'paymentModeRefused':
      return { elementKey: 'paymentMode', message: WHY_MODE[refusal.why] }
    case 'loanStatusInvalid':
    case 'changeAlreadyOpen':
    case 'changeTooLate':
    case 'authorizationRequired':
    case 'changeNotCancellable':
      return undefined
  }
}

const MOST_DATES = 5

function datesWords(dates: Extract<ChangeRefusal, { reason: 'dateNotAvailable' }>['dates']): string {
  if (dates.length === 0) return 'No date can be chosen now.'
  const shown = dates.slice(0, MOST_DATES).map(formatUsDate).join(', ')
  return `Choose one of these dates: ${shown}${dates.length > MOST_DATES ? ' or a later one' : ''}.`
}

/** What a preview says beside its figures. */
export function remarkWords(remark: ChangeRemark): string {
  switch (remark.code) {
    case 'inFlight':
      return `${formatCurrency(remark.amount)} is already on its way to us, the last of it on ${formatUsDate(remark.lastDate)}. It cannot be stopped any more.`
    case 'startsLater':
      return `You must be told of a new payment some days before it. So the change starts on ${formatUsDate(remark.firstDate)}.`
    case 'datesAdded':
      return remark.count === 1
        ? 'One payment is added at the end.'
        : `${remark.count} payments are added at the end.`
    case 'datesDropped':
      return remark.count === 1
        ? 'The last payment falls away.'
        : `The last ${remark.count} payments fall away.`
    case 'uncovered':
      return `${formatCurrency(remark.amount)} is owed beyond these payments. We take it only after you agree.`
    case 'sendYourself':
      return `Send ${formatCurrency(remark.amount)} yourself, so that it arrives by ${formatUsDate(remark.by)}.`
    case 'debitsEnd':
      return 'We take no payment from your account from now on, but for what is on its way.'
    case 'newAmount':
      return `Most of your payments are ${formatCurrency(remark.amount)} from then on.`
  }
}
