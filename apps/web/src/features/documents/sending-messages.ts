import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './sending-messages.es.ts'

/** Texts of a file on its way to us, whatever it is. */
export const sendingText = defineMessages(
  {
    progress: 'How much is sent',
    stop: 'Stop sending',
    sending: 'Sending… {percent}%',
    again: 'Send again',
    interrupted: 'The connection was cut. Your file is still chosen. We send it again by ourselves.',
    previewAlt: 'The picture you chose',
    previewCheck: 'Can you read every line? If not, take it again.',
  },
  { es },
)
