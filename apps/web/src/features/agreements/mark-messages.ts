import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './mark-messages.es.ts'

/** Texts around a signature, wherever one is asked for. */
export const markText = defineMessages(
  {
    way: 'How do you want to sign?',
    wayTyped: 'Type my name',
    wayDrawn: 'Draw my signature',
    typedName: 'Your full name',
    typedNameHint: 'Type it as it stands in the agreement: {name}',
    nameMissing: "Your full name can't be empty",
    nameShort: 'Your full name should be 2 or more characters.',
    nameLong: 'Your full name should not be greater than 120 characters',
    preview: 'Your signature will look like this',
    drawn: 'Your signature',
    drawnHint: 'Draw with a finger, a pen or the mouse. You can also type your name instead.',
    drawnMissing: 'Draw your signature, or choose to type your name',
    clear: 'Clear and draw again',
  },
  { es },
)
