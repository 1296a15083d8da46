import { defineMessages } from '../messages/define-messages.ts'
import { es } from './conflict-messages.es.ts'

/** Which of two values of one answer holds. */
export const conflictText = defineMessages(
  {
    title: 'This was changed somewhere else',
    lead: 'Since you opened this page, these answers were saved on another device. Choose which to keep.',
    mine: 'What you typed here',
    theirs: 'What is saved now',
    keep: 'Keep these answers',
    empty: 'Empty',
  },
  { es },
)
