import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  findLoanAccount,
  type LoanAccount,
  loanAccountPlace,
  saveLoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import { hasOpenWorkItem } from '@dolphin/database/work-items/work-item-repository'
import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import { compareOwner } from '@dolphin/domain/identity/same-person'
import { matchAccount } from '@dolphin/domain/verification/account-match'
import type { AccountNumbers, BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import { usableAccounts } from '@dolphin/domain/verification/usable-accounts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { type TypedBank, typedBankOf } from '../borrowers/applicant.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** Whether a loan waits for its bank to be linked again. */
export const waitsForNewLink = (unit: Pick<UnitOfWork, 'tx'>, loan: Loan): Promise<boolean> =>
  hasOpenWorkItem(unit.tx, loan, ['bankLinkEnded'])

/**
 * Puts the numbers of a new link in place of those whose link has ended, where they stand for the same account: the
 * authorization to debit it goes on. With another account, or another owner, nothing changes and the work item stays
 * open.
 */
export async function relinkAccount(
  { cipher }: Pick<VerificationDeps, 'cipher'>,
  unit: UnitOfWork,
  {
    loan,
    request,
    report,
  }: { readonly loan: Loan; readonly request: IbvRequest; readonly report: BankReport },
): Promise<void> {
  const bank = typedBankOf(await loadAnswers(unit.tx, cipher, loan))
  if (bank === undefined) return
  const account = await findLoanAccount(unit.tx, loan)
  if (account === undefined) {
    if (matchAccount(report.accounts, bank).result === 'unmatched') return
  } else {
    const numbers = numbersOf({ cipher }, account, bank, report)
    if (numbers === undefined) return
    await saveNumbers({ cipher }, unit, account, { numbers, requestCode: request.requestCode })
  }
  const { portfolioId, loanNo } = loan
  const reason = 'The bank is linked again.'
  await closeWorkItems(unit, { portfolioId, kind: 'bankLinkEnded', loanNo }, { by: SYSTEM_ACTOR, reason })
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'bankRelinked',
    actor: SYSTEM_ACTOR,
    facts: { requestCode: request.requestCode },
    at: unit.now,
  })
}

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
  await saveLoanAccount(unit.tx, {
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
