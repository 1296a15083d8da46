import { defineMessages } from '../messages/define-messages.ts'
import { es } from './said-back-messages.es.ts'

/** What the page says back under a field. */
export const saidBackText = defineMessages(
  {
    noAch: 'This bank does not take electronic payments. Use an account at another bank.',
    endsIn: 'Ends in {tail}',
    nextPaydays: 'Your next paydays: {first} and {second}',
  },
  { es },
)
