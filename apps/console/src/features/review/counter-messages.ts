import type { CallValue } from '../../calls/call.ts'

type Bounds = NonNullable<CallValue<'showReviewCase'>['counter']>

/** What a counteroffer says. */
export const counterText = {
  act: 'Counter',
  title: (loanNo: string) => `Counter ${loanNo}`,
  effect:
    'The borrower is offered up to this amount, picks the payments and signs; then the money is scheduled. One notice is both the counteroffer and the adverse action notice (12 CFR 1002.9(a)). An offer that is not taken closes after 30 days, and no other notice is due.',
  amount: 'Offer at most',
  amountHint: ({ minimum, maximum, step, picked }: Bounds) =>
    `${minimum} to ${maximum} in steps of ${step}; ${picked === null ? 'no amount was picked' : `${picked} was asked for`}.`,
  amountWrong: 'Name an amount within these bounds and steps.',
  nothingLower: 'Nothing lower can be offered: approve, decline, or ask for more.',
  chooseFirst: 'Name the amount and choose a reason first.',
  done: (who: string, amount: string) => `Countered with up to ${amount}: ${who}.`,
} as const
