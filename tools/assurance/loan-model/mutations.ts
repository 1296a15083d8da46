import { type ModelRules, RULES } from './rules.ts'

/** A way in which the model would be wrong; with it, a sound product must break a law. */
export interface ModelMutation {
  readonly name: string
  readonly rules: ModelRules
}

const mutation = (name: string, changed: Partial<ModelRules>): ModelMutation => ({
  name,
  rules: { ...RULES, ...changed },
})

/** Each changes one thing that the model knows. */
export const MUTATIONS: readonly ModelMutation[] = [
  mutation('interest over 360 days', { daysOfYear: 360n }),
  mutation('interest without the last day', { endIncluded: false }),
  mutation('interest rounded down', { rounding: 'down' }),
  mutation('payments to principal first', { paymentOrder: ['principal', 'interest', 'fees'] }),
  mutation('payments to interest before fees', { paymentOrder: ['interest', 'fees', 'principal'] }),
  mutation('interest on unpaid interest', { compounds: true }),
  mutation('checked a banking day later', { checkedAfter: 3 }),
  mutation('no fee for a returned payment', { feesAnItem: 0 }),
  mutation('returned payments still count', { forgetsReturned: false }),
  mutation('one failure stops debits', { failuresThatStop: 1 }),
  mutation('past due a day later', { pastDueAfter: 2 }),
  mutation('debits on a batch two banking days ahead', { sentAhead: 2 }),
  mutation('no retry after insufficient funds', { fundsEnd: 'item' }),
]
