import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findLoanAccount,
  listLoanAccounts,
  type LoanAccount,
  loanAccountPlace,
  saveLoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import {
  correctedFields,
  type CorrectedFields,
} from '@dolphin/domain/payments/debit-eligibility/notice-of-change'
import type { ChangeAddenda } from '@dolphin/nacha/exception-addenda'
import { accountKeyOf } from '../../servicing/account-key.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { ItemContext } from './import-file.ts'
import type { MoneyDeps } from '../../../deps.ts'

/** What was sent to an account, or taken from it, that the bank speaks of. */
interface SentToAccount {
  readonly loan: Loan
  readonly sent: Pick<MoneyTransaction, 'accountKey'> & {
    /** For the record. */
    readonly named: { readonly transactionNo: string } | { readonly prenote: string }
  }
  readonly context: ItemContext
}

/**
 * Applies what the bank corrects about a loan's account, whole, so that the next entry carries it. Refused, and kept
 * for a person: a notice that is wrongly written or says nothing of the account, and one about an account that the loan
 * has left since. Source: ach.md §3: before the next entry, or within six banking days.
 */
export async function applyNoticeOfChange(
  deps: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  { loan, sent, context }: SentToAccount,
  { code, correctedData }: ChangeAddenda,
): Promise<'applied' | 'refused'> {
  const corrected = correctedFields(code, correctedData)
  const account = await findLoanAccount(unit.tx, loan)
  const isOurs = account !== undefined && isSameAccount(await listLoanAccounts(unit.tx, loan), sent)
  if (!corrected.ok || account === undefined || !isOurs) return 'refused'
  const fields = corrected.value
  if (!changesAccount(fields)) return fields.individualId === undefined ? 'refused' : 'applied'
  const sequence = await saveCorrected(deps, unit, account, fields)
  const changed = Object.keys(fields)
  const { portfolioId, loanNo } = loan
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'accountCorrected',
    actor: context.actor,
    facts: { code, ...sent.named, sequence, changed },
    at: unit.now,
  })
  return 'applied'
}

/** Identification numbers are ours to choose, so a notice about them changes no account. */
const changesAccount = ({ routingNumber, accountNumber, accountType, individualName }: CorrectedFields) =>
  [routingNumber, accountNumber, accountType, individualName].some((field) => field !== undefined)

/** Whether the transaction's account is the one that holds, under this or a number before a notice of change. */
export function isSameAccount(
  accounts: readonly LoanAccount[],
  { accountKey }: Pick<MoneyTransaction, 'accountKey'>,
): boolean {
  for (const account of accounts.toReversed()) {
    if (account.accountKey === accountKey) return true
    if (account.source !== 'noticeOfChange' && account.source !== 'relinked') return false
  }
  return false
}

/** A token stands for the same account after its correction, and lives by the same link. */
function keysOf(
  deps: Pick<MoneyDeps, 'cipher'>,
  { accountKey, entryKey, linkRequestCode }: LoanAccount,
  corrected: { readonly routingNumber: string; readonly accountNumber: string },
) {
  const key = accountKeyOf(deps, corrected)
  return entryKey === null ? { accountKey: key } : { accountKey, entryKey: key, linkRequestCode }
}

async function saveCorrected(
  { cipher }: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  account: LoanAccount,
  fields: CorrectedFields,
): Promise<number> {
  const { portfolioId, loanNo, openId } = account
  const open = (column: 'account_number' | 'holder_name', sealed: string): string =>
    cipher.open(loanAccountPlace(account, column), sealed)
  const routingNumber = fields.routingNumber ?? account.routingNumber
  const accountNumber = fields.accountNumber ?? open('account_number', account.accountNumber)
  const holderName = fields.individualName ?? open('holder_name', account.holderName)
  const sequence = account.sequence + 1
  const place = { portfolioId, loanNo, sequence }
  await saveLoanAccount(unit.tx, cipher, {
    ...place,
    customerKey: account.customerKey,
    openId,
    routingNumber,
    accountType: fields.accountType ?? account.accountType,
    accountTail: account.entryKey === null ? accountNumber.slice(-4) : account.accountTail,
    accountNumber: cipher.seal(loanAccountPlace(place, 'account_number'), accountNumber),
    holderName: cipher.seal(loanAccountPlace(place, 'holder_name'), holderName),
    ...keysOf({ cipher }, account, { routingNumber, accountNumber }),
    source: 'noticeOfChange',
    validatedBy: 'noticeOfChange',
    createdAt: unit.now,
  })
  return sequence
}
