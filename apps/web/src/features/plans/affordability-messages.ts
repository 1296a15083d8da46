import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './affordability-messages.es.ts'

export const affordText = defineMessages(
  {
    title: 'How it fits your paydays and bills',
    fits: 'From what we know, your account stays above zero. The lowest point is {balance} on {date}.',
    shortTitle: 'A payment may not fit',
    short: 'On {date} your account may not hold enough for the payment.',
    noBetterDate:
      'No other first date on offer would help. A smaller amount or more payments make each payment smaller.',
    move: 'Move the first payment to {date}',
    basis: 'We start from {balance} in your account ending in {tail}, as your bank told us on {date}.',
    paycheckSummary: 'At most {payment} of a {pay} paycheck goes to this loan, from the one on {date}.',
    paycheck: 'Your paycheck',
    paycheckTable: 'Show paychecks as a table',
    paycheckCaption: 'Each paycheck and what of it goes to this loan',
    columnLeft: 'Left of it',
    payday: 'Payday',
    bill: 'Known bill',
    installment: 'Loan payment',
    named: '{kind}: {label}',
    table: 'Show these days as a table',
    columnDate: 'Date',
    columnWhat: 'What',
    columnAmount: 'Amount',
    columnBalance: 'Balance after',
    leftOut:
      'This counts your paydays and the bills that come back regularly. It leaves out everyday spending and the money of this loan.',
  },
  { es },
)
