import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './mark-messages.es.ts'

/** Texts around a signature, wherever one is asked for. */
export const markText = defineMessages(
  {
    way: 'Your signature',
    wayTyped: 'Type',
    wayDrawn: 'Draw',
    typedName: 'Your full name',
    typedNameHint: 'As in the agreement: {name}',
    nameMissing: "Your full name can't be empty",
    nameShort: 'Your full name should be 2 or more characters.',
    nameLong: 'Your full name should not be greater than 120 characters',
    nameOther: 'Type your full name as it appears in the agreement: {name}',
    preview: 'Your signature will look like this',
    drawn: 'Draw here',
    drawnHint: 'Use a finger, a pen or a mouse.',
    drawnMissing: 'Draw your signature, or choose to type your name',
    clear: 'Clear and draw again',
  },
  { es },
)
