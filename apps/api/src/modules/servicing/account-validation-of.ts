import type { LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { type BankingHours, nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type AccountValidation, validationState } from '@dolphin/domain/payments/account-validation'
import { isReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'

/** What is known of an account's validation; `liftedAt` is when the loan's returns were last dealt with. */
export function validationOf(
  {
    validatedBy,
    prenoteEffectiveDate: effectiveDate,
    prenoteReturnCode: code,
    prenoteReturnedAt: returnedAt,
  }: Pick<LoanAccount, 'validatedBy' | 'prenoteEffectiveDate' | 'prenoteReturnCode' | 'prenoteReturnedAt'>,
  liftedAt: Date | null,
): AccountValidation {
  if (effectiveDate === null) return { validatedBy, prenote: null }
  const returnedAs = code !== null && isReturnCode(code) ? code : null
  const isDealtWith = returnedAt !== null && liftedAt !== null && liftedAt > returnedAt
  return { validatedBy, prenote: { effectiveDate, returnedAs, isDealtWith } }
}

/** The first day on which an account can be debited, where its bank is still being asked; else null. */
export function debitableFrom(
  account: LoanAccount | undefined,
  hours: BankingHours,
  now: Date,
): LocalDate | null {
  if (account === undefined) return null
  const state = validationState(validationOf(account, null), hours, now)
  return state.kind === 'validatedFrom' && state.day > nextDebitDay(hours, now) ? state.day : null
}

const nextDebitDay = (hours: BankingHours, now: Date): LocalDate =>
  hours.calendar.next(nextBatchCutOff(hours, now).day)
