import { expect, test } from 'vitest'
import { debitClassOf } from './standard-entry-class.ts'

test.each([
  ['agreement', 'site', 'WEB', 'R'],
  ['renewed', 'site', 'WEB', 'R'],
  ['singlePayment', 'site', 'WEB', 'S'],
  ['agreement', 'paper', 'PPD', ''],
  ['renewed', 'paper', 'PPD', ''],
  ['singlePayment', 'paper', 'PPD', ''],
] as const)(
  'a debit under a permission %s, given by %s, is %s %s',
  (kind, medium, standardEntryClass, paymentType) => {
    expect(debitClassOf({ kind, medium })).toEqual({ standardEntryClass, paymentType })
  },
)
