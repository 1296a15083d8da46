import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { reverseEntryCall } from '@dolphin/contract/entries'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  insertTransaction,
  type MoneyTransaction,
  nextTransactionNo,
} from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import {
  TransactionMode,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { REVERSAL_REASONS } from '@dolphin/domain/payments/reversal'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { z } from 'zod'
import type { MoneyDeps } from '../../../deps.ts'
import type { Result } from '../../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../../unit-of-work.ts'
import { approvalKind, type ApprovalRun, type CarriedOut } from '../../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../../approvals/enter-approval.ts'
import { lockAnyLoan } from '../../loans/any-loan.ts'
import { hoursOf } from '../../portfolios/banking-hours.ts'
import { withLoanEffects } from '../../servicing/loan-effects.ts'
import { openWorkItem } from '../../work-items/work-item-service.ts'
import { judgeReversal, type ReversalOrder } from './judge-reversal.ts'
import { REVERSAL_STAFF_WORDS } from './reversal-words.ts'
import type { LoanTransaction } from '../loan-transaction.ts'

const reversalRequest = z.strictObject({
  loanNo: z.string(),
  transactionNo: z.string(),
  reason: z.enum(REVERSAL_REASONS),
  foundAt: z.iso.datetime({ offset: true }),
  note: z.string(),
})
type Request = z.output<typeof reversalRequest>
type Run = Pick<ApprovalRun<Request, undefined>, 'unit' | 'request' | 'by'>

/** Enters the reversal of an entry, after it was tried out. Errors: `loanNotFound`, `notFound`, `reversalRefused`. */
export async function enterReversal(
  deps: MoneyDeps,
  unit: UnitOfWork,
  body: CallRequest<typeof reverseEntryCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof reverseEntryCall>>> {
  const { loanNo, transactionNo, reason, note } = body
  const foundAt = body.foundAt ?? isoInZone(unit.now, NEW_YORK)
  const request = { loanNo, transactionNo, reason, foundAt, note }
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const judged = await judgeReversal(deps, unit, found.value, orderOf(request))
  if (!judged.ok) return judged
  const tried = await triedOut(unit, (part) => reverse(deps, { unit: part, request, by: enterer.by }))
  if (!tried.ok) return tried
  const { portfolioId, amount, effectiveDate } = judged.value
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'reversal',
    permission: 'entry.reverse',
    portfolioId,
    loanNo,
    amount,
    title: 'Reversal of an entry',
    subject: `Loan ${loanNo}, ${transactionNo}`,
    asEntered: [
      {
        label: 'Entry',
        value: `${transactionNo} of ${formatCurrency(amount)}, ${formatLocalDate(effectiveDate)}`,
      },
      { label: 'Reason', value: REVERSAL_STAFF_WORDS[reason] },
      { label: 'Found', value: foundAt },
    ],
    note,
    request,
  })
  return ok({ transactionNo, approval })
}

/** The reversal of an entry. */
export const reversalApproval = (deps: MoneyDeps) =>
  approvalKind<Request>({
    kind: 'reversal',
    rule: ACT_RULES.reverseEntry,
    request: reversalRequest,
    carryOut: (run) => reverse(deps, run),
  })

/** What a reversal would change, for who enters it: carried out in a part of the transaction that is undone. */
export const previewReversal = (
  deps: MoneyDeps,
  unit: UnitOfWork,
  order: Omit<CallRequest<typeof reverseEntryCall>['body'], 'note'>,
  by: string,
): Promise<Result<CarriedOut>> => {
  const request = { ...order, foundAt: order.foundAt ?? isoInZone(unit.now, NEW_YORK), note: '' }
  return reverse(deps, { unit, request, by })
}

const orderOf = ({ transactionNo, reason, foundAt }: Request): ReversalOrder => ({
  transactionNo,
  reason,
  foundAt: new Date(foundAt),
})

async function reverse(deps: MoneyDeps, { unit, request, by }: Run): Promise<Result<CarriedOut>> {
  const found = await lockAnyLoan(unit.tx, request.loanNo)
  if (!found.ok) return found
  const order = orderOf(request)
  const judged = await judgeReversal(deps, unit, found.value, order)
  if (!judged.ok) return judged
  const plan = async () =>
    ok(await planReversal(deps, unit, { loan: found.value, transaction: judged.value }, { ...order, by }))
  return await withLoanEffects(deps, unit, found.value, { work: plan })
}

/** Plans the reversing entry for the next batch. While money paid out is called back, the loan's debits are held. */
async function planReversal(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction: original }: LoanTransaction,
  { reason, foundAt, by }: ReversalOrder & { readonly by: string },
): Promise<string> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  const data = deps.portfolios.byId(portfolioId)
  assert(data !== undefined && openId !== null, 'what was sent is of a customer')
  const transactionNo = await nextTransactionNo(unit.tx)
  const isCalledBack = original.type === TransactionType.credit
  const planned = await insertTransaction(
    unit.tx,
    {
      portfolioId,
      customerKey,
      transactionNo,
      loanNo,
      openId,
      type: isCalledBack ? TransactionType.debit : TransactionType.refund,
      mode: TransactionMode.ach,
      amount: original.amount,
      effectiveDate: nextEntryDate(hoursOf(data, deps.calendar), unit.now),
      status: TransactionStatus.none,
      instructionKey: `reversal/${loanNo}/${original.transactionNo}`,
      installmentNumber: null,
      purpose: TransactionPurpose.reversal,
      accountKey: original.accountKey,
      authorizationNo: original.authorizationNo,
      originalTransactionNo: original.transactionNo,
      reversalReason: reason,
      errorFoundAt: foundAt,
    },
    { cause: `reverses ${original.transactionNo}: ${REVERSAL_STAFF_WORDS[reason]}`, actor: by, at: unit.now },
  )
  assert(planned, 'an entry is reversed once')
  const facts = { transactionNo, reverses: original.transactionNo, reason, foundAt: foundAt.toISOString() }
  const event = { portfolioId, subject: loanNo, action: 'reversalPlanned', actor: by, facts, at: unit.now }
  await appendAudit(unit.tx, event)
  if (isCalledBack) await holdDebits(deps, unit, original, { transactionNo, by })
  return transactionNo
}

async function holdDebits(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo, transactionNo: reverses, amount }: MoneyTransaction,
  { transactionNo, by }: { readonly transactionNo: string; readonly by: string },
): Promise<void> {
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'creditReversal',
    subject: `transaction/${transactionNo}`,
    loanNo,
    concerns: [loanNo],
    reason: `${transactionNo} calls ${reverses} of ${formatCurrency(amount)} back; it ends by itself`,
    facts: { transactionNo, reverses },
    actor: by,
  })
}
