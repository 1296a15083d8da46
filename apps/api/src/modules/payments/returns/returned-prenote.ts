import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listLoanAccounts, type LoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { savePrenoteReturn } from '@dolphin/database/servicing/prenote-repository'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import {
  isReturnCode,
  type ReturnCode,
  returnRule,
} from '@dolphin/domain/payments/debit-eligibility/return-codes'
import {
  debitReturnEffect,
  onDeadToken,
  type ReturnEffect,
} from '@dolphin/domain/payments/debit-eligibility/return-effect'
import { addressToBorrower } from '../../borrowers/address-to-borrower.ts'
import { postProgress } from '../../loans/loan-moves.ts'
import { followDeadToken } from '../../servicing/ask-for-new-link.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { openPrenoteForReview } from './bank-entry-items.ts'
import type { ItemContext } from './import-file.ts'
import type { InboxEntry } from './inbox-file.ts'
import { applyNoticeOfChange, isSameAccount } from './notice-of-change.ts'
import { endAuthorization } from './returned-debit.ts'
import type { MoneyDeps } from '../../../deps.ts'

/** A prenote that the bank speaks of: the account that it asked about, of a locked loan. */
interface PrenoteAnswer {
  readonly loan: Loan
  readonly account: LoanAccount
  readonly item: InboxEntry
  readonly context: ItemContext
}

/**
 * What the bank answers to a prenote. A notice of change corrects the account and validates it. A return says that it
 * cannot be used: nothing was taken, so nothing is booked and the loan goes on, but its debits are held and the borrower
 * is asked for another account. Refused: money in it, no code of a return, a dispute, or a second return.
 * Source: domain.md §9; ach.md §1, §2 and §3.
 */
export async function applyPrenoteAnswer(
  deps: MoneyDeps,
  unit: UnitOfWork,
  answer: PrenoteAnswer,
): Promise<'applied' | 'refused'> {
  const { loan, account, item, context } = answer
  const { exception, amount } = item
  if (exception.kind === 'noticeOfChange') {
    const named = { prenote: account.prenoteTrace ?? '' }
    const sent = { accountKey: account.accountKey, named }
    return await applyNoticeOfChange(deps, unit, { loan, sent, context }, exception)
  }
  if (exception.kind !== 'return' || !isReturnCode(exception.code) || amount !== 0n) return 'refused'
  const { code } = exception
  if (!(await savePrenoteReturn(unit.tx, account, { code, at: unit.now }))) return 'refused'
  await auditReturn(unit, answer, code)
  if (isSameAccount(await listLoanAccounts(unit.tx, loan), account)) await endAuthorization(unit, loan, code)
  if (account.endedAt === null) await followReturn(deps, unit, answer, code)
  return 'applied'
}

/** An account that the loan has left, or that its bank has corrected since, needs no repair. */
async function followReturn(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, account, context: { actor } }: PrenoteAnswer,
  code: ReturnCode,
): Promise<void> {
  const deadToken = await followDeadToken(deps, unit, loan, { code, transaction: undefined, actor })
  const full = debitReturnEffect(code, true)
  const effect = deadToken === 'inUse' ? onDeadToken(full) : full
  if (effect.review) await openPrenoteForReview(deps, unit, account, { code, actor })
  await notify(deps, unit, loan, { account, effect, code })
  await postProgress(deps, unit, loan)
}

/** What the return of a prenote means for the account that it was to prove. */
interface ReturnedPrenote {
  readonly account: LoanAccount
  readonly effect: ReturnEffect
  readonly code: ReturnCode
}

async function notify(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { account: { accountTail, prenoteTrace }, effect: { notices }, code }: ReturnedPrenote,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  if (notices.includes('bankRepair')) {
    await deps.notices.send(unit, {
      ...to,
      kind: 'bankRepairNeeded',
      dedupKey: `bankRepairNeeded/${prenoteTrace ?? ''}`,
      values: { ...values, accountTail, reason: ELIGIBILITY_TEXTS.accountRefused },
    })
  }
  if (notices.includes('debitsStopped')) {
    const dedupKey = `authorizationEnded/${prenoteTrace ?? ''}`
    const reason = returnRule(code).words ?? ELIGIBILITY_TEXTS.accountUnclear
    await deps.notices.send(unit, {
      ...to,
      kind: 'authorizationEnded',
      dedupKey,
      values: { ...values, reason },
    })
  }
}

async function auditReturn(
  unit: UnitOfWork,
  { loan: { portfolioId, loanNo }, account: { sequence }, context: { actor } }: PrenoteAnswer,
  code: ReturnCode,
): Promise<void> {
  const facts = { account: sequence, code }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'prenoteReturned',
    actor,
    facts,
    at: unit.now,
  })
}
