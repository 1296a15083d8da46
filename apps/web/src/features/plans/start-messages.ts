import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './start-messages.es.ts'

/** Where the borrower lives and how much is wanted, before anything private is asked. */
export const startText = defineMessages(
  {
    title: 'How much do you need?',
    lead: 'See the cost first. No account needed.',
    state: 'State',
    chooseState: 'Choose your state',
    stateMissing: 'Choose your state',
    unservedTitle: 'We do not lend in {state} yet',
    unserved: 'We lend in {states}.',
    otherState: 'I live in another state',
    zip: 'ZIP code',
    zipElsewhere: 'This ZIP code is not in {state}. Check both.',
    newCustomers: 'New customers: up to {maximum}',
    costTitle: 'What it costs',
    costFor: 'To borrow {amount}, you would pay about',
    costPayments: '{number} × {installment}',
    costWhen: 'Every two weeks from {first}',
    apr: 'APR',
    financeCharge: 'Finance charge',
    totalOfPayments: 'Total of payments',
    spoken: 'To borrow {amount}: {number} payments of {installment}, APR {apr} percent, {total} in total',
    note: 'An example, not an offer. This is an expensive loan: borrowing less costs less.',
    continue: 'Continue',
  },
  { es },
)
