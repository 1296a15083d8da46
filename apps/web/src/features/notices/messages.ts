import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

/** product.md §4's words where it gives any, to the letter; the rest in the same voice (pages.md). */
export const notificationText = defineMessages(
  {
    pendingTitle: 'We’re reviewing your application',
    pending:
      'You have nothing to do now. We’ll write to you as soon as we decide, most often within one business day.',
    successTitle: 'We have your application',
    success:
      'Thank you. Sign in at any time to see where it stands. We’ll also write to you when something happens.',
    paymentTitle: 'Your payments are changed',
    payment: 'Your new payment plan has been confirmed.',
    paymentMore: 'We emailed you a confirmation. Your home page shows the new dates.',
    expectedTitle: 'We expect your payment',
    expected:
      'Nothing was taken, and your scheduled payments stay as they are until your payment has arrived.',
    expectedMore: 'Your receipt and our email say how much to pay, how, and by when.',
    uploadTitle: 'We have your bank statement',
    upload: 'Thank you. A person reads it, most often within one business day. We’ll write to you then.',
    reviewTitle: 'Your application is under review',
    review: 'We received your application, which is now under careful review.',
    reviewMore:
      'You have nothing to do now. We’ll write to you as soon as we decide, most often within one business day.',
    checkingTitle: 'Your bank link is still being checked',
    checking:
      'Your bank has not sent everything yet. This page goes on by itself when it has; you can also close it and come back.',
    checkingStatus: 'Still checking…',
    noAmountTitle: 'We could not find an amount for you with this account',
    noAmount:
      'What we could read of this bank account is not enough for a loan. Nothing is lost: you can try once more with another bank account, such as the one your pay goes to.',
    noAmountWhy: 'What we saw',
    triesLeft: 'You can link a bank {number} more times in 30 days.',
    tryLeft: 'You can link a bank once more in 30 days.',
    noTryLeft:
      'You have linked a bank as often as we can read one in 30 days. A bank statement or a call still helps.',
    retry: 'Retry with another bank account',
    statement: 'Send a bank statement instead',
    checkTitle: 'Your check is on its way',
    check:
      'We send a paper check to your address. It usually arrives within 7 to 10 business days. Your first payment date stays as agreed.',
    canceledTitle: 'Upload canceled',
    canceled: 'We kept nothing of your file. You can start again at any time.',
    startAgain: 'Start again',
    doneTitle: 'This step is already done',
    done: 'You do not need to do it again. Your home page shows where you stand and what comes next.',
    withdrawnTitle: 'We cannot offer you a loan this time',
    withdrawn: 'We are sorry: you do not meet our current criteria.',
    reasonsTitle: 'The reasons',
    changes: 'What would change it: {change}',
    reasonsByMail:
      'We send you a notice with the specific reasons. When you are signed in, you also find it here and under Documents.',
    noticeTitle: 'Your notice',
    rights: 'If something here is wrong, call us and we’ll look at it again.',
    invalidTitle: 'This link no longer works',
    invalid:
      'It was used before, has expired, or no longer fits your loan. Your details are safe. Sign in to pick up where you left off.',
    goHome: 'Go to your home page',
    goSignIn: 'Sign in',
    goOn: 'Continue',
    call: 'Call {phone}',
  },
  { es },
)
