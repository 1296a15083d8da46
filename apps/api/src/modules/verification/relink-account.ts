import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  findLoanAccount,
  type LoanAccount,
  loanAccountPlace,
  saveLoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import { compareOwner } from '@dolphin/domain/identity/same-person'
import { matchAccount, shownTail, tailOf } from '@dolphin/domain/verification/account-match'
import type { AccountNumbers, BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import { NEW_LINK_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import { usableAccounts } from '@dolphin/domain/verification/usable-accounts'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { endsToken, isReturnCode } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { type TypedBank, typedBankOf } from '../borrowers/applicant.ts'
import { isRepairOpen } from '../borrowers/open-repairs.ts'
import { goOnWithAccount } from '../disbursement/go-on-with-account.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** Since when a loan waits for its bank to be linked again; undefined where it does not. */
export async function waitsForNewLinkSince(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { portfolioId, loanNo }: Loan,
): Promise<Date | undefined> {
  const [item] = await listOpenWorkItems(tx, { portfolioId, kind: 'bankLinkEnded', loanNo })
  return item?.since
}

/** A link that came through while a loan waited for one. */
export interface NewLink {
  readonly loan: Loan
  readonly request: IbvRequest
  readonly report: BankReport
}

const RELINKED = 'The bank is linked again.'

/**
 * Puts the numbers of a new link in place of those whose link has ended, where they stand for the same account: the
 * authorization to debit it goes on, and so does what has waited for the account. With another account, or another
 * owner, nothing changes and a person reads what both show.
 */
export async function relinkAccount(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { loan, request, report }: NewLink,
): Promise<void> {
  const { cipher } = deps
  const bank = typedBankOf(await loadAnswers(unit.tx, cipher, loan))
  if (bank === undefined) return
  const account = await findLoanAccount(unit.tx, loan)
  if (account === undefined) {
    if (matchAccount(report.accounts, bank).result === 'unmatched')
      return await openOtherAccount(deps, unit, { loan, request, report }, bank)
  } else {
    const numbers = numbersOf(deps, account, bank, report)
    if (numbers === undefined) return await openOtherAccount(deps, unit, { loan, request, report }, bank)
    await saveNumbers(deps, unit, account, { numbers, requestCode: request.requestCode })
    await goOn(deps, unit, loan, account)
  }
  const { portfolioId, loanNo } = loan
  const solved = { by: SYSTEM_ACTOR, reason: RELINKED }
  for (const kind of NEW_LINK_KINDS) await closeWorkItems(unit, { portfolioId, kind, loanNo }, solved)
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'bankRelinked',
    actor: SYSTEM_ACTOR,
    facts: { requestCode: request.requestCode },
    at: unit.now,
  })
}

/** What came back by the dead token goes out again; what came back for another reason still waits for its own repair. */
async function goOn(
  deps: VerificationDeps,
  unit: UnitOfWork,
  loan: Loan,
  former: LoanAccount,
): Promise<void> {
  if (loan.status !== LoanStatus.approved && (await isRepairOpen(unit.tx, [loan]))) return
  const returned = (await listTransactions(unit.tx, loan)).filter(
    ({ accountKey, returnCode, updatedAt }) =>
      accountKey === former.accountKey &&
      returnCode !== null &&
      isReturnCode(returnCode) &&
      endsToken(returnCode) &&
      updatedAt >= former.createdAt,
  )
  await goOnWithAccount(deps, unit, loan, { returned, cause: RELINKED, by: SYSTEM_ACTOR })
}

/** A person decides about an account that is not the loan's; the borrower may still link the one that is. */
async function openOtherAccount(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { loan: { portfolioId, loanNo }, request, report }: NewLink,
  { accountNumber, holder }: TypedBank,
): Promise<void> {
  const which = { portfolioId, kind: 'otherAccountLinked', loanNo } as const
  await closeWorkItems(unit, which, { by: SYSTEM_ACTOR, reason: 'A later link has taken its place.' })
  const shows = usableAccounts(report.accounts).map(
    (account) => `••••${shownTail(account)} (${account.ownerNames.join(', ') || 'no owner named'})`,
  )
  await openWorkItem(deps, unit, {
    ...which,
    subject: `loan/${loanNo}`,
    reason: 'The bank is linked again and shows another account, or another owner, than the loan uses.',
    facts: {
      requestCode: request.requestCode,
      loanUses: `••••${tailOf(accountNumber)} (${holder.firstName} ${holder.lastName})`,
      linkShows: shows.slice(0, MOST_SHOWN),
    },
    actor: SYSTEM_ACTOR,
  })
}

const MOST_SHOWN = 10

/** The numbers of the report that stand for the loan's account: its own, or a token with its last digits and owner. */
function numbersOf(
  deps: Pick<VerificationDeps, 'cipher'>,
  { accountKey, accountTail }: LoanAccount,
  { holder }: TypedBank,
  report: BankReport,
): AccountNumbers | undefined {
  const isOwned = ({ ownerNames }: BankAccount) =>
    ownerNames.length === 0 || ownerNames.some((owner) => compareOwner(holder, owner) === 'same')
  return usableAccounts(report.accounts)
    .filter(isOwned)
    .flatMap((account): AccountNumbers[] => [account, ...(account.otherNumbers ?? [])])
    .find((numbers) =>
      numbers.tokenMask === undefined
        ? accountKeyOf(deps, numbers) === accountKey
        : numbers.tokenMask !== '' && accountTail.endsWith(numbers.tokenMask),
    )
}

async function saveNumbers(
  { cipher }: Pick<VerificationDeps, 'cipher'>,
  unit: UnitOfWork,
  account: LoanAccount,
  { numbers, requestCode }: { readonly numbers: AccountNumbers; readonly requestCode: string },
): Promise<void> {
  const { portfolioId, customerKey, loanNo, openId, accountType, accountTail, accountKey } = account
  const { routingNumber, accountNumber, tokenMask } = numbers
  const isToken = tokenMask !== undefined
  const place = { portfolioId, loanNo, sequence: account.sequence + 1 }
  const holderName = cipher.open(loanAccountPlace(account, 'holder_name'), account.holderName)
  await saveLoanAccount(unit.tx, cipher, {
    ...place,
    customerKey,
    openId,
    routingNumber,
    accountType,
    accountTail,
    accountNumber: cipher.seal(loanAccountPlace(place, 'account_number'), accountNumber),
    holderName: cipher.seal(loanAccountPlace(place, 'holder_name'), holderName),
    accountKey,
    entryKey: isToken ? accountKeyOf({ cipher }, numbers) : null,
    linkRequestCode: isToken ? requestCode : null,
    source: 'relinked',
    validatedBy: 'bankLink',
    createdAt: unit.now,
  })
}
