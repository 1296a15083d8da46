import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  listTransactionMoves,
  type MoneyTransaction,
  type TransactionKey,
} from '@dolphin/database/payments/transaction-repository'
import {
  endAccountLink,
  findLoanAccount,
  type LoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import { markLinkEnded } from '@dolphin/database/verification/ibv-link-repository'
import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { endsToken, type ReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { loanDetailsPath } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { openWorkItem } from '../work-items/work-item-service.ts'

type LinkDeps = Pick<Deps, 'calendar' | 'cipher' | 'config' | 'notices' | 'portfolios'>

/** What a bank link that a loan lives by has come to. */
export interface LinkChange {
  /** The link whose token the loan uses. */
  readonly requestCode: string
  /** Dead now; else it dies unless the borrower confirms it. */
  readonly isEnded: boolean
  /** How we know, for the employee and the audit. */
  readonly facts: Readonly<Record<string, string>>
  readonly actor: string
}

/**
 * Asks the borrower to link the bank again: by a work item, whose sentence the loan's page shows, and by mail where the
 * token is dead. Nothing is debited or paid out by a dead one; what is with the bank is left to its own end. The caller
 * holds the loan's lock. Source: docs/facts/vendors.md "Plaid".
 */
export async function askForNewLink(
  deps: LinkDeps,
  unit: UnitOfWork,
  loan: Loan,
  { requestCode, isEnded, facts, actor }: LinkChange,
): Promise<void> {
  const { portfolioId, loanNo } = loan
  const account = await findLoanAccount(unit.tx, loan)
  if (isEnded) {
    await markLinkEnded(unit.tx, requestCode, unit.now)
    if (account !== undefined) await endAccountLink(unit.tx, account, unit.now)
  }
  await openWorkItem(deps, unit, {
    portfolioId,
    kind: 'bankLinkEnded',
    subject: `loan/${loanNo}`,
    loanNo,
    reason: isEnded
      ? 'The permission behind a tokenized account number has ended. No debit is made by it.'
      : 'The permission behind a tokenized account number ends unless the borrower confirms it.',
    facts: { requestCode, ...facts },
    actor,
  })
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'bankConnectionChanged',
    actor,
    facts: { requestCode, ...facts, connection: isEnded ? 'ended' : 'ending' },
    at: unit.now,
  })
  // Of money that is not paid out its own notice tells.
  if (!isEnded || account === undefined || loan.effectiveDate === null) return
  const { to, values } = await addressToBorrower(deps, unit, loan, loanDetailsPath(loanNo))
  await deps.notices.send(unit, {
    ...to,
    kind: 'bankRepairNeeded',
    dedupKey: `bankRepairNeeded/${requestCode}`,
    values: { ...values, accountTail: account.accountTail, reason: ELIGIBILITY_TEXTS.linkEnded },
  })
}

/** An entry that its bank sent back, of the account that the loan uses. */
export interface ReturnedEntry {
  readonly code: ReturnCode
  /** Undefined for a prenote. */
  readonly transaction: (TransactionKey & Pick<MoneyTransaction, 'accountKey'>) | undefined
  readonly actor: string
}

/**
 * The token that a return says is dead, where it says so and not that its account is: the one in use, or one that a new
 * link has replaced. Of the one in use, which no other message may have told, the borrower is asked for a new link. The
 * caller holds the loan's lock.
 */
export async function followDeadToken(
  deps: LinkDeps,
  unit: UnitOfWork,
  loan: Loan,
  { code, transaction, actor }: ReturnedEntry,
): Promise<'inUse' | 'replaced' | undefined> {
  const account = await findLoanAccount(unit.tx, loan)
  if (account === undefined || !endsToken(code)) return undefined
  const { accountKey, linkRequestCode: requestCode } = account
  if (transaction !== undefined && transaction.accountKey !== accountKey) return undefined
  if (transaction !== undefined && (await isOfFormerToken(unit, account, transaction))) return 'replaced'
  if (requestCode === null) return undefined
  await askForNewLink(deps, unit, loan, { requestCode, isEnded: true, facts: { returnCode: code }, actor })
  return 'inUse'
}

/** Whether an entry went to the bank by the token that a new link of the account has replaced. */
export async function isOfFormerToken(
  { tx }: UnitOfWork,
  { source, createdAt }: Pick<LoanAccount, 'source' | 'createdAt'>,
  transaction: TransactionKey,
): Promise<boolean> {
  if (source !== 'relinked') return false
  const moves = await listTransactionMoves(tx, transaction)
  return moves.some(({ toStatus, at }) => toStatus === TransactionStatus.onBatch && at < createdAt)
}
