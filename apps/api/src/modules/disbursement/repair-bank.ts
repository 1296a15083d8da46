import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { repairBankCall } from '@dolphin/contract/disbursement'
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
import { BankAccountType } from '@dolphin/domain/applications/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Result, refuse, refuseAndCommit } from '../../refusal.ts'
import { accountInUse } from '../borrowers/account-in-use.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { typedBankOf } from '../borrowers/applicant.ts'
import { findVerifiedAccount, takeMatchTry, takeVerifiedAccount } from '../borrowers/account-match.ts'
import { readHomeFlag } from '../loans/home-state.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { maskedAccount } from '../borrowers/masked-account.ts'
import { isRepairOpen, listOpenRepairs } from '../borrowers/open-repairs.ts'
import { loadVerifiedIncome } from '../borrowers/verified-income.ts'
import { accountKeyOf } from '../servicing/account-key.ts'
import { isOfFormerToken } from '../servicing/ask-for-new-link.ts'
import { goOnWithAccount } from './go-on-with-account.ts'
import { staleSignIn } from '../servicing/recent-sign-in.ts'
import type { DirectoryBank } from '@dolphin/domain/payments/bank-directory'
import { findBank } from '../reference-data/bank-directory.ts'
import { closeWorkItems } from '../work-items/work-item-service.ts'
import { NEW_LINK_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import type { UnitOfWork } from '../../unit-of-work.ts'

export type RepairDeps = Pick<
  Deps,
  'cipher' | 'keys' | 'random' | 'portfolios' | 'calendar' | 'notices' | 'tickets' | 'config' | 'limits'
>
type Body = CallRequest<typeof repairBankCall>['body']

/**
 * Puts another account in place of the one from which money came back. What came back goes out again: the amount of
 * the loan, money owed to the borrower. A loan that rested for the account goes on. The permission to debit was given
 * for the old account, so payments by ACH need a new one.
 *
 * Errors: `recentSignInRequired`, `loanNotFound`, `repairNotOpen`, `tooManyRequests`, `bankAccountNotMatched` where it is
 * the same account, or none of those that the borrower's bank has named. Source: domain.md §2, §6 and §9;
 * ach.md §2 and §4 (validation of a new account).
 */
export async function repairBank(
  deps: RepairDeps,
  unit: UnitOfWork,
  actor: CustomerActor,
  body: Body,
): Promise<Result<CallReply<typeof repairBankCall>>> {
  const stale = staleSignIn(actor, unit.now)
  if (stale !== undefined) return stale
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo: body.loanNo })
  if (!found.ok) return found
  const loan = found.value
  const returned = await listOpenRepairs(unit.tx, [loan])
  if (!(await isRepairOpen(unit.tx, [loan]))) return refuse('repairNotOpen')
  const wait = await takeMatchTry(deps, unit.tx, loan, unit.now)
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  const bank = await findBank(unit.tx, body.routingNumber)
  const fits = await checkAccount(deps, unit, loan, { body, returned, bank })
  // The refusal keeps the try: endings are shown, so guessing the rest must not be cheap.
  if (!fits.ok) return refuseAndCommit(fits.error.name, fits.error.detail)
  await saveAccount(deps, unit, loan, { ...body, routingInUse: bank?.routingNumber ?? body.routingNumber })
  const by = actorName(actor)
  await auditRepair(unit, loan, body, { by, returned })
  const after = await goOn(deps, unit, loan, { body, returned, by })
  await postProgress(deps, unit, after)
  const { loanNo, flags } = after
  return ok({
    loanNo,
    account: maskedOrFail(body),
    homeFlag: await readHomeFlag(unit.tx, actor, unit.now),
    loanFlags: flags,
  })
}

const NO_ACH = {
  en: 'This bank does not take electronic payments. Use an account at another bank.',
  es: 'Este banco no acepta pagos electrónicos. Use una cuenta en otro banco.',
}

function maskedOrFail(body: Body) {
  const account = maskedAccount(body)
  assert(account !== null, 'an account that was given can be shown')
  return account
}

/**
 * Where the bank has named accounts, the account must be one of them; after an uploaded statement there are none.
 */
