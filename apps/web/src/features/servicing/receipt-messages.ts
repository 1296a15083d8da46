import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './receipt-messages.es.ts'

/** Texts of what stands on more than one page around a live loan. */
export const servicingText = defineMessages(
  {
    minutesLeft: '{time} minutes',
    hoursLeft: '{hours} h {minutes} min',
    dayLeft: '{days} day {hours} h',
    daysLeft: '{days} days {hours} h',
    openTitle: 'A change is on its way: {change}',
    doneTitle: 'Your change: {change}',
    holdsFrom: 'Takes effect {date}.',
    undoUntil: 'You can undo it until {moment}.',
    undoLeft: 'Time left: {time}',
    undoOver: 'It can no longer be undone, because it is being carried out.',
    canceledText: 'You took it back. Everything is as it was before.',
    failedText: 'It could not be carried out. Everything else is as it was before.',
    notSentTitle: 'Not sent yet',
    notSent:
      'We did not send this payment on its day. Nothing was taken. The amount stays the same if you confirm it again by {date}.',
    confirmAgain: 'Confirm the payment again',
    undo: 'Undo this change',
    undoTitle: 'Undo this change?',
    undoLead:
      'Your payments go back to how they were before: {change} is taken back, and nothing is charged for it.',
    undoConfirm: 'Yes, undo it',
    undoKeep: 'No, keep it',
    unknown: 'The connection broke. We are checking whether it arrived. You need not do anything.',
    undone: 'Undone. Your payments are as they were before.',
    toSignTitle: 'Please sign: {change}',
    toSign:
      'We prepared this change of your loan with you. It takes effect when you sign it. You can sign until {moment}.',
    toSignAct: 'Read and sign',
    receipt: 'Open the confirmation (PDF)',
    receiptTitle: 'Confirmation {change}',
    receiptReference: 'Reference',
    receiptAt: 'Confirmed',
    receiptFrom: 'Takes effect',
    receiptNext: 'Next payment',
    receiptNextValue: '{amount} on {date}',
    receiptNextNone: 'None',
    toLoan: 'See your loan and its new dates',
    overdueTitle: 'Is it too much right now?',
    overdueLead: 'You can move a payment, make a longer plan, or stop payments. Looking costs nothing.',
    overdueHelp: 'Help with a payment',
    call: 'Call {phone}',
    cancelLoan: 'Cancel this loan',
    cancelTitle: 'Cancel this loan?',
    cancelNothingSent: 'No money has been sent. The loan ends and you owe nothing.',
    cancelDebit:
      'We take back {amount} once, on {date}, without any interest. Keep it in your account until then.',
    cancelUntil: 'You can cancel until {moment}.',
    cancelConfirm: 'Yes, cancel the loan',
    cancelKeep: 'No, keep it',
    canceled: 'Your loan is canceled.',
  },
  { es },
)
