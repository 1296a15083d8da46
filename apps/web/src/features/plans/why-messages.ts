import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './why-messages.es.ts'

/** The answers to "Why?", in plain words; the figures come from the server. */
export const whyText = defineMessages(
  {
    amountTitle: 'Why {maximum} and not more?',
    product: 'Our loans go up to {amount}.',
    newCategory: 'New customers can borrow up to {amount}.',
    returningCategory: 'Returning customers can borrow up to {amount}.',
    tier: 'Based on your bank account, a first loan with us can be up to {amount}.',
    ladder: 'After the loans you paid back with us, the next one can be up to {amount}.',
    incomeShare:
      'Your bank shows {income} a month. We lend at most {percent}% of two weeks of that income: {amount}.',
    state: 'In {state}, a loan like this can be at most {amount}.',
    stateIncomeShare: 'In {state}, a loan can be at most {percent}% of a month’s income: {amount}.',
    lowest: 'This is the lowest limit, so it sets your maximum. We round down to steps of {step}.',
    others: 'The other limits were higher:',
    noBasis: 'Your age, family, origin, religion and type of income don’t count.',
    apr: 'This is the yearly cost of the {amountFinanced} you receive on {effective} and pay back in {number} payments. It counts interest, fees, and the day each payment is due. The law says how to calculate it (Regulation Z, Appendix J).',
    financeCharge:
      'The {total} you pay in total, minus the {amountFinanced} you receive, is {financeCharge}. Interest is charged each day on what you still owe, so paying earlier costs less.',
    youReceive: 'You borrow {amount}, and no fee is taken out.',
    youReceiveLess: 'You borrow {amount}. The {fee} fee is taken out once, which leaves {amountFinanced}.',
    total: '{others} payments of {installment} and a last one of {last}.',
    totalEven: '{number} payments of {installment}.',
    mapr: 'The yearly rate with every fee that the Military Lending Act counts. It can be at most 36%.',
    installment:
      'The smallest payment that pays back the loan and its interest in {number} payments. The last one makes up for rounding.',
    lastDate:
      'After the first, your payments are due {frequency}, {number} in total. If banks are closed on one of those days, the payment moves with your payday.',
    fee: 'It is {percent}% of the {amount} you borrow.',
    feeAtMost: 'It is {percent}% of the {amount} you borrow, and never more than {most}.',
    firstDate:
      'Your money should arrive on {effective}. Your first payment is due on one of your paydays after that: you can choose from {earliest} to {latest}. An earlier date costs less interest.',
  },
  { es },
)
