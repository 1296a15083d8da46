import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import type { CallValue } from '../api-client/call.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'
import { aPaymentDetail } from './sample-home.ts'

type ChangeList = CallValue<'listChange'>
type PaymentDetail = CallValue<'paymentDetail'>
export type ChangeResult = CallValue<'payOff'>

/** What may be asked for of the sample loan: all of it. */
export const aChangeList = (changes: ChangeList['changes'] = []): ChangeList => ({
  loanNo: '118-0000017',
  changes,
  choices: {
    debitDates: ['2026-03-16', '2026-03-17'],
    payDownLeast: '10.00',
    payDownMost: '503.55',
    paymentsLeft: 2,
    paymentModes: [
      { paymentMode: PaymentMode.ach, allowed: true, reason: null },
      { paymentMode: PaymentMode.moneyOrder, allowed: true, reason: null },
      {
        paymentMode: PaymentMode.cash,
        allowed: false,
        reason: inPageLanguage({
          en: 'Cash cannot be sent safely.',
          es: 'El efectivo no se puede enviar de forma segura.',
        }),
      },
    ],
    payroll: {
      payrollFrequency: PayrollFrequency.biWeekly,
      nextPayday: '2026-03-20',
      paydaysOfMonth: [],
      paydayOnHoliday: -1,
      paydayOnAvailable: 0,
      paymentFrequency: PayrollFrequency.biWeekly,
    },
    hardship: {
      installmentNo: 1,
      dueDate: '2026-03-20',
      amount: '288.51',
      canMove: true,
      moveDates: ['2026-03-24', '2026-03-25'],
      extendedNumbers: [3, 4],
      inFlight: [],
    },
    stops: [
      { installmentNo: 1, dueDate: '2026-03-12', amount: '288.51', until: null },
      { installmentNo: 2, dueDate: '2026-04-03', amount: '288.51', until: '2026-04-01T14:00:00-04:00' },
    ],
  },
})

/** A change that was confirmed and can be undone for a long time yet. */
export const aChange = (
  overrides: Partial<ChangeList['changes'][number]> = {},
): ChangeList['changes'][number] => ({
  changeNo: 'C-1',
  loanNo: '118-0000017',
  changeTypeCode: ChangeType.payDown,
  status: 'open',
  requestedAt: '2026-03-10T10:00:00-04:00',
  holdsFrom: '2026-03-16',
  cancelable: true,
  cancelUntil: '2099-03-13T18:00:00-04:00',
  payment: { amount: '50.00', date: '2026-03-16', sentBy: 'us' },
  costDifference: '-12.50',
  canceledPayments: 0,
  confirmAgainBy: null,
  documentNo: 'D-9',
  text: inPageLanguage({ en: 'Extra payment', es: 'Pago adicional' }),
  ...overrides,
})

/** The sample loan with everything allowed and one payment each way. */
export const aLiveLoan = (overrides: Partial<PaymentDetail> = {}): PaymentDetail => ({
  ...aPaymentDetail(),
  account: { routingNumber: '•••••0012', accountMasked: '••••6789', bankName: 'Sample Bank' },
  changes: [ChangeType.payOff, ChangeType.payDown, ChangeType.revokeFutureAch].map((changeTypeCode) => ({
    changeTypeCode,
    allowed: true,
    reason: null,
  })),
  earlierTransactions: 0,
  timeline: [
    {
      transactionNo: 'T-1',
      installmentNo: 1,
      purpose: 'installment',
      direction: 'in',
      amount: '288.51',
      date: '2026-03-20',
      phase: 'cameBack',
      stopped: false,
      sentBy: 'us',
      mayComeBackUntil: null,
      steps: [{ phase: 'cameBack', date: '2026-03-24', done: true }],
      reason: inPageLanguage({
        en: 'There was not enough money in your account.',
        es: 'No había suficiente dinero en su cuenta.',
      }),
    },
    {
      transactionNo: null,
      installmentNo: 2,
      purpose: 'installment',
      direction: 'in',
      amount: '288.51',
      date: '2026-04-03',
      phase: 'scheduled',
      stopped: false,
      sentBy: 'us',
      mayComeBackUntil: null,
      steps: [
        { phase: 'sent', date: '2026-04-02', done: false },
        { phase: 'taken', date: '2026-04-03', done: false },
      ],
      reason: null,
    },
  ],
  ...overrides,
})

const row = (installmentNo: number | null, dueDate: string, amount: string, balanceAfter: string) => ({
  installmentNo,
  source: installmentNo === null ? ('single' as const) : ('new' as const),
  sentBy: 'us' as const,
  dueDate,
  principal: '100.00',
  interest: '5.00',
  fee: '0.00',
  amount,
  balanceAfter,
  status: 0 as const,
  flags: 0,
})

/** An extra payment of 50.00 worked out: one debit, and less to pay after it. */
export const aPreview = (overrides: Partial<ChangeResult> = {}): ChangeResult => ({
  loanNo: '118-0000017',
  mode: 0,
  changeTypeCode: ChangeType.payDown,
  changeNo: null,
  quoteId: 'Q-1',
  oldSchedule: [row(1, '2026-03-20', '288.51', '250.00'), row(2, '2026-04-03', '288.51', '0.00')],
  newSchedule: [
    row(null, '2026-03-16', '50.00', '450.00'),
    row(1, '2026-03-20', '288.51', '200.00'),
    row(2, '2026-04-03', '226.01', '0.00'),
  ],
  payment: { amount: '50.00', date: '2026-03-16', sentBy: 'us' },
  totalBefore: '577.02',
  totalAfter: '564.52',
  quote: null,
  expected: null,
  paymentMode: PaymentMode.ach,
  costDifference: '-12.50',
  lastDateMovesByDays: 0,
  holdsFrom: '2026-03-16',
  cutOffAt: '2026-03-13T18:00:00-04:00',
  needsSignature: false,
  requestCode: null,
  notification: null,
  documentNo: null,
  remarks: [inPageLanguage({ en: 'A remark of the server.', es: 'Una observación del servidor.' })],
  ...overrides,
})
