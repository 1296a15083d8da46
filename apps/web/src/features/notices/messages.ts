import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

/** product.md §4's words where it gives any, to the letter; the rest in the same voice (pages.md). */
export const notificationText = defineMessages(
  {
    pendingTitle: 'We’re reviewing your application',
    pending:
      'There is nothing you need to do now. We will email you as soon as we decide, usually within one business day.',
    successTitle: 'We have your application',
    success: 'Thank you. Sign in at any time to see its status. We will also email you about any change.',
    paymentTitle: 'Your payments are changed',
    payment: 'Your new payment plan has been confirmed.',
    paymentMore: 'We emailed you a confirmation. Your new dates are on your home page.',
    expectedTitle: 'We expect your payment',
    expected: 'Nothing was taken. Your scheduled payments stay the same until your payment arrives.',
    expectedMore: 'Your receipt and our email show how much to pay, how, and by when.',
    uploadTitle: 'We have your bank statement',
    upload: 'Thank you. We will review it, usually within one business day, and email you.',
    reviewTitle: 'Your application is under review',
    review: 'We received your application, which is now under careful review.',
    reviewMore:
      'There is nothing you need to do now. We will email you as soon as we decide, usually within one business day.',
    checkingTitle: 'Your bank link is still being checked',
    checking:
      'Your bank has not sent everything yet. This page continues on its own when it does. You can also close it and return later.',
    checkingStatus: 'Still checking…',
    noAmountTitle: 'We can’t make an offer with this account',
    noAmount:
      'What we saw in this bank account is not enough for a loan. You can try another account, such as the one your pay goes to. Your answers are saved.',
    noAmountWhy: 'What we saw',
    triesLeft: 'You can link a bank {number} more {number:time|times} in 30 days.',
    noTryLeft:
      'You have used all your bank links for 30 days. You can still send a bank statement or call us.',
    retry: 'Retry with another bank account',
    statement: 'Send a bank statement instead',
    checkTitle: 'Your check is on its way',
    check:
      'We mail a paper check to your address. Your home page shows when we mail it and the day from which it counts as yours: no interest runs before.',
    canceledTitle: 'Upload canceled',
    canceled: 'We did not keep your file. You can start again at any time.',
    startAgain: 'Start again',
    doneTitle: 'This step is already done',
    done: 'You do not need to do it again. Your home page shows your status and what comes next.',
    withdrawnTitle: 'We cannot offer you a loan this time',
    withdrawn: 'We are sorry: you do not meet our current criteria.',
    reasonsTitle: 'The reasons',
    changes: 'What would change it: {change}',
    reasonsByMail:
      'We will send you a notice with the specific reasons. When you are signed in, it is also here and under Documents.',
    noticeTitle: 'Your notice',
    rights: 'If you believe something here is wrong, call us and we will review it.',
    invalidTitle: 'This link no longer works',
    invalid:
      'It was used before, expired, or no longer applies to your loan. Your details are safe. Sign in to continue.',
    goHome: 'Go to your home page',
    goSignIn: 'Sign in',
    goOn: 'Continue',
    call: 'Call {phone}',
  },
  { es },
)
