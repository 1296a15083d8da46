import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './schedule-messages.es.ts'

/** Why a schedule begins and ends as it does. */
export const scheduleText = defineMessages(
  {
    why: 'Why?',
    aboutFirst: 'First payment on {date}',
    aboutLast: 'Last payment of {amount}',
    firstDate:
      'Your money should arrive on {effective}. Your first payment is due on one of your paydays after that. If banks are closed that day, it moves with your pay.',
    lastAmount:
      'It pays the {principal} you still owe by then, plus {interest} of interest since the payment before it. So it can differ from the others.',
    lastAmountFee: 'It also includes a {fee} fee.',
  },
  { es },
)
