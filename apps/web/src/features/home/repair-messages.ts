import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './repair-messages.es.ts'

/** Texts of the form that asks for another bank account; they come with it, and not with the home page. */
export const repairText = defineMessages(
  {
    formerAccount: 'Money was returned from your account {account}. Enter another account of yours.',
    routingNumber: 'Routing Number',
    noAch: 'This bank does not take electronic payments. Use an account at another bank.',
    routingNumberHint: 'Nine digits, at the bottom left of a check or in your bank’s app.',
    accountNumber: 'Account Number',
    accountNumberHint: 'Up to 17 digits.',
    accountType: 'Account Type',
    checking: 'Checking',
    savings: 'Savings',
    moneyMarket: 'Money market',
    nextTitle: 'What happens next',
    nextCheck: 'We check that the account is yours.',
    nextSend: 'We send returned money again on the next business day.',
    nextAuthorization: 'Autopay stays off until you authorize it for the new account.',
    save: 'Use this account',
    done: 'Thank you. From now on we’ll use your account {account}. You can see what happens next here.',
  },
  { es },
)
