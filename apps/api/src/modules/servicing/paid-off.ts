import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { revokeDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { findLoan, type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import { type MoneyTransaction, moveTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatUsDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { documentLender } from '@dolphin/domain/documents/party'
import { paidInFullLetter } from '@dolphin/domain/documents/paid-in-full-letter'
import { type Cents, sum } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { isSettled, paidInAll } from '@dolphin/domain/servicing/loan-account'
import {
  isPayment,
  OPEN_STATUSES,
  SETTLED_STATUSES,
  TransactionPurpose,
  TransactionStatus,
} from '@dolphin/domain/payments/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { dateIn } from '@dolphin/domain/time/new-york'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import type { Deps, MoneyDeps } from '../../deps.ts'
import { storeFile, newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import type { JobData, JobDefinition } from '../../ports/job-queue.ts'
import { addressToBorrower } from '../borrowers/address-to-borrower.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { loadAccount, type LoanAccountFacts } from './account-facts.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { followEnd } from './close-changes.ts'

const { none, checked, rejected } = TransactionStatus

/**
 * Ends a locked loan of which nothing is owed and every debit is checked: 206, what is still planned is dropped, the
 * open change is done, the permission ends, notice and letter go out. A loan whose principal was debited back for its
 * cancellation ends as canceled. Answers whether it ended. Source: domain.md §2.
 */
export async function markPaidOffIfDone(deps: MoneyDeps, unit: UnitOfWork, loan: Loan): Promise<boolean> {
  const facts = await loadAccount(deps, unit.tx, loan)
  if (facts === undefined) return false
  const debits = facts.transactions.filter(isPayment)
  const { principal, unpaidInterest, fees } = facts.account.state
  const isPaid = principal + unpaidInterest + fees === 0n
  if (!isPaid || debits.some(({ status }) => OPEN_STATUSES.includes(status))) return false
  const isCanceled = debits.some(
    ({ purpose, status }) => purpose === TransactionPurpose.rescission && status === checked,
  )
  const event = isCanceled ? 'rescinded' : 'paidOff'
  const cause = isCanceled ? 'the principal is back' : causeOfEnd(facts)
  const moved = await moveLoan(deps, unit, loan, { event, cause, actor: SYSTEM_ACTOR })
  if (!moved.ok) return false
  await dropPlannedDebits(unit, debits)
  await followEnd(deps, unit, loan)
  await revokeDebitAuthorizations(unit.tx, loan, { by: SYSTEM_ACTOR, reason: cause, at: unit.now })
  if (isCanceled) await notifyCanceled(deps, unit, loan)
  else if (isSettled(facts.account.state)) await notifySettled(deps, unit, loan, facts)
  else await notifyPaidOff(deps, unit, loan, facts)
  return true
}

const causeOfEnd = ({ account: { state } }: LoanAccountFacts): string =>
  isSettled(state) ? 'the rest was written off' : 'nothing is owed and every debit is checked'

async function dropPlannedDebits(unit: UnitOfWork, debits: readonly MoneyTransaction[]): Promise<void> {
  const reason = { cause: 'nothing is owed any more', actor: SYSTEM_ACTOR, at: unit.now }
  for (const debit of debits.filter(({ status }) => status === none)) {
    await moveTransaction(unit.tx, debit, { from: none, to: rejected }, reason)
  }
}

/** The day of the payment that left nothing owed. */
function paidOffOn({ transactions, account }: LoanAccountFacts): LocalDate {
  const days = transactions
    .filter((one) => isPayment(one) && SETTLED_STATUSES.includes(one.status))
    .map(({ settledOn, effectiveDate }) => settledOn ?? effectiveDate)
  return days.reduce((latest, one) => (one > latest ? one : latest), account.state.accruedTo)
}

async function notifyPaidOff(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  facts: LoanAccountFacts,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/documents')
  const { portfolioId, loanNo } = to
  const day = paidOffOn(facts)
  const totalPaid = formatCurrency(paidInAll(facts.account.state))
  const waived = sum(facts.entries.filter(({ kind }) => kind === 'restWaiver').map(({ amount }) => amount))
  await deps.notices.send(unit, {
    ...to,
    kind: 'paidOff',
    dedupKey: `paidOff/${loanNo}/${formatUsDate(day)}`,
    values: {
      ...values,
      paidOffDate: writtenDay(day),
      totalPaid,
      details: [
        { en: `You paid ${totalPaid} in all.`, es: `Pagó ${totalPaid} en total.` },
        waived === 0n ? OWES_NOTHING : waivedWords(waived),
      ],
    },
  })
  await deps.jobs.send(unit, LETTER_JOB, { portfolioId, loanNo }, { key: `${LETTER_JOB}/${loanNo}` })
}

const OWES_NOTHING: Localized = { en: 'You owe nothing.', es: 'No debe nada.' }

const waivedWords = (amount: Cents): Localized => ({
  en: `We waived the last ${formatCurrency(amount)}. You owe nothing.`,
  es: `Le perdonamos los últimos ${formatCurrency(amount)}. No debe nada.`,
})

/** Less than all was accepted: no letter says that the loan was paid in full. Source: domain.md §2, settled. */
async function notifySettled(
  deps: MoneyDeps,
  unit: UnitOfWork,
  loan: Loan,
  { account: { state } }: LoanAccountFacts,
): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/documents')
  await deps.notices.send(unit, {
    ...to,
    kind: 'loanSettled',
    dedupKey: `loanSettled/${loan.loanNo}`,
    values: {
      ...values,
      settledDate: writtenDay(state.accruedTo),
      totalPaid: formatCurrency(paidInAll(state)),
      givenUp: formatCurrency(state.writtenOff),
    },
  })
}

async function notifyCanceled(deps: MoneyDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const { to, values } = await addressToBorrower(deps, unit, loan, '/home')
  await deps.notices.send(unit, {
    ...to,
    kind: STORED_NAMES.noticeKind.loanCanceled,
    dedupKey: `${STORED_NAMES.noticeKind.loanCanceled}/${loan.loanNo}/done`,
    values: {
      ...values,
      consequence: {
        en: 'The amount that we paid out is back with us. You owe nothing, and no interest.',
        es: 'Recibimos de vuelta el monto que pagamos. No debe nada, ni intereses.',
      },
    },
  })
}

const LETTER_JOB = 'paid-in-full-letter'

type LetterDeps = Pick<
  Deps,
  'database' | 'cipher' | 'portfolios' | 'documents' | 'objects' | 'units' | 'seals'
>

/** Renders and seals the paid-in-full letter (document type 10) and puts it under Documents, once. */
export const paidInFullLetterJob = (deps: LetterDeps): JobDefinition => ({
  name: LETTER_JOB,
  run: (data) => writeLetter(deps, data),
})

async function writeLetter(deps: LetterDeps, job: JobData): Promise<void> {
  const key = { portfolioId: Number(job['portfolioId']), loanNo: String(job['loanNo']) }
  const { db } = deps.database
  const loan = await findLoan(db, key)
  assert(loan !== undefined, 'a loan that was paid off is there')
  const facts = await loadAccount(deps, db, loan)
  const borrower = await borrowerAddress(db, deps.cipher, loan)
  const portfolio = deps.portfolios.byId(key.portfolioId)?.portfolio
  const identity = deps.seals.get(key.portfolioId)
  assert(facts !== undefined && borrower !== undefined, 'a loan that was paid off was funded')
  assert(portfolio !== undefined && identity !== undefined, 'every portfolio has a seal')
  const { lender, theme, timeZone } = portfolio
  const at = loan.updatedAt
  const model = paidInFullLetter({
    lender: documentLender(lender, theme.primaryColor),
    borrowerName: borrower.fullName,
    loanNo: loan.loanNo,
    documentDate: dateIn(at, timeZone),
    paidOffOn: paidOffOn(facts),
    principal: facts.terms.principal,
    totalPaid: paidInAll(facts.account.state),
  })
  const { pdf } = await deps.documents.render(model, at)
  const { address, email, legalName } = lender
  const sealed = await deps.documents.seal(pdf, {
    identity,
    at,
    reason: 'Paid in full',
    name: legalName,
    contact: email,
    location: `${address.city}, ${address.state}`,
  })
  const kept = await storeFile(deps.objects, key.portfolioId, { bytes: sealed.pdf, extension: 'pdf' })
  await deps.units.write(async (unit) => {
    await lockLoan(unit.tx, loan)
    const present = await listDocumentsOfLoan(unit.tx, loan)
    if (present.some(({ documentType }) => documentType === DocumentType.paidInFullLetter))
      return ok(undefined)
    await recordDocument(unit, kept, {
      ...key,
      openId: loan.openId,
      documentNo: await newDocumentNo(unit.tx),
      documentType: DocumentType.paidInFullLetter,
      title: model.title,
      sealedAt: at,
      role: 'record',
    })
    return ok(undefined)
  })
}
