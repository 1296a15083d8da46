import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './account-messages.es.ts'

/** Texts of the list of everything about the account itself. */
export const accountText = defineMessages(
  {
    title: 'Account',
    contacts: 'Contacts',
    contactsHint: 'Your email and phones',
    security: 'Sign-in and security',
    securityHint: 'Password, codes, and devices',
    consents: 'Consents',
    consentsHint: 'What you agreed to',
    myData: 'Your data',
    myDataHint: 'A copy, corrections, deletion',
    coupons: 'Coupons',
    couponsHint: 'Those you have and those you used',
    verify: 'Check a document',
    verifyHint: 'See if a document came from us',
    signOut: 'Sign out',
  },
  { es },
)
