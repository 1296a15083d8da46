import type { transaction } from '@dolphin/contract/shapes/transaction'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'

type TransactionView = z.output<typeof transaction>

/** One transaction on the wire. */
export function transactionView(transaction: AccountTransaction): TransactionView {
  const { transactionNo, amount, effectiveDate, installmentNumber, traceNumber, returnCode, createdAt } =
    transaction
  return {
    transactionNo,
    // The table's columns hold the domain's codes and nothing else; only services write them.
    type: transaction.type as TransactionView['type'],
    mode: transaction.mode as TransactionView['mode'],
    status: transaction.status as TransactionView['status'],
    amount: moneyToWire(amount),
    effectiveDate: formatLocalDate(effectiveDate),
    installmentNo: installmentNumber,
    traceNumber,
    returnCode,
    returnReason: null,
    createdAt: isoInZone(createdAt, NEW_YORK),
  }
}
