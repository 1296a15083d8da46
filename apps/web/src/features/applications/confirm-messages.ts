import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './confirm-messages.es.ts'

/** What the bank report gave, said back to be confirmed. */
export const confirmText = defineMessages(
  {
    title: 'Is this right?',
    lead: '{bank} sent this. Change what’s wrong.',
    leadUnnamed: 'Your bank sent this. Change what’s wrong.',
    pay: 'Your pay',
    account: 'Your loan goes to',
    questions: 'Questions',
    about: 'Your other answers',
    paidBy: 'Paid by',
    takeHome: 'Take-home pay',
    everyPayday: '{amount} {frequency}',
    aMonth: '{amount} a month',
    averageOf: 'Average of {count} {count:payday|paydays}',
    fromPayers: 'From {count} payers: {names}',
    everyWeek: 'every week',
    everyTwoWeeks: 'every two weeks',
    twiceAMonth: 'twice a month',
    onceAMonth: 'once a month',
    nextPaydays: 'Next paydays',
    morePay: 'More about your paydays',
    bothDays: '{first} and {second}',
    checking: 'Checking account',
    savings: 'Savings account',
    moneyMarket: 'Money market account',
    routing: 'Routing number {value}',
    yes: 'Yes, this is right',
    saving: 'Saving…',
  },
  { es },
)
