import { defineMessages } from '../messages/define-messages.ts'
import { es } from './save-messages.es.ts'

/** Whether a save is through; apart from the engine's other words, which pages without a served form show too. */
export const saveText = defineMessages(
  {
    saveWaits:
      'We could not reach our server. Your answers are saved on this device. We will send them as soon as we can.',
    stepSaving: 'Saving…',
    stepSaved: 'Saved. You can stop here and continue later on any device.',
    stepWaiting: 'No connection. Your answers are saved on this device. We will send them as soon as we can.',
  },
  { es },
)
