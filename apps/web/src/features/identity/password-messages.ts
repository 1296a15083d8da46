import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './password-messages.es.ts'

/** What each rule wants, so that a tick beside it is good news; the messages of product.md §5 say what is wrong. */
export const ruleText = defineMessages(
  {
    length: '{minimumLength}+ characters',
    letterCase: 'Upper and lower case',
    digit: 'A number',
    identicalRun: 'No character {identicalRun} times in a row',
  },
  { es },
)
