import { expect, test } from 'vitest'
import { PaymentMode, TransactionMode } from './codes.ts'
import { isModeOffered, MODE_REFUSAL_TEXTS, whyModeRefused } from './mode-refusal.ts'

const ALL = [...new Set([...Object.values(PaymentMode), ...Object.values(TransactionMode)])]

test('every code is offered, or refused with words for its reason (domain.md §1)', () => {
  const { ach, cashierCheck, debitCard, moneyGram, moneyOrder, personalCheck, westernUnion, wire } =
    PaymentMode
  expect(new Set(ALL.filter(isModeOffered))).toEqual(
    new Set([ach, cashierCheck, debitCard, moneyGram, moneyOrder, personalCheck, westernUnion, wire]),
  )
  for (const mode of ALL.filter((one) => !isModeOffered(one))) {
    const why = whyModeRefused(mode)
    expect(why && MODE_REFUSAL_TEXTS[why].en, `${mode}`).toMatch(/\.$/)
    expect(why && MODE_REFUSAL_TEXTS[why].es, `${mode}`).toMatch(/\.$/)
  }
})
