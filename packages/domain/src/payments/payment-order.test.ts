import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { agreementDocument } from '../documents/agreement.ts'
import { sampleAgreement } from '../documents/sample-agreement.ts'
import { documentText } from '../documents/testing/document-text.ts'
import { cents } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import type { AccountEvent, AccountEventKind } from '../servicing/account-event.ts'
import { replayAccount } from '../servicing/loan-account.ts'
import { AGREEMENT_VERSION, type AgreementVersion, paymentOrderOf } from './payment-order.ts'

/** 800.00 at 260 % a year: 5.70 (5.698…) of interest a day. */
const termsOf = (version: AgreementVersion) => ({
  principal: cents(80_000n),
  prepaidCharge: cents(0n),
  effectiveDate: localDate(2026, 6, 23),
  accrual: { method: 'simpleDaily', annualRate: rational(260n, 100n) } as const,
  interestCredits: [],
  order: paymentOrderOf(version),
})

const event = (kind: AccountEventKind, day: number, amount: bigint): AccountEvent => ({
  id: kind,
  kind,
  date: localDate(2026, 7, day),
  amount: cents(amount),
})

const paymentUnder = (version: AgreementVersion, ...events: AccountEvent[]) =>
  replayAccount(termsOf(version), events).applied.find(({ event: { kind } }) => kind === 'payment')

const sentenceOf = (documentVersion: AgreementVersion) => {
  const text = documentText(agreementDocument(sampleAgreement({ documentVersion })))
  return text.find((line) => line.startsWith('A payment is used first'))
}

describe('the agreement and the account follow one order of payment (domain.md §14)', () => {
  // 17 days of interest to 10 July: 96.88. The fee is of 1 July.
  test('2026.1: interest, fees, principal', () => {
    expect(sentenceOf('2026.1')).toBe(
      'A payment is used first for interest due, then for fees due, then for principal.',
    )
    const events = [event('fee', 1, 1_500n), event('payment', 10, 10_000n)]
    expect(paymentUnder('2026.1', ...events)).toMatchObject({
      toInterest: 9_688n,
      toFees: 312n,
      toPrincipal: 0n,
      after: { fees: 1_188n, unpaidInterest: 0n },
    })
  })

  test('2026.2: fees, interest, principal', () => {
    expect(AGREEMENT_VERSION).toBe('2026.2')
    expect(sentenceOf('2026.2')).toBe(
      'A payment is used first for fees due, then for interest due, then for principal. On one day, interest is added first, then the fees of that day; the payments of that day come after them.',
    )
    const events = [event('fee', 1, 1_500n), event('payment', 10, 10_000n)]
    expect(paymentUnder('2026.2', ...events)).toMatchObject({
      toFees: 1_500n,
      toInterest: 8_500n,
      toPrincipal: 0n,
      after: { fees: 0n, unpaidInterest: 1_188n },
    })
  })

  test('a fee and a payment of one day: the fee first from 2026.2, the payment first before', () => {
    const events = [event('payment', 10, 11_954n), event('fee', 10, 1_500n)]
    expect(paymentUnder('2026.1', ...events)).toMatchObject({ toFees: 0n, toPrincipal: 2_266n })
    expect(paymentUnder('2026.2', ...events)).toMatchObject({ toFees: 1_500n, toPrincipal: 766n })
  })

  test('a fee waived on the day it was charged takes nothing of that day’s payment', () => {
    const events = [event('payment', 10, 11_954n), event('fee', 10, 1_500n), event('feeWaiver', 10, 1_500n)]
    expect(paymentUnder('2026.2', ...events)).toMatchObject({ toFees: 0n, toPrincipal: 2_266n })
  })
})
