import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './confirm-messages.es.ts'

/** What the bank report gave, said back to be confirmed. */
export const confirmText = defineMessages(
  {
    title: 'Is this right?',
    lead: '{bank} sent us this. Change anything that’s wrong.',
    leadUnnamed: 'Your bank sent us this. Change anything that is wrong.',
    pay: 'Your pay',
    account: 'Your account',
    questions: 'A few questions',
    about: 'What you told us',
    paidBy: 'Paid by',
    takeHome: 'Take-home pay',
    everyPayday: '{amount} {frequency}',
    aMonth: '{amount} a month',
    averageOf: 'Average of your last {count} {count:payday|paydays}',
    fromPayers: 'From {count} payers: {names}',
    everyWeek: 'every week',
    everyTwoWeeks: 'every two weeks',
    twiceAMonth: 'twice a month',
    onceAMonth: 'once a month',
    nextPaydays: 'Next paydays',
    bothDays: '{first} and {second}',
    bank: 'Bank',
    checking: 'Checking account ending in',
    savings: 'Savings account ending in',
    moneyMarket: 'Money market account ending in',
    paidInto: 'We’ll send your loan here.',
    yes: 'Yes, this is right',
    saving: 'Saving…',
  },
  { es },
)
