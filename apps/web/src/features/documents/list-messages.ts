import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './list-messages.es.ts'

/** Texts of the lists of documents and notices. */
export const documentsText = defineMessages(
  {
    open: 'Open',
    openNamed: 'Open {title} (new tab)',
    save: 'Save',
    saveNamed: 'Save {title}',
    signedOn: 'Signed on {date}',
    madeOn: 'From {date}',
    sentOn: 'Sent on {date} to {address}',
    onItsWay: 'On its way to {address}',
    loan: 'Loan {loanNo}',
    noDocuments: 'No documents yet. Your agreement will appear here when it is ready.',
    noNotices: 'We have not sent you any notices yet.',
    noticePdf: 'Open as PDF',
  },
  { es },
)
