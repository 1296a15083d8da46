import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

export const documentText = defineMessages(
  {
    title: 'Your documents',
    lead: 'Everything you signed and everything we sent you. You can open, save or print each one.',
    documents: 'Documents',
    notices: 'Notices',
    backHome: 'Go to your home page',
    verifyTitle: 'Check a document',
    verifyLead:
      'Choose a PDF you got from us. We check whether it is ours and whether it was changed. We do not keep it.',
    file: 'PDF file',
    prompt: 'Choose a PDF or drop it here',
    check: 'Check document',
    checking: 'Checking…',
    summaryTitle: 'There is a problem',
    hasFile: 'Choose a file !',
    notPdf: 'Choose a PDF file',
    tooLarge: 'Choose a file of at most 10 MB',
    wholeTitle: 'This document is ours, and nothing in it was changed',
    whole: 'You can rely on what it says.',
    changedTitle: 'This document was changed after we sealed it',
    changed: 'Do not rely on it. Get the right one from Documents in your account, or call us.',
    foreignTitle: 'This document is not from us',
    foreign: 'It doesn’t have our seal. If someone gave it to you as ours, please call us.',
    kind: 'Type',
    signed: 'Signed on',
    fingerprint: 'Fingerprint (SHA-256)',
    fingerprintMore: 'Show its fingerprint',
    another: 'Check another one',
    typeAgreement: 'Loan agreement',
    typeAuthorization: 'Authorization of automatic payments',
    typeConsent: 'Consent to electronic records',
    typeOther: 'Document',
  },
  { es },
)
