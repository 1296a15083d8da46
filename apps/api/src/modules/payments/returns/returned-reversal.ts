import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  listTransactions,
  type MoneyTransaction,
  moveTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { TransactionStatus, TransactionType, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import type { ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { loadAccount } from '../../servicing/account-facts.ts'
import { postReturn } from '../../servicing/post-events.ts'
import { afterPosting } from '../after-posting.ts'
import { dropReversal, endHold, openFailedReversal } from '../reversals/drop-reversal.ts'
import { isPlanned, reversalOf } from '../reversals/judge-reversal.ts'
import { ledgerDayOf, type NamedTransaction } from './named-transaction.ts'

const { rejected } = TransactionStatus

/**
 * A reversal that came back: the payment that it gave back counts again, money paid out stays with the borrower and the
 * loan goes on; an employee settles what the error was. The caller holds the loan's lock. Refused: it is not with the
 * bank. Source: docs/decisions/bank-files.md.
 */
export async function applyReturnedReversal(
  deps: MoneyDeps,
  unit: UnitOfWork,
  named: NamedTransaction,
  code: ReturnCode,
): Promise<'applied' | 'refused'> {
  const { loan, transaction: reversal, context } = named
  const { actor, today: returnedOn } = context
  const { status: from, transactionNo: id, portfolioId, loanNo } = reversal
  if (!SENT_STATUSES.includes(from)) return 'refused'
  const reason = { cause: `returned ${code}`, actor, at: unit.now }
  const moved = await moveTransaction(
    unit.tx,
    reversal,
    { from, to: rejected, returnCode: code, returnedOn },
    reason,
  )
  assert(moved, 'the lock on the loan keeps others from moving its reversal')
  const facts = { transactionNo: id, code }
  const event = { portfolioId, subject: loanNo, action: 'reversalReturned', actor, facts, at: unit.now }
  await appendAudit(unit.tx, event)
  const account = reversal.type === TransactionType.refund && (await loadAccount(deps, unit.tx, loan))
  if (account) {
    await postReturn(unit, loan, account, {
      id,
      effectiveDate: ledgerDayOf(named),
      booked: PostingKind.refundSent,
    })
    await afterPosting(deps, unit, loan, actor)
  }
  await endHold(unit, reversal, { by: actor, reason: `the reversal came back: ${code}` })
  await openFailedReversal(deps, unit, reversal, { why: `it came back ${code}`, actor })
  return 'applied'
}

/** An entry came back whose reversal was planned, which is dropped, or was sent: then the money went back twice. */
export async function followReversalOf(
  deps: MoneyDeps,
  unit: UnitOfWork,
  original: MoneyTransaction,
  actor: string,
): Promise<void> {
  const reversal = reversalOf(await listTransactions(unit.tx, original), original)
  if (reversal === undefined) return
  if (isPlanned(reversal)) {
    await dropReversal(unit, reversal, { why: 'the entry came back by itself', actor })
  } else if (SENT_STATUSES.includes(reversal.status)) {
    const why = 'the entry came back too, so that its money went back twice'
    await openFailedReversal(deps, unit, reversal, { why, actor })
  }
}
