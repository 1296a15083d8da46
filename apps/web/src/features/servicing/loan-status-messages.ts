import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './loan-status-messages.es.ts'

/** How a loan stands, in words for every status and sub-status (product.md §4), and what comes next. */
export const loanStatusText = defineMessages(
  {
    initializing: 'You started your application. Pick up where you left off.',
    customerReview: 'Your offer is ready for you to sign.',
    autoValidation: 'We are checking what you told us. This takes a few minutes.',
    agentReview: 'We’re reviewing your application. It usually takes one business day.',
    nonVoiceAgentReview:
      'We’re reviewing your application. It usually takes one business day. We’ll email you.',
    underwriterReview: 'We’re taking a closer look at your application. It usually takes one business day.',
    tribeReview: 'The lender is doing a last review of your application. It usually takes one business day.',
    blocked: 'We need to talk with you before we can continue. Please call us.',
    withdrawn: 'This application is closed. You owe nothing for it.',
    approved: 'Your loan is approved. Next, we send the money.',
    pending: 'The money is on its way to you.',
    disbursed: 'The money has arrived.',
    processing: 'Your loan is up to date.',
    badStanding: 'We have paused your payments while we review your loan. Please call us.',
    hardReturn:
      'Your bank returned a payment, and we can’t try it again. Give us another account or call us.',
    cccs: 'A credit counselor is working with you. We won’t take payments in the meantime.',
    bankruptcy: 'You are in bankruptcy. We won’t take or ask for payments.',
    noFuturePayment: 'No payment is scheduled. Call us to make a new plan.',
    miscellaneous: 'Your payments are paused. Call us to find out why.',
    activeDuty:
      'You are on active duty. Payments go on as scheduled, without fees. We are working out the lower interest that the law gives you. Thank you.',
    notified: 'A payment is past due, and we contacted you about it. Choose what helps, or call us.',
    accepted: 'Thank you for your promise to pay. We are making the new plan.',
    rePlanned: 'You have a new plan. Follow it, and your loan is up to date again.',
    rejected: 'We haven’t found a solution with you yet. Call us; there may still be one.',
    pocketed: 'A collector now handles your loan. Call us to find out who it is.',
    cleared: 'You have caught up. Your payments continue as planned.',
    settled: 'You and we agreed on less than the full amount. After that payment, you owe nothing more.',
    collecting: 'A payment is past due. Choose what helps, or call us.',
    suspended: 'Your payments are paused for now. Call us if you have questions.',
    originating: 'We’re reviewing your application.',
    voided: 'This loan was canceled before the money was sent. You owe nothing.',
    cancelled: 'You canceled this loan. You owe nothing.',
    paidOff: 'Your loan is paid off. You owe nothing on it. See your last letters under Documents.',
    endedSettled: 'This loan was settled for less than the full amount. You owe nothing more on it.',
    terminated: 'This loan has ended. You can still find its documents under Documents.',
  },
  { es },
)
