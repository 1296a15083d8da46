import type { transaction } from '@dolphin/contract/shapes/transaction'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { BookedMovement } from '@dolphin/database/servicing/loan-books-repository'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'

type TransactionView = z.output<typeof transaction>

/** One money movement on the wire. */
export function transactionView(movement: BookedMovement): TransactionView {
  const { transactionNo, amount, effectiveDate, installmentNumber, traceNumber, returnCode, createdAt } =
    movement
  return {
    transactionNo,
    // The table's columns hold the domain's codes and nothing else; only services write them.
    type: movement.type as TransactionView['type'],
    mode: movement.mode as TransactionView['mode'],
    status: movement.status as TransactionView['status'],
    amount: moneyToWire(amount),
    effectiveDate: formatLocalDate(effectiveDate),
    installmentNo: installmentNumber,
    traceNumber,
    returnCode,
    returnReason: null,
    createdAt: isoInZone(createdAt, NEW_YORK),
  }
}
