import {
  ChangeType,
  InstallmentFlag,
  PaymentMode,
  PayoffOption,
  TransactionMode,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { z } from 'zod'
import { fromDigits } from './wire.ts'

export const changeTypeCode = z.enum(ChangeType)
export const paymentModeCode = z.enum(PaymentMode)
/** What a borrower names as a way to pay: a rail is understood and refused with its reason. Source: domain.md §1. */
export const namedModeCode = z.union([paymentModeCode, z.enum(TransactionMode)])
export const payoffOptionCode = z.enum(PayoffOption)
export const transactionModeCode = z.enum(TransactionMode)
export const transactionStatusCode = z.enum(TransactionStatus)
export const transactionTypeCode = z.enum(TransactionType)

/**
 * The changes that have one call between them: 103-109 of contract.md, and help with a payment that a borrower takes
 * by one tap (201 to the end, 205 to another day, 111 a longer plan). Source: docs/decisions/servicing-calls.md.
 */
const servicingChangeTypeCode = changeTypeCode.extract([
  'skip',
  'changeDate',
  'payFixedAmount',
  'payDown',
  'revokeFutureAch',
  'changePayrollDate',
  'changePayrollFrequency',
  'changePaymentMode',
  'paydayOnHoliday',
  'paydayAvailability',
])

/** Every change that a customer may ask for; pay off, pay off in N and fixed amount have their own calls. */
export const customerChangeTypeCode = z.enum({
  ...servicingChangeTypeCode.enum,
  payOff: ChangeType.payOff,
  payOffInN: ChangeType.payOffInN,
})

/** A servicing change type in a path, where everything is text. */
export const queryServicingChangeTypeCode = fromDigits(servicingChangeTypeCode)

const knownFlags = Object.values(InstallmentFlag).reduce<number>((flags, flag) => flags | flag, 0)

/** Several marks at once, as bits: only those that the domain knows. */
export const installmentFlags = z
  .int()
  .min(0)
  .max(knownFlags)
  .refine((flags) => (flags & ~knownFlags) === 0, 'These marks are not known')
