import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './why-messages.es.ts'

/** The answers to "Why?", in plain words; the figures come from the server. */
export const whyText = defineMessages(
  {
    amountTitle: 'Why {maximum} and not more?',
    product: 'Our loans go up to {amount}.',
    category: 'For where you stand with us, as a new or returning customer, loans go up to {amount}.',
    tier: 'From what your bank account shows, a first loan with us can be up to {amount}.',
    ladder: 'After the loans that you paid back with us, the next one can be up to {amount}.',
    incomeShare:
      'Your bank shows {income} a month. We lend at most {percent}% of what that makes in two weeks: {amount}.',
    state: 'In {state}, a loan like this may be at most {amount}.',
    stateIncomeShare: 'In {state}, at most {percent}% of a month’s income may be lent: {amount}.',
    lowest: 'This is the lowest of the limits, so it decides. We round down to steps of {step}.',
    others: 'The other limits were higher:',
    noBasis: 'Your age, family, origin, religion or kind of income play no part.',
    apr: 'Counted back to {effective} at this yearly rate, your {number} payments are worth exactly the {amountFinanced} you receive. It counts interest and fees, and when each payment falls. The law says how it is computed (Regulation Z, Appendix J).',
    financeCharge:
      'The {total} you pay in all, less the {amountFinanced} you receive, is {financeCharge}. Interest runs day by day on what you still owe, so paying earlier costs less.',
    youReceive: 'You borrow {amount}, and no fee is taken from it.',
    youReceiveLess:
      'You borrow {amount}. The fee of {fee} is taken from it once, which leaves {amountFinanced}.',
    total: '{others} payments of {installment} and a last one of {last}.',
    totalEven: '{number} payments of {installment}.',
    mapr: 'The yearly rate with every fee that the Military Lending Act counts. It may be at most 36%.',
    installment:
      'The smallest payment that pays the loan back in {number} payments with its interest. The last one takes up the cents that are left.',
    lastDate:
      'Your {number} payments follow the first {frequency}. Where banks are closed on one of the days, it moves as your paydays do.',
    fee: 'It is {percent}% of the {amount} you borrow.',
    feeAtMost: 'It is {percent}% of the {amount} you borrow, and never more than {most}.',
    firstDate:
      'Your money is to arrive on {effective}. The first payment falls on one of your paydays after that: you can choose from {earliest} to {latest}. An earlier date costs less interest.',
  },
  { es },
)
