import { TransactionPurpose, TransactionType } from '@dolphin/domain/payments/codes'
import { isReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { NamedTransaction } from './named-transaction.ts'
import { applyReturnedCredit, applyReturnedRefund } from './returned-credit.ts'
import { applyReturnedDebit } from './returned-debit.ts'
import { applyReturnedReversal } from './returned-reversal.ts'

/** Applies a return to its transaction, whose loan the caller has locked. Refused: another amount, or a code or status that does not fit. */
export async function applyReturn(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
): Promise<'applied' | 'refused'> {
  const { item, transaction } = named
  const { code } = item.exception
  if (!isReturnCode(code) || item.amount !== transaction.amount) return 'refused'
  if (transaction.purpose === TransactionPurpose.reversal)
    return await applyReturnedReversal(deps, unit, named, code)
  switch (transaction.type) {
    case TransactionType.debit:
      return await applyReturnedDebit(deps, unit, named, code)
    case TransactionType.refund:
      return await applyReturnedRefund(deps, unit, named, code)
    default:
      return await applyReturnedCredit(deps, unit, named, code)
  }
}
