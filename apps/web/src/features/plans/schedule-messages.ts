import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './schedule-messages.es.ts'

/** Why a schedule begins and ends as it does. */
export const scheduleText = defineMessages(
  {
    why: 'Why?',
    aboutFirst: 'First payment on {date}',
    aboutLast: 'Last payment of {amount}',
    firstDate:
      'Your money is due to arrive on {effective}. The first payment falls on one of your paydays after that. Where banks are closed, it moves as your pay does.',
    lastAmount:
      'It pays back the {principal} that you still owe by then. To that comes {interest} of interest for the days since the payment before. So it can differ from the others.',
    lastAmountFee: 'It also carries a fee of {fee}.',
  },
  { es },
)
