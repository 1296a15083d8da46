import { defineMessages } from '../messages/define-messages.ts'
import { es } from './messages.es.ts'

export const formText = defineMessages(
  {
    summaryTitle: 'There is a problem',
    show: 'Show',
    hide: 'Hide',
    chooseFile: 'Choose a file or take a picture',
    change: 'Change',
    saving: 'Saving…',
    continue: 'Continue',
    back: 'Back',
    part: '{title}, part {number} of {count}',
    draftRestored: 'We saved what you typed before. Check it, then continue.',
    addFirst: 'Add',
    addAnother: 'Add another',
    remove: 'Remove',
    groupItem: '{label} {number}',
    previewTitle: 'Before you save',
    previewSave: 'Save anyway',
    previewLeave: 'Do not save',
    conflictTitle: 'This was changed somewhere else',
    conflictLead:
      'Since you opened this page, these answers were saved on another device. Choose which to keep.',
    conflictMine: 'What you typed here',
    conflictTheirs: 'What is saved now',
    conflictKeep: 'Keep these answers',
    empty: 'Empty',
    consentsRequired: 'Required',
    consentsOptional: 'Your choice',
    consentsOptionalHint: 'Optional.',
    agreeTo: 'I agree to the {label}',
    readConsent: 'Read: {title}',
    downloadConsent: 'Download a copy',
    consentOpen: 'Agree to the {label} to continue',
  },
  { es },
)
