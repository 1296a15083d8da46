import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import {
  listLoanAccounts,
  loanAccountPlace,
  saveLoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { hasOpenWorkItem } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { tailOf } from '@dolphin/domain/verification/account-match'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { disbursementSent } from '@dolphin/domain/payments/ledger'
import { NEW_LINK_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import { StandardEntryClass } from '@dolphin/nacha/nacha-file'
import type { AccountValidator } from '@dolphin/domain/payments/account-validation'
import { accountInUse } from '../borrowers/account-in-use.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf, typedBankOf } from '../borrowers/applicant.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { lateCreditRule } from './held-credit.ts'
import { askForNewTerms } from './new-terms.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay, OutgoingTransaction, Traced } from './batch-file.ts'
import { postToLedger } from './post-to-ledger.ts'
import { entryOf } from './outgoing-entry.ts'
import { findBank } from '../reference-data/bank-directory.ts'
import type { MoneyDeps } from '../../deps.ts'
import type { LoanTransaction } from './loan-transaction.ts'

/** A disbursement that goes out: its loan is locked and approved. */
export interface AcceptedCredit extends OutgoingTransaction {
  readonly kind: 'credit'
  readonly loan: Loan
  readonly transaction: MoneyTransaction
  readonly holderName: string
  /** The account as its owner knows it; the entry may carry a token for it. */
  readonly accountKey: string
  readonly accountTail: string
  /** The bank link that keeps such a token alive; null where there is none. */
  readonly linkRequestCode: string | null
  /** Who has validated the account; null where a prenote asks its bank. */
  readonly validatedBy: AccountValidator | null
}

const { none, pending, onBatch } = TransactionStatus

/**
 * The PPD credit of a planned disbursement that would settle on a day, or the rule that holds it out of the batch; one
 * that would settle too late goes back to its borrower for new dates. Loan
 * proceeds are PPD, never WEB (ach.md §1). Money market accounts go as savings: our decision, because banks treat them as
 * savings accounts unless they say otherwise.
 */
export async function checkCredit(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction }: LoanTransaction,
  settlesOn: LocalDate,
): Promise<Outcome<AcceptedCredit, string>> {
  const { cipher } = deps
  if (loan.status !== LoanStatus.approved) return refused('the loan is not approved (any more)')
  if (legalEffects(loan.legalFacts).stopsDebits)
    return refused('bankruptcy is noted on the loan: an employee decides')
  const late = await lateCreditRule(deps, unit.tx, loan, { mode: transaction.mode, settlesOn })
  if (late !== undefined) {
    await askForNewTerms(deps, unit, loan, { rule: late, actor: SYSTEM_ACTOR })
    return refused(late)
  }
  const answers = await loadAnswers(unit.tx, cipher, loan)
  const bank = typedBankOf(answers)
  const applicant = applicantOf(answers)
  if (bank === undefined || applicant === undefined)
    return refused('the bank or personal section is incomplete')
  const { numbers, link, validatedBy } = await accountInUse(deps, unit.tx, loan, bank)
  if (link?.isEnded) return refused('the bank link behind the account number has ended')
  if (validatedBy === null && (await hasOpenWorkItem(unit.tx, loan, NEW_LINK_KINDS)))
    return refused('the new bank link shows another account')
  const known = await findBank(unit.tx, numbers.routingNumber)
  if (known?.takesAch === false) return refused('the bank takes no ACH entries')
  const { customerKey, loanNo, amount, transactionNo } = transaction
  const holderName = `${applicant.firstName} ${applicant.lastName}`
  const accountType = bank.accountType === BankAccountType.checking ? 'checking' : 'savings'
  const standardEntryClass = StandardEntryClass.ppd
  const facts = { loanNo, amount, direction: 'credit', paymentType: '' } as const
  const routingNumber = known?.routingNumber ?? numbers.routingNumber
  const { accountNumber } = numbers
  const entry = entryOf({ routingNumber, accountNumber, accountType, name: holderName }, facts)
  if (!entry.ok) return entry
  return ok({
    kind: 'credit',
    loan,
    transaction,
    holderName,
    accountKey: accountKeyOf(deps, link === null ? entry.value : bank),
    accountTail: tailOf(bank.accountNumber),
    linkRequestCode: link?.requestCode ?? null,
    validatedBy,
    transactionNo,
    customerKey,
    loanNo,
    direction: 'credit',
    standardEntryClass,
    entryDescription: 'LOAN',
    entry: entry.value,
  })
}

/** Puts a disbursement on the file that carries it: 0 → 1 → 4, its loan 104 → 201, account, posting and notice. */
export async function putCreditOnBatch(
  deps: MoneyDeps,
  unit: UnitOfWork,
  credit: Traced<AcceptedCredit>,
  { day, fileNo, actor }: { readonly day: BatchDay; readonly fileNo: string; readonly actor: string },
): Promise<void> {
  const { loan, transaction, traceNumber } = credit
  const { portfolioId, loanNo, transactionNo, amount } = transaction
  const { effectiveEntryDate: effectiveDate } = day
  const cause = `put on batch ${fileNo}`
  const accountKey = await storeAccount(deps, unit, credit)
  const opened = { cause: 'cut-off window opened', actor, at: unit.now }
  const asked = await moveTransaction(
    unit.tx,
    transaction,
    { from: none, to: pending, effectiveDate, accountKey },
    opened,
  )
  const move = { from: pending, to: onBatch, traceNumber }
  const sent = await moveTransaction(unit.tx, transaction, move, { cause, actor, at: unit.now })
  assert(asked && sent, 'the lock on the loan keeps others from moving its credit')
  const patch = { disbursementDate: effectiveDate }
  const moved = await moveLoan(deps, unit, loan, { event: 'creditOnBatch', cause, actor, patch })
  assert(moved.ok, 'an approved loan takes its credit')
  const facts = { loanNo, transactionId: transactionNo, effectiveDate: day.businessDate }
  await postToLedger(unit, portfolioId, disbursementSent(facts, amount))
  await notifySent(deps, unit, credit, effectiveDate)
}

/** The account that the money goes to is the one that payments come from; the same as before is kept as it is. */
export async function storeAccount(
  deps: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  { loan, entry, accountKey, accountTail, linkRequestCode, holderName, validatedBy }: AcceptedCredit,
): Promise<string> {
  const { portfolioId, customerKey, loanNo, openId } = loan
  const { routingNumber, accountNumber, transactionCode } = entry
  assert(openId !== null, 'a funded loan has a customer')
  const entryKey = linkRequestCode === null ? null : accountKeyOf(deps, entry)
  const earlier = await listLoanAccounts(unit.tx, loan)
  const current = earlier.find(({ endedAt }) => endedAt === null)
  if (current?.accountKey === accountKey && current.entryKey === entryKey) return accountKey
  const sequence = (earlier.at(-1)?.sequence ?? 0) + 1
  const place = { portfolioId, loanNo, sequence }
  await saveLoanAccount(unit.tx, deps.cipher, {
    ...place,
    customerKey,
    openId,
    routingNumber,
    accountType: transactionCode === '22' ? 'checking' : 'savings',
    accountTail,
    accountNumber: deps.cipher.seal(loanAccountPlace(place, 'account_number'), accountNumber),
    holderName: deps.cipher.seal(loanAccountPlace(place, 'holder_name'), holderName),
    accountKey,
    entryKey,
    linkRequestCode,
    source: earlier.length === 0 ? 'application' : 'repair',
    validatedBy,
    createdAt: unit.now,
  })
  return accountKey
}

async function notifySent(
  deps: MoneyDeps,
  unit: UnitOfWork,
  { loan, transaction, accountTail }: AcceptedCredit,
  arrival: BatchDay['effectiveEntryDate'],
): Promise<void> {
  const {
    to,
    values: { firstName, loanNo },
  } = await addressToBorrower(deps, unit, loan, '/home')
  const { transactionNo, amount } = transaction
  await deps.notices.send(unit, {
    ...to,
    kind: 'disbursementSent',
    dedupKey: `disbursementSent/${loanNo}/${transactionNo}`,
    values: {
      firstName,
      loanNo,
      amount: formatCurrency(amount),
      accountTail,
      arrivalDate: writtenDay(arrival),
    },
  })
}
