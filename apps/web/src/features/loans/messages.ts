import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

/** The six steps of product.md §4's tracker, and what each means for the reader. */
export const progressText = defineMessages(
  {
    tracker: 'Your loan status',
    submitted: 'Application submitted',
    submittedNote: 'We are checking your application.',
    review: 'Review',
    reviewNote: 'We are reviewing your application.',
    approved: 'Application approved',
    approvedNote: 'Your loan is approved. We’ll send the money on the next business day.',
    funding: 'Funding in progress',
    fundingNote: 'The money is on its way to you.',
    funded: 'Funding completed',
    fundedNote: 'The money has arrived.',
    exception: 'Something needs attention',
    exceptionNote: 'Your loan is on hold. Call us and we’ll tell you what comes next.',
    done: 'done',
    current: 'now',
    todo: 'to come',
    attention: 'needs attention',
  },
  { es },
)
