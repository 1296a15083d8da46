import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './amendment-messages.es.ts'

/** What differs where a change of a loan is signed. */
export const amendmentText = defineMessages(
  {
    readTitle: 'Read the change to your loan',
    readLead: 'Take your time. Nothing changes before you sign.',
    keyFigures: 'The change at a glance',
    printNote: 'You can save or print the PDF. The signed copy is under Documents.',
    signTitle: 'Sign the change to your loan',
    signButton: 'Sign the change',
    declineLead: 'Nothing is signed, and your payments stay as they are. We may call you about it.',
    confirmLead: 'You are about to sign this change to your loan. Please check once more:',
    signedTitle: 'The change is signed',
    signedLead:
      'Thank you. The change is now in effect. You can find the signed copy under Documents at any time.',
    expiredTitle: 'The time to sign has passed',
    expiredLead:
      'Nothing changed, and your payments stay as they are. If you still want the change, call us.',
    canceledTitle: 'This change was canceled',
    canceledLead: 'Nothing was signed, and your payments stay as they are. If you want the change, call us.',
    voidedTitle: 'Your loan has changed since then',
    voidedLead:
      'The figures of this change are no longer right, so it can’t be signed. Your payments stay as they are. If you still want the change, call us.',
    suspendedTitle: 'Signing is paused',
    suspendedLead: 'Your loan is paused, so nothing can be signed now. If you have questions, call us.',
  },
  { es },
)
