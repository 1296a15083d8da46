import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './my-data-messages.es.ts'

/** Texts of the page of one's own data: copy, correction, deletion. */
export const myDataText = defineMessages(
  {
    title: 'Your data',
    lead: 'See what we have about you, take a copy, and ask us to correct or delete it.',
    copyTitle: 'Take a copy',
    copyLead:
      'Everything we have on file. Your Social Security number and bank accounts are shown by their last digits.',
    copyPdf: 'Copy to read (PDF)',
    copyJson: 'Copy for programs (JSON)',
    fileName: 'my data',
    requestTitle: 'Ask for a change',
    requestLead: 'A person looks at your request and answers within 45 days.',
    correct: 'Something is wrong',
    details: 'What is wrong, and what is right?',
    detailsHint: 'For example: my street is 14 Elm Street. Leave out Social Security and account numbers.',
    detailsMissing: 'Say what is wrong and what is right',
    detailsTooLong: 'Write at most {count} letters',
    summaryTitle: 'Please check this',
    send: 'Send request',
    erase: 'Delete my data',
    eraseTitle: 'Delete your data?',
    eraseLead: 'We delete everything that the law does not require us to keep. This cannot be undone.',
    eraseAll: 'Nothing has to be kept by law: your account is deleted too.',
    eraseKept: 'This we have to keep:',
    eraseConfirm: 'Ask for deletion',
    eraseKeep: 'No, go back',
    keptUntil: '{words} Until {day}.',
    received: 'We received your request {requestNo} and answer by {day}.',
    requestsTitle: 'Your requests',
    correction: 'Correction',
    deletion: 'Deletion',
    open: 'We answer by {day}',
    done: 'Done on {day}',
    inPart: 'Done in part on {day}',
    refused: 'Not possible, {day}',
  },
  { es },
)
