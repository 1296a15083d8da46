import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

export const messageText = defineMessages(
  {
    title: 'Messages',
    lead: 'Write to us here. Only you and our team can read it. We answer on business days.',
    history: 'Conversations',
    aboutAccount: 'Your account',
    aboutLoan: 'Loan {loanNo}',
    nothingYet: 'No messages yet',
    newCount: '{count} unread',
    you: 'You',
    choose: 'Choose a conversation',
    chooseHint: 'Pick what you want to write about.',
    back: 'All conversations',
    room: 'Messages about: {subject}',
    earlier: 'Show earlier messages',
    empty: 'Write your first message below.',
    write: 'Your message',
    writeHint: 'Do not send card numbers or passwords.',
    send: 'Send message',
    sent: 'Message sent',
    required: "Message can't be empty",
    tooLong: 'Message should not be greater than {count} characters',
    summaryTitle: 'There is a problem',
    read: 'Seen {when}',
    kept: 'We kept what you typed before.',
  },
  { es },
)
