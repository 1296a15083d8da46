import { saveSection } from '@dolphin/database/application-repository'
import type { Loan } from '@dolphin/database/loan-repository'
import { SectionKey } from '@dolphin/domain/application/section-key'
import { matchTailNo } from '@dolphin/domain/form/rules/match-tail-no'
import { ok } from '@dolphin/domain/outcome'
import { matchAccount, tailOf } from '@dolphin/domain/verification/account-match'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { usableAccounts } from '@dolphin/domain/verification/usable-accounts'
import type { Deps } from '../../deps.ts'
import { type Answer, refuse } from '../../http/refusal.ts'
import { loadAnswers } from '../../origination/answers.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

export interface TypedMatch {
  readonly accountId: string
  readonly routingNumber: string
  readonly accountNumber: string
}

/**
 * Result 2's way out: the borrower types the numbers of a verified account. Where they are right, that account
 * becomes the one of the bank section, so that plan, debits and payout speak of the same account.
 *
 * Errors: `bankAccountNotMatched` at the field whose ending differs. Source: domain.md §6, matchTailNo.
 */
export async function takeMatch(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  loan: Loan,
  report: BankReport,
  typed: TypedMatch,
): Promise<Answer<undefined>> {
  const account = usableAccounts(report.accounts).find(({ accountId }) => accountId === typed.accountId)
  if (account === undefined) return refuse('bankAccountNotMatched')
  if (matchAccount([account], typed).result === 'unmatched') {
    const routing = typed.routingNumber !== account.routingNumber
    const tail = tailOf(routing ? account.routingNumber : account.accountNumber)
    const elementKey = routing ? 'bankRoutingNo' : 'bankAccountNo'
    const errors = [{ elementKey, message: matchTailNo.message('', tail) }]
    return refuse('bankAccountNotMatched', { errors })
  }
  const section = (await loadAnswers(unit.tx, cipher, loan)).sections.get(SectionKey.bank)
  if (section === undefined) return refuse('sectionsIncomplete')
  const answers = {
    ...section.answers,
    bankRoutingNo: account.routingNumber,
    bankAccountNo: account.accountNumber,
    bankAccountType: String(account.type),
  }
  const next = { ...section, answers, complete: true }
  const saved = await saveSection(unit.tx, cipher, loan, next, section.version, unit.now)
  return saved.saved ? ok(undefined) : refuse('conflict')
}
