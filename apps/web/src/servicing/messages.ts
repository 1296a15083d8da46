import { defineMessages } from '../messages/define-messages.ts'

/** Texts of what stands on more than one page around a live loan. */
export const servicingText = defineMessages({
  minutesLeft: '{time} minutes',
  hoursLeft: '{hours} h {minutes} min',
  dayLeft: '{days} day {hours} h',
  daysLeft: '{days} days {hours} h',
  openTitle: 'A change is on its way: {change}',
  doneTitle: 'Your change: {change}',
  holdsFrom: 'It holds from {date}.',
  undoUntil: 'You can undo it until {moment}.',
  undoLeft: 'Time left: {time}',
  undoOver: 'It can no longer be undone, because it is being carried out.',
  cancelledText: 'You took it back. Everything is as it was before.',
  failedText: 'It could not be carried out. Everything else is as it was before.',
  undo: 'Undo this change',
  undoTitle: 'Undo this change?',
  undoLead:
    'Your payments go back to how they were before: {change} is taken back, and nothing is charged for it.',
  undoConfirm: 'Yes, undo it',
  undoKeep: 'No, keep it',
  undone: 'Undone. Your payments are as they were before.',
  receipt: 'Open the confirmation (PDF)',
  receiptTitle: 'Confirmation {change}',
  toLoan: 'See your loan and its new dates',
  cancelLoan: 'Cancel this loan',
  cancelTitle: 'Cancel this loan?',
  cancelNothingSent: 'No money has been sent. The loan ends and you owe nothing.',
  cancelDebit:
    'We take back {amount} once, on {date}, without any interest. Keep it in your account until then.',
  cancelUntil: 'You can cancel until {moment}.',
  cancelConfirm: 'Yes, cancel the loan',
  cancelKeep: 'No, keep it',
  cancelled: 'Your loan is cancelled.',
})
