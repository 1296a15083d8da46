import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './sending-messages.es.ts'

/** Texts of a file on its way to us, whatever it is. */
export const sendingText = defineMessages(
  {
    progress: 'Upload progress',
    stop: 'Stop sending',
    sending: 'Sending… {percent}%',
    again: 'Send again',
    interrupted: 'The connection was lost. Your file is still selected, and we will try again automatically.',
    previewAlt: 'The picture you chose',
    previewCheck: 'Can you read every line? If not, take it again.',
  },
  { es },
)
