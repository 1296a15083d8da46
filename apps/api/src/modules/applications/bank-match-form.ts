import { updateLoan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { AmountResult } from '@dolphin/domain/loans/codes'
import { acceptChanges } from '@dolphin/domain/form/changed-fields'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { valueText } from '@dolphin/domain/form/form-value'
import { validateForm } from '@dolphin/domain/form/validate-form'
import { ok } from '@dolphin/domain/outcome'
import { routingTail, shownTail, tailOf } from '@dolphin/domain/verification/account-match'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { usableAccounts } from '@dolphin/domain/verification/usable-accounts'
import { actorName } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { typedBankOf } from '../borrowers/applicant.ts'
import { findVerifiedAccount, takeVerifiedAccount } from '../borrowers/account-match.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { loadVerifiedIncome } from '../borrowers/verified-income.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'
import {
  type BorrowersApplication,
  type FormSavedReply,
  noteSave,
  type SectionChange,
  savedReply,
} from './form-saving.ts'
import { refuseFields, validationContext } from './section-form.ts'

/** The form that names one of the verified accounts, where the typed one is none of them (amount result 2). */
export const BANK_MATCH_FORM = 'bank-match'

/**
 * Takes the numbers of a verified account into the bank section and unlocks plan and signing: the offer was made
 * on that account's money, so it stands and nothing is recalculated. Source: domain.md §6, result 2.
 */
export async function saveBankMatch(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  { actor, portfolio, applicationNo }: BorrowersApplication,
  { definition, changed, mode }: Pick<SectionChange, 'definition' | 'changed' | 'mode'>,
): Promise<Result<FormSavedReply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { applicationNo })
  if (!found.ok) return refuse('notFound')
  const loan = found.value
  if (loan.amountResult !== AmountResult.availableUnmatched) return refuse('sectionNotEditable')
  const verified = await loadVerifiedIncome(unit.tx, deps.cipher, deps.calendar, loan)
  if (verified === undefined) return refuse('sectionNotEditable')
  const accepted = acceptChanges(definition, {}, changed)
  if (!accepted.ok) return refuseFields(accepted.error)
  const { answers } = accepted.value
  const typed = {
    routingNumber: valueText(answers['bankRoutingNo']),
    accountNumber: valueText(answers['bankAccountNo']),
    holder: typedBankOf(await loadAnswers(unit.tx, deps.cipher, loan))?.holder,
  }
  const supplied = tailsFor(verified.report, typed.accountNumber)
  const context = { ...validationContext(deps.calendar, unit.now, portfolio.timeZone), supplied }
  const errors = validateForm(definition, answers, context)
  if (errors.length > 0) return refuseFields(errors)
  const account = findVerifiedAccount(verified.report, typed)
  if (!account.ok) return account
  if (mode === FormActionMode.preview) return ok(savedReply(definition, loan, answers, 0))
  const version = await takeVerifiedAccount(deps, unit, loan, account.value)
  if (!version.ok) return version
  await updateLoan(unit.tx, loan, { amountResult: AmountResult.availableMatched }, unit.now)
  await noteSave(unit, loan, actorName(actor), { section: SectionKey.bank, changedKeys: CHANGED })
  return ok(savedReply(definition, loan, answers, version.value))
}

const CHANGED = ['bankRoutingNo', 'bankAccountNo', 'bankAccountType'] as const

/** The tails to end with: of the account that the typed number seems to mean, else of the first usable one. */
function tailsFor(report: BankReport, typedAccount: string): Readonly<Record<string, string>> {
  const accounts = usableAccounts(report.accounts)
  const meant = accounts.find((one) => shownTail(one) === tailOf(typedAccount)) ?? accounts[0]
  if (meant === undefined) return {}
  return { routingTail: routingTail(meant), accountTail: shownTail(meant) }
}
