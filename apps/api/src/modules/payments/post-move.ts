import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import {
  ChangeType,
  TransactionPurpose,
  type TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { PostingKind } from '@dolphin/domain/payments/ledger'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import { loadAccount } from '../servicing/account-facts.ts'
import { postReturn } from '../servicing/post-events.ts'
import { refuseChange } from '../servicing/change-result.ts'
import { followDebit } from '../servicing/close-changes.ts'
import { moveCoveredPayments } from '../servicing/covered-payments.ts'
import { afterPosting } from './after-posting.ts'
import { closeReceiptToCheck } from './receipts-to-check.ts'
import {
  transactionOf,
  type PostingCase,
  type PostingJudge,
  type PostingRun,
  wrongField,
} from './posting-work.ts'

/** 901: an entry on a batch is rejected by hand. 903: the bank has paid a receipt. Source: domain.md §10. */
const judgeMove =
  (changeType: typeof ChangeType.manualReject | typeof ChangeType.manualChecked): PostingJudge =>
  (one) => {
    const transaction = transactionOf(one)
    if (transaction === undefined) return wrongField('transactionNo', 'Name a transaction of this loan.')
    const { transactionNo, status, purpose } = transaction
    const planned = planChange(one.loaded.serviced, {
      changeType,
      transactionNo,
      // The column holds the domain's transaction status and nothing else.
      status: status as TransactionStatus,
      isManual: purpose === TransactionPurpose.receipt,
    })
    if (!planned.ok) return refuseChange(planned.error)
    const [move] = planned.value.moves
    assert(move !== undefined, 'a move by hand moves one transaction')
    return ok((run) => carryOut(one, run, transaction, move.to))
  }

export const judgeRejection = judgeMove(ChangeType.manualReject)
export const judgeReceiptCheck = judgeMove(ChangeType.manualChecked)

async function carryOut(
  { deps, loan, loaded, order }: PostingCase,
  { unit, posting, actor }: PostingRun,
  transaction: MoneyTransaction,
  to: TransactionStatus,
) {
  const isRejection = order.changeType === ChangeType.manualReject
  const returned = isRejection ? { returnedOn: loaded.serviced.today } : {}
  const moved = await moveTransaction(
    unit.tx,
    transaction,
    { from: transaction.status, to, ...returned },
    {
      cause: `${isRejection ? 'rejected' : 'checked'} by hand, posting ${posting.postingNo}`,
      actor,
      at: unit.now,
    },
  )
  assert(moved, 'the lock on the loan keeps others from moving its transactions')
  if (isRejection) await undoEntry({ deps, loan, loaded, order }, { unit, actor }, transaction)
  await closeReceiptToCheck(unit, transaction, actor)
  await afterPosting(deps, unit, loan, actor)
  return ok(transaction.transactionNo)
}

/** A refund was booked as it went on its batch; a debit was not yet, but its change has failed. */
async function undoEntry(
  { deps, loan, loaded }: PostingCase,
  { unit, actor }: Pick<PostingRun, 'unit' | 'actor'>,
  transaction: MoneyTransaction,
): Promise<void> {
  if (transaction.type === TransactionType.debit) {
    await followDebit(deps, unit, transaction, { event: 'rejected', actor, why: 'rejected' })
    await moveCoveredPayments(deps, unit, loan)
    return
  }
  const facts = await loadAccount(deps, unit.tx, loan)
  assert(facts !== undefined, 'money was sent back out of a funded loan')
  const event = { id: transaction.transactionNo, effectiveDate: loaded.serviced.today }
  await postReturn(unit, loan, facts, { ...event, booked: PostingKind.refundSent })
}
