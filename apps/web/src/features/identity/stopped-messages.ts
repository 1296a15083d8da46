import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './stopped-messages.es.ts'

export const stoppedText = defineMessages(
  {
    lockedTitle: 'Too many wrong codes',
    locked: 'For your safety this code no longer works, even if you enter the right one now.',
    lockedNext: 'Sign in again to get a new code. If you did not ask for one, choose a new password.',
    lockedApp:
      'Lost your authenticator app? Sign in again and enter one of the recovery codes that you saved, or call us.',
    signInAgain: 'Sign in again',
    newPassword: 'Choose a new password',
    frozenTitle: 'Your account is on hold',
    frozen:
      'We put it on hold because something did not look right. You can sign in again after we check it with you.',
    frozenNext:
      'Call us. Have your loan number ready if you have one. We will ask questions to confirm who you are.',
    inactiveTitle: 'Your account is closed',
    inactive: 'You or we closed it. You cannot sign in to it.',
    inactiveNext: 'Call us to open it again, or to get copies of your documents.',
    paymentsGoOn: 'If you have a loan, its payments stay as agreed.',
    call: 'Call {phone}',
    hours: 'Hours: {hours}',
    back: 'Back to sign in',
  },
  { es },
)
