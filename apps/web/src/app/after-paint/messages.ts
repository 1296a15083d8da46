import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

/** Texts of what comes after the first paint. */
export const laterText = defineMessages(
  {
    close: 'Close',
    popupSuccessful: 'Successful',
    popupError: 'Error',
    popupWarning: 'Warning',
    sessionEndsTitle: 'Are you still there?',
    sessionEnds: 'To keep your details safe, we’ll sign you out in {time}. What you typed is saved.',
    staySignedIn: 'Stay signed in',
    loanMoved: 'Your loan status changed. This page is now up to date.',
    cutOffPassed: 'The cut-off time has passed. This page shows the new date.',
    messageArrived: 'You have a new message from us.',
  },
  { es },
)
