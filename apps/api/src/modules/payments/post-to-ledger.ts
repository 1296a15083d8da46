import { appendPosting } from '@dolphin/database/payments/ledger-repository'
import { assert } from '@dolphin/domain/assert'
import type { Posting } from '@dolphin/domain/payments/ledger'
import type { UnitOfWork } from '../../unit-of-work.ts'

/**
 * Books a posting of the domain in the transaction of the move that it records. The cause, kind and transaction, is
 * booked once; a second time is a bug of the caller, whose compare-and-set should have stopped it.
 */
export async function postToLedger(unit: UnitOfWork, portfolioId: number, posting: Posting): Promise<void> {
  const { kind, loanNo, transactionId, effectiveDate, entries } = posting
  const booked = await appendPosting(unit.tx, {
    portfolioId,
    loanNo,
    kind,
    cause: `${kind}/${transactionId}`,
    effectiveDate,
    bookedAt: unit.now,
    entries,
  })
  assert(booked !== undefined, 'a transaction is booked once')
}
