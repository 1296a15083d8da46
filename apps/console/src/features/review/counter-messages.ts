import type { CallValue } from '../../calls/call.ts'

type Bounds = NonNullable<CallValue<'showReviewCase'>['counter']>

/** What a counteroffer says. */
export const counterText = {
  act: 'Counter',
  title: (loanNo: string) => `Counter ${loanNo}`,
  effect:
    'The borrower is offered up to this amount, picks the payments and signs; money is planned once that is done. One notice is counteroffer and adverse action, 12 CFR 1002.9(a); an offer that is not taken closes after 30 days without another.',
  amount: 'Offer at most',
  amountHint: ({ minimum, maximum, step, picked }: Bounds) =>
    `${minimum} to ${maximum} in steps of ${step}; ${picked === null ? 'no amount was picked' : `${picked} was asked for`}.`,
  amountWrong: 'Name an amount within these bounds and steps.',
  nothingLower: 'Nothing lower can be offered: approve, decline, or ask for more.',
  chooseFirst: 'Name the amount and choose a reason first.',
  done: (who: string, amount: string) => `Countered with up to ${amount}: ${who}.`,
} as const
