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
    sessionEnds: 'To keep your details safe, you will be signed out in {time}. What you typed is kept.',
    staySignedIn: 'Stay signed in',
    loanMoved: 'Your loan has moved on. This page shows where it stands now.',
    cutOffPassed: 'The cut-off time has passed. This page shows the new date.',
    messageArrived: 'You have a new message from us.',
  },
  { es },
)
