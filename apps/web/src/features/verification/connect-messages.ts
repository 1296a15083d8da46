import { defineMessages } from '../../messages/define-messages.ts'
import { es } from './connect-messages.es.ts'

/** Choosing a bank to link. */
export const connectText = defineMessages(
  {
    title: 'Connect your bank',
    lead: 'No pay stubs, and less to type.',
    reads: 'We read your account number, balance and 90 days of activity.',
    cannot: 'We can’t move money or see your password.',
    takes: 'About 1 minute. Going back or a bank problem doesn’t count as a try.',
    find: 'Find your bank',
    example: 'Name, like Sampleton',
    choose: 'Choose your bank',
    found: 'Banks found: {count}',
    noneFound: 'No bank has this name. Check the spelling, or continue and search on the next page.',
    away: 'We can’t list banks right now. Continue, and find your bank on the next page.',
    usedBefore: 'You used this before · ••{tail}',
    failedBefore: 'Didn’t work last time',
    down: 'Not working now. Try again later.',
    notListed: 'My bank is not listed',
    notListedHint: 'Find it on the next page.',
    select: 'Select your bank',
    noAmountTitle: 'We can’t make an offer with this account',
    noAmountLead: 'Your answers are saved. Another account, such as the one your pay goes to, may qualify.',
    askAgain: 'Check my answers and try again',
    another: 'Choose another bank',
    cannotConnect: 'Can’t connect? Use a statement',
    cannotConnectTyped: 'Can’t connect? Use a statement or type it in',
    typeIn: 'Type it in',
    provider: 'Powered by {name}',
    opening: 'Opening…',
    continue: 'Continue',
    back: 'Back',
  },
  { es },
)