async function checkAccount(
  deps: RepairDeps,
  unit: UnitOfWork,
  loan: Loan,
  {
    body,
    returned,
    bank,
  }: {
    readonly body: Body
    readonly returned: readonly MoneyTransaction[]
    readonly bank: DirectoryBank | undefined
  },
): Promise<Result<undefined>> {
  if (bank?.takesAch === false)
    return refuse('bankAccountNotMatched', { errors: [{ elementKey: 'routingNumber', message: NO_ACH }] })
  const current = await findLoanAccount(unit.tx, loan)
  // Kept before the bank had its newer number, an account has the key of the older one.
  const numbers = [body.routingNumber, bank?.routingNumber ?? body.routingNumber]
  const { accountNumber } = body
  const isCurrent = numbers.some(
    (routingNumber) => accountKeyOf(deps, { routingNumber, accountNumber }) === current?.accountKey,
  )
  if (isCurrent && (await isUnusable(unit, current, returned))) {
    const message = {
      en: 'Money was returned from this account. Enter another one.',
      es: 'El dinero volvió de esta cuenta. Escriba otra.',
    }
    return refuse('bankAccountNotMatched', { errors: [{ elementKey: 'accountNumber', message }] })
  }
  const verified = await loadVerifiedIncome(unit.tx, deps.cipher, deps.calendar, loan)
  if (verified === undefined) return ok(undefined)
  const holder = typedBankOf(await loadAnswers(unit.tx, deps.cipher, loan))?.holder
  const match = findVerifiedAccount(verified.report, { ...body, holder })
  return match.ok ? ok(undefined) : match
}

/** What came back by a token that a new link has replaced says nothing of the account. */
async function isUnusable(
  unit: UnitOfWork,
  current: LoanAccount | undefined,
  returned: readonly MoneyTransaction[],
): Promise<boolean> {
  if (current === undefined || !REPLACED.includes(current.source) || current.prenoteReturnCode !== null)
    return true
  for (const one of returned.filter(({ accountKey }) => accountKey === current.accountKey)) {
    if (!(await isOfFormerToken(unit, current, one))) return true
  }
  return false
}

const REPLACED: readonly LoanAccount['source'][] = ['repair', 'relinked']

async function saveAccount(
  deps: RepairDeps,
  unit: UnitOfWork,
  loan: Loan,
  { routingInUse: routingNumber, ...body }: Body & { readonly routingInUse: string },
): Promise<void> {
  const { cipher } = deps
  const { portfolioId, customerKey, loanNo, openId } = loan
  const former = (await listLoanAccounts(unit.tx, loan)).at(-1)
  // Before any money was sent: the batch that sends it stores the account of the bank section.
  if (former === undefined) return
  assert(openId !== null, 'money is sent to a customer')
  const { accountNumber: typedNumber, accountType } = body
  const typed = { ...body, holder: typedBankOf(await loadAnswers(unit.tx, cipher, loan))?.holder }
  const { numbers, link, validatedBy } = await accountInUse(deps, unit.tx, loan, typed)
  const used = link === null ? { routingNumber, accountNumber: typedNumber } : numbers
  const place = { portfolioId, loanNo, sequence: former.sequence + 1 }
  const holderName = cipher.open(loanAccountPlace(former, 'holder_name'), former.holderName)
  await saveLoanAccount(unit.tx, cipher, {
    ...place,
    customerKey,
    openId,
    routingNumber: used.routingNumber,
    accountType: accountType === BankAccountType.checking ? 'checking' : 'savings',
    accountTail: typedNumber.slice(-4),
    accountNumber: cipher.seal(loanAccountPlace(place, 'account_number'), used.accountNumber),
    holderName: cipher.seal(loanAccountPlace(place, 'holder_name'), holderName),
    accountKey: accountKeyOf({ cipher }, { routingNumber, accountNumber: typedNumber }),
    entryKey: link === null ? null : accountKeyOf({ cipher }, used),
    linkRequestCode: link?.requestCode ?? null,
    source: 'repair',
    validatedBy,
    createdAt: unit.now,
  })
}

interface Repair {
  readonly returned: readonly MoneyTransaction[]
  readonly by: string
}

async function goOn(
  deps: RepairDeps,
  unit: UnitOfWork,
  loan: Loan,
  { body, returned, by }: Repair & { readonly body: Body },
): Promise<Loan> {
  const { portfolioId, loanNo } = loan
  const cause = 'bank repaired'
  for (const kind of NEW_LINK_KINDS)
    await closeWorkItems(unit, { portfolioId, kind, loanNo }, { by, reason: cause })
  if (loan.status === LoanStatus.approved) {
    const { routingNumber, accountNumber, accountType: type } = body
    const taken = await takeVerifiedAccount(deps, unit, loan, { routingNumber, accountNumber, type })
    assert(taken.ok, 'a signed loan has its bank section')
  }
  return await goOnWithAccount(deps, unit, loan, { returned, cause, by })
}

async function auditRepair(
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  { accountNumber }: Body,
  { by, returned }: Repair,
): Promise<void> {
  const facts = {
    accountTail: accountNumber.slice(-4),
    returned: returned.map(({ transactionNo, returnCode }) => ({ transactionNo, returnCode })),
  }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'bankRepaired',
    actor: by,
    facts,
    at: unit.now,
  })
}
