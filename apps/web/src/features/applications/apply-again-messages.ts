import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './apply-again-messages.es.ts'

/** Applying again: what was told last time. */
export const applyAgainText = defineMessages(
  {
    title: 'Apply for a new loan',
    lead: 'This is what you told us last time. Check every part that is still right.',
    stillRight: '{what}: still right',
    next: 'We’ll ask you again about the other parts, with your last answers filled in.',
    goOn: 'Continue',
    saving: 'Starting your application…',
  },
  { es },
)
