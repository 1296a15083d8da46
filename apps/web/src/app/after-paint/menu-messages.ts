import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './menu-messages.es.ts'

/** The places of the menu. */
export const menuText = defineMessages(
  {
    menu: 'Menu',
    home: 'Home',
    loan: 'Loan',
    documents: 'Documents',
    messages: 'Messages',
    account: 'Account',
    unread: '{count} unread',
  },
  { es },
)
