import { saveSection } from '@dolphin/database/applications/application-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { matchTailNo } from '@dolphin/domain/form/rules/money'
import { ok } from '@dolphin/domain/outcome'
import {
  matchAccount,
  shownTail,
  tailOf,
  type TypedAccount,
} from '@dolphin/domain/verification/account-match'
import type { BankAccount, BankReport } from '@dolphin/domain/verification/bank-report'
import { usableAccounts } from '@dolphin/domain/verification/usable-accounts'
import type { Wait } from '../../security/attempt-limits.ts'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { loadAnswers } from './answers.ts'

/** Numbers typed to name a verified account; without an account's id, the one whose ending they have is meant. */
export interface TypedMatch extends TypedAccount {
  readonly accountId?: string | undefined
}

/** Charges one try, whichever entrance it came by. To be asked before the transaction, so that a refusal keeps it. */
export function takeMatchTry(
  { limits }: Pick<Deps, 'limits'>,
  executor: Executor,
  { portfolioId, loanNo }: Pick<Loan, 'portfolioId' | 'loanNo'>,
  now: Date,
): Promise<Wait> {
  return limits.take(executor, 'accountMatches', `${portfolioId}/${loanNo}`, now)
}

/**
 * The verified account that the typed numbers name, under the numbers by which its owner knows it: those typed, where the
 * bank gave a token.
 *
 * Errors: `bankAccountNotMatched` at the field whose ending differs, in the words of matchTailNo. domain.md §6.
 */
export function findVerifiedAccount(report: BankReport, typed: TypedMatch): Result<BankAccount> {
  const account = meantAccount(report, typed)
  if (account === undefined) return refuse('bankAccountNotMatched')
  const match = matchAccount([account], typed)
  if (match.result === 'unmatched') return notMatched(account, typed)
  const { routingNumber, accountNumber } = account.tokenMask === undefined ? match.account : typed
  return ok({ ...match.account, routingNumber, accountNumber })
}

/**
 * Result 2's way out: the account that the borrower named becomes the one of the bank section, so that plan, debits
 * and payout speak of the same account. Answers the section's new version.
 */
export async function takeVerifiedAccount(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  loan: Loan,
  account: Pick<BankAccount, 'routingNumber' | 'accountNumber' | 'type'>,
): Promise<Result<number>> {
  const section = (await loadAnswers(unit.tx, cipher, loan)).sections.get(SectionKey.bank)
  if (section === undefined) return refuse('sectionsIncomplete')
  const answers = {
    ...section.answers,
    bankRoutingNo: account.routingNumber,
    bankAccountNo: account.accountNumber,
    bankAccountType: String(account.type),
  }
  const next = { ...section, answers, complete: true }
  const saved = await saveSection(unit.tx, cipher, loan, {
    section: next,
    readVersion: section.version,
    at: unit.now,
  })
  return saved.saved ? ok(saved.version) : refuse('conflict')
}

/** The account that is named, else the one with the ending of the typed number, else the first usable one. */
function meantAccount(report: BankReport, typed: TypedMatch): BankAccount | undefined {
  const accounts = usableAccounts(report.accounts)
  if (typed.accountId !== undefined) return accounts.find(({ accountId }) => accountId === typed.accountId)
  const ending = tailOf(typed.accountNumber)
  return accounts.find((one) => shownTail(one) === ending) ?? accounts[0]
}

function notMatched(account: BankAccount, typed: TypedMatch) {
  const routing = account.tokenMask === undefined && typed.routingNumber !== account.routingNumber
  const tail = routing ? tailOf(account.routingNumber) : shownTail(account)
  const elementKey = routing ? 'bankRoutingNo' : 'bankAccountNo'
  return refuse('bankAccountNotMatched', {
    errors: [
      {
        elementKey,
        message: matchTailNo.message('', tail),
      },
    ],
  })
}
