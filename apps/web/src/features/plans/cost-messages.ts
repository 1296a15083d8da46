import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './cost-messages.es.ts'

/** Texts of the picture of what a plan costs. */
export const costText = defineMessages(
  {
    summary: 'You pay back {total} in total: the {received} you receive, and {cost} for the loan.',
    received: 'Money you receive',
    interest: 'Interest',
    fee: 'One-time fee',
    total: 'Total of payments',
    table: 'Show as a table',
    caption: 'What you pay back, by part',
    columnWhat: 'Item',
    columnAmount: 'Amount',
  },
  { es },
)
