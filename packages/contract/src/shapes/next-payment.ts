import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import { z } from 'zod'
import { instant, isoDate, maskedNumber, money, text } from '../wire.ts'

/** Who makes the money move: we debit the account, or the borrower sends it. */
export const sentBy = z.enum(['us', 'borrower'])

/** Until when it can be changed or taken back; may have passed; null once it was sent. */
const changeableUntil = instant.nullable()

/** Why we do not take it, or not on its day, and what to do; null where nothing is in the way. */
const reason = text(500).nullable()

const nextPaymentPart = z.strictObject({
  purpose: z.enum(TransactionPurpose),
  installmentNo: z.int().min(1).nullable(),
  amount: money,
  sentBy,
  reason,
  changeableUntil,
})

/** All that is taken or expected on the next day on which anything is. Source: domain.md §14. */
export const nextPayment = z.strictObject({
  date: isoDate,
  /** The sum of the parts. */
  total: money,
  parts: z.array(nextPaymentPart).min(1).max(50),
  /** The borrower where we take no part of it. */
  sentBy,
  /** The first reason of the parts. */
  reason,
  /** The account that we debit; null where the borrower sends it all. */
  accountMasked: maskedNumber.nullable(),
  /** The earliest deadline of the parts. */
  changeableUntil,
})

/** What is past due by agreed payment, oldest first; a null number is what is owed after the whole schedule. */
export const pastDueParts = z
  .array(z.strictObject({ installmentNo: z.int().min(1).nullable(), dueDate: isoDate, amount: money }))
  .max(201)
