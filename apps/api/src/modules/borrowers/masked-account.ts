import type { bankAccount } from '@dolphin/contract/shapes/transaction'
import type { z } from 'zod'
import type { TypedBank } from './applicant.ts'

const SHOWN_DIGITS = 4
const masked = (digits: string): string => `••••${digits.slice(-SHOWN_DIGITS)}`

/** A bank account as its owner may see it on a screen: the last four digits of its numbers. */
export function maskedAccount(
  bank: Pick<TypedBank, 'routingNumber' | 'accountNumber'> | undefined,
  bankName: string | null = null,
): z.output<typeof bankAccount> | null {
  if (bank === undefined) return null
  const { routingNumber, accountNumber } = bank
  return { routingNumber: masked(routingNumber), accountMasked: masked(accountNumber), bankName }
}

/** The same of an account whose number is sealed: its kept tail is all that is shown. */
export const maskedTails = ({
  routingNumber,
  accountTail,
  bankName,
}: {
  readonly routingNumber: string
  readonly accountTail: string
  readonly bankName: string | null
}): z.output<typeof bankAccount> => ({
  routingNumber: masked(routingNumber),
  accountMasked: masked(accountTail),
  bankName,
})
