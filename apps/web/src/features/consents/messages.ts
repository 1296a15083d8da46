import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './messages.es.ts'

export const consentText = defineMessages(
  {
    title: 'Your consents',
    lead: 'Read each one and choose. You can change your choice later.',
    summaryTitle: 'There is a problem',
    save: 'Save and continue',
    saved: 'Your choices are saved.',
    outdated: 'Some of these have changed since you last agreed. Please read them again.',
    loading: 'Loading…',
  },
  { es },
)
