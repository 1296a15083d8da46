import { defineMessages } from '../messages/define-messages.ts'
import { es } from './control-messages.es.ts'

/** What nearly every form shows; the rest of the engine's words come with what shows them. */
export const controlText = defineMessages(
  {
    optional: '(optional)',
    choose: 'Choose…',
    datePattern: 'MM/DD/YYYY',
    monthPattern: 'MM/YYYY',
    problem: 'There is a problem',
  },
  { es },
)
