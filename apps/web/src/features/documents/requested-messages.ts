import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './requested-messages.es.ts'

/** Texts of the documents that a review asks for. */
export const requestedText = defineMessages(
  {
    askTitle: 'We need documents from you',
    askLead: 'We are reviewing your application. To decide, we need the documents listed here.',
    sentTitle: 'We have your documents',
    sentLead: 'There is nothing you need to do now. We will email you as soon as we decide.',
    why: 'Why we ask',
    by: 'Send it by',
    overdue: 'It was due on {date}. Please send it now. We can still use it until we decide.',
    warning: 'If we do not receive a document by its date, we will not consider your application further.',
    asked: 'Not sent yet',
    received: 'Sent. We are reviewing it.',
    accepted: 'Accepted',
    refused: 'Please send it again',
    files: 'Files sent',
    field: 'Picture or file',
    hint: 'PDF, JPG or PNG, up to 10 MB. Show the whole document, and both sides if there is anything on the back.',
    prompt: 'Take a picture or choose a file',
    choose: 'Choose a file.',
    tooLarge: 'This file is larger than 10 MB. Send a smaller one.',
    otherType: 'Choose a PDF, JPG or PNG file.',
    unreadable: 'We cannot read this picture. Take it again, or choose another file.',
    send: 'Send this document',
    more: 'Add another page',
  },
  { es },
)
