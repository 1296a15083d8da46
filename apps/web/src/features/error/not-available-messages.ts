import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './not-available-messages.es.ts'

/** A page that is not there yet; its words come with it alone. */
export const notAvailableText = defineMessages(
  {
    notAvailableTitle: 'This page is not available yet',
    notAvailable:
      'We are still building it. If you need it today, call or write to us: the details are at the foot of this page.',
  },
  { es },
)
