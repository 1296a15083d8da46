import { significantDigits } from '@dolphin/domain/verification/account-match'
import type { Deps } from '../../deps.ts'

/** One bank account, whatever loan it belongs to: a blind index of routing and account number, without leading zeros. */
export const accountKeyOf = (
  { cipher }: Pick<Deps, 'cipher'>,
  { routingNumber, accountNumber }: { readonly routingNumber: string; readonly accountNumber: string },
): string => cipher.blindIndex('bank account', `${routingNumber}:${significantDigits(accountNumber)}`)
