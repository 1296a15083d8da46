import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './requested-messages.es.ts'

/** Texts of the documents that a review asks for. */
export const requestedText = defineMessages(
  {
    askTitle: 'We need documents from you',
    askLead: 'A person is looking at your application. To decide, they need what is listed here.',
    sentTitle: 'Your documents are with us',
    sentLead: 'You need to do nothing now. We write to you as soon as we have decided.',
    why: 'Why we ask',
    by: 'Send it by',
    overdue: 'It was due on {date}. Please send it now: we still take it until we have decided.',
    warning: 'If a document does not come by its day, we will not look at your application any more.',
    asked: 'Not sent yet',
    received: 'Sent. We are looking at it.',
    accepted: 'Accepted',
    refused: 'Please send it again',
    files: 'Files sent',
    field: 'Picture or file',
    hint: 'PDF, JPG or PNG, at most 10 MB. Show all of it, both sides where there is something on the back.',
    prompt: 'Take a picture or choose a file',
    choose: 'Choose a file.',
    tooLarge: 'This file is larger than 10 MB. Send a smaller one.',
    otherType: 'Choose a PDF, JPG or PNG file.',
    unreadable: 'This picture cannot be read here. Take it again, or choose another file.',
    send: 'Send this document',
    more: 'Add another page',
    summaryTitle: 'There is a problem',
  },
  { es },
)
