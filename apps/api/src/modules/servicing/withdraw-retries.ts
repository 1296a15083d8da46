import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import {
  findTransaction,
  insertTransaction,
  type MoneyTransaction,
  moveTransaction,
  nextTransactionNo,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { retryDayFrom } from '@dolphin/domain/payments/debit-eligibility/representment'
import { debitDeadline } from '@dolphin/domain/servicing/changes/change-basis'
import { firstDayAfterMissed } from '@dolphin/domain/servicing/moved-payments'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { isWithdrawnRetry } from './agreed-installments.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'

const { none, rejected } = TransactionStatus

/** Who withdraws retries, and by which change. */
interface WithdrawnBy {
  readonly changeNo: string
  readonly actor: string
}

/**
 * Withdraws planned retries in the caller's transaction, which holds the loan's lock: what collects the same amount, or a
 * stop, is saved with it. Source: domain.md §14, "one amount, several ways to collect it".
 */
export async function withdrawRetries(
  unit: UnitOfWork,
  { portfolioId }: Pick<LoanChange, 'portfolioId'>,
  transactionNos: readonly string[],
  { changeNo, actor }: WithdrawnBy,
): Promise<void> {
  const reason = { cause: `change ${changeNo} withdraws it`, actor, at: unit.now }
  for (const transactionNo of transactionNos) {
    const key = { portfolioId, transactionNo }
    const moved = await moveTransaction(unit.tx, key, { from: none, to: rejected }, reason)
    assert(moved, 'the loan is locked, so nothing else moves its planned retry')
  }
}

/**
 * Plans again the retries that a change withdrew and that was taken back before anything of it was sent: on the same day,
 * or where the batch of that day is over, on the first that its notice allows. A change whose debit came back revives
 * none (12 CFR 1041.8). Source: domain.md §14.
 */
export async function reviveRetries(
  unit: UnitOfWork,
  loaded: LoadedLoan,
  { portfolioId, changeNo, result }: LoanChange,
  actor: string,
): Promise<void> {
  const withdrawn = Array.isArray(result['withdraws']) ? result['withdraws'] : []
  for (const transactionNo of withdrawn.map(String)) {
    const retry = await findTransaction(unit.tx, { portfolioId, transactionNo })
    if (retry !== undefined && isWithdrawnRetry(retry))
      await planAgain(unit, loaded, retry, { changeNo, actor })
  }
}

async function planAgain(
  unit: UnitOfWork,
  loaded: LoadedLoan,
  retry: MoneyTransaction,
  { changeNo, actor }: WithdrawnBy,
): Promise<void> {
  const { portfolioId, customerKey, loanNo, openId, type, mode, purpose, amount } = retry
  const { installmentNumber, originalTransactionNo, attempt, instructionKey } = retry
  const planned = await insertTransaction(
    unit.tx,
    {
      portfolioId,
      customerKey,
      loanNo,
      openId,
      type,
      mode,
      purpose,
      amount,
      installmentNumber,
      originalTransactionNo,
      attempt,
      transactionNo: await nextTransactionNo(unit.tx),
      effectiveDate: dayAgain(loaded, retry),
      status: none,
      instructionKey: `${instructionKey}/${changeNo}`,
    },
    { cause: `change ${changeNo} undone`, actor, at: unit.now },
  )
  assert(planned, 'a change is taken back once')
}

function dayAgain({ serviced }: LoadedLoan, { effectiveDate }: MoneyTransaction) {
  const { hours, now, noticeDay, installments, inFlight } = serviced
  if (now < debitDeadline(serviced, effectiveDate)) return effectiveDate
  const others = [
    ...installments.filter(({ status }) => status === none).map(({ dueDate }) => dueDate),
    ...inFlight.map((debit) => debit.effectiveDate),
  ]
  return retryDayFrom(firstDayAfterMissed(noticeDay, hours.calendar), others, hours.calendar)
}
