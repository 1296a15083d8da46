import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './affordability-messages.es.ts'

export const affordText = defineMessages(
  {
    title: 'How it fits your paydays and bills',
    fits: 'From what we know, your account stays above zero. Its lowest balance is {balance} on {date}.',
    shortTitle: 'A payment may not fit',
    short: 'On {date} your account may not have enough for the payment.',
    noBetterDate:
      'No other first payment date would help. A smaller amount or more payments would make each payment smaller.',
    move: 'Move the first payment to {date}',
    basis:
      'We start with {balance} in your account ending in {tail}, the balance your bank gave us on {date}.',
    paycheckSummary: 'At most {payment} of a {pay} paycheck goes to this loan, starting {date}.',
    paycheck: 'Your paycheck',
    paycheckTable: 'Show paychecks as a table',
    paycheckCaption: 'Each paycheck and how much of it goes to this loan',
    columnLeft: 'Left over',
    payday: 'Payday',
    bill: 'Known bill',
    installment: 'Loan payment',
    named: '{kind}: {label}',
    table: 'Show these days as a table',
    columnDate: 'Date',
    columnWhat: 'Item',
    columnAmount: 'Amount',
    columnBalance: 'Balance after',
    leftOut:
      'This counts your paydays and regular bills. It leaves out everyday spending and the money from this loan.',
  },
  { es },
)
