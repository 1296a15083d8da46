import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './not-available-messages.es.ts'

/** A page that is not there yet; its words come with it alone. */
export const notAvailableText = defineMessages(
  {
    notAvailableTitle: 'This page is not available yet',
    notAvailable:
      'It’s coming soon. If you need it today, call or email us: our contact details are at the bottom of this page.',
  },
  { es },
)
