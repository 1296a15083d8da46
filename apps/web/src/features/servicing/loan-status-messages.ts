import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './loan-status-messages.es.ts'

/** How a loan stands, in words for every status and sub-status (product.md §4), and what comes next. */
export const loanStatusText = defineMessages(
  {
    initializing: 'You started your application. Pick up where you left off.',
    customerReview: 'Your offer is ready. Choose your plan and sign.',
    autoValidation: 'We are checking what you told us. This takes a few minutes.',
    agentReview: 'A person is reviewing your application, most often within one business day.',
    nonVoiceAgentReview:
      'A person is reviewing your application, most often within one business day. We’ll write to you.',
    underwriterReview: 'We’re reviewing your application, most often within one business day.',
    tribeReview: 'The lender is taking a last look at your application, most often within one business day.',
    blocked: 'We need to talk with you before we can go on. Please call us.',
    withdrawn: 'This application is closed. You owe nothing for it.',
    approved: 'Your loan is approved. You can see below when the money goes out.',
    pending: 'The money is on its way to your bank.',
    disbursed: 'The money is in your account. Your first payment comes next.',
    processing: 'Your loan is in good order.',
    badStanding: 'We have paused your payments while we look at your loan. Call us to go on.',
    hardReturn: 'Your bank sent a payment back for good. Give us another account or call us.',
    cccs: 'A credit counselor works with you. We take no payments meanwhile.',
    bankruptcy: 'You are in bankruptcy. We take no payments and do not ask for any.',
    noFuturePayment: 'No payment is planned. Call us and we make a new plan with you.',
    miscellaneous: 'Your payments are paused. Call us to find out why.',
    activeDuty: 'You serve on active duty. Your payments are paused. Thank you.',
    notified: 'A payment is past due, and we wrote to you about it. Choose what helps, or call us.',
    accepted: 'Thank you for your promise to pay. We are making the new plan.',
    rePlanned: 'You have a new plan. Pay by it and your loan is in good order again.',
    rejected: 'We have not found a way with you yet. Call us; there may still be one.',
    pocketed: 'A collector now works on your loan. Call us to find out who it is.',
    cleared: 'You have caught up. Your payments go on as planned.',
    settled: 'You and we agreed on less than all. Nothing more is owed after it.',
    collecting: 'A payment is past due. Choose what helps, or call us.',
    suspended: 'Your payments are paused for now. Call us if you have questions.',
    originating: 'We’re reviewing your application.',
    voided: 'This loan was called off before the money was sent. You owe nothing.',
    cancelled: 'You canceled this loan. You owe nothing.',
    paidOff: 'Your loan is paid off. You owe nothing on it. See your last letters under Documents.',
    terminated: 'This loan has ended. Its documents stay under Documents.',
  },
  { es },
)
