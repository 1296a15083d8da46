import type { CallReply } from '@dolphin/contract/call'
import type { loanRecordsCall } from '@dolphin/contract/customer-files'
import { listConsents } from '@dolphin/database/consents/consent-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listNoticeTrail } from '@dolphin/database/notices/notice-trail-repository'
import type { StoredInstallment } from '@dolphin/database/plans/plan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { CONTACT_KEYS, ContactType } from '@dolphin/domain/identity/codes'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import { documentsForStaff } from '../documents/document-vault.ts'
import { documentEntryOf } from '../documents/document-view.ts'
import { maskBirthDate, maskEmail, maskPhone } from '@dolphin/domain/identity/mask-address'
import { findAnyLoan } from '../loans/any-loan.ts'
import { answerRows } from '../privacy/personal-copy.ts'
import { transactionView } from '../servicing/transaction-view.ts'
import { readSummary } from './loan-money.ts'

type Reply = CallReply<typeof loanRecordsCall>
type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'calendar'>

/** What is on record about a loan, for the tabs of a file. Errors: `loanNotFound`. */
export async function readLoanRecords(deps: NeededDeps, loanNo: string, now: Date): Promise<Result<Reply>> {
  const { db } = deps.database
  const found = await findAnyLoan(db, loanNo)
  if (!found.ok) return found
  const loan = found.value
  return ok({
    loanNo: loan.loanNo,
    schedule: await scheduleOf(deps, loan, now),
    transactions: (await listTransactions(db, loan)).map(transactionView),
    documents: documentsForStaff(await listDocumentsOfLoan(db, loan)).map(documentEntryOf),
    answers: await answersOf(deps, loan),
    consents: await consentsOf(deps, loan),
    notices: (await listNoticeTrail(db, loan)).map(({ kind, createdAt, sentAt, failedAt }) => ({
      kind,
      queuedAt: isoInZone(createdAt, NEW_YORK),
      sentAt: sentAt === null ? null : isoInZone(sentAt, NEW_YORK),
      failedAt: failedAt === null ? null : isoInZone(failedAt, NEW_YORK),
    })),
  })
}

async function scheduleOf(deps: NeededDeps, loan: Loan, now: Date): Promise<Reply['schedule']> {
  const found = await readSummary(deps, loan, now)
  if (found === undefined) return []
  const { schedule } = found.summary
  const shown = schedule.map(({ agreed, payment, interest, principal, fee, balanceAfter }) => ({
    installmentNo: agreed.number,
    dueDate: formatLocalDate(agreed.dueDate),
    payment: moneyToWire(payment),
    interest: moneyToWire(interest),
    principal: moneyToWire(principal),
    fee: moneyToWire(fee),
    balanceAfter: moneyToWire(balanceAfter),
    status: agreed.status,
    flags: agreed.flags,
  }))
  const numbers = new Set(shown.map(({ installmentNo }) => installmentNo))
  const others = found.summary.current.installments.filter(({ number }) => !numbers.has(number))
  return [...shown, ...others.map(takenOff)].toSorted((one, other) =>
    one.dueDate.localeCompare(other.dueDate),
  )
}

/** An installment that takes nothing any more, such as one that a change removed: its flags say why. */
const takenOff = ({ number, dueDate, flags }: StoredInstallment): Reply['schedule'][number] => ({
  installmentNo: number,
  dueDate: formatLocalDate(dueDate),
  payment: '0.00',
  interest: '0.00',
  principal: '0.00',
  fee: '0.00',
  balanceAfter: null,
  status: TransactionStatus.none,
  flags,
})

async function answersOf(deps: NeededDeps, loan: Loan): Promise<Reply['answers']> {
  const rows = await answerRows(deps, loan)
  return rows.map(({ section, question, answer }) => {
    const said = typeof answer === 'string' ? answer : JSON.stringify(answer ?? '')
    const mask = said === '' ? undefined : MASKS[String(question)]
    return {
      section: String(section),
      question: String(question),
      answer: mask === undefined ? said : mask(said),
    }
  })
}

/** What is shown whole only to who signs for it; SSN and account numbers come masked from the form. */
const MASKS: Readonly<Record<string, (answer: string) => string>> = {
  [CONTACT_KEYS[ContactType.homePhone].key]: maskPhone,
  [CONTACT_KEYS[ContactType.cellPhone].key]: maskPhone,
  [CONTACT_KEYS[ContactType.alternativePhone].key]: maskPhone,
  [CONTACT_KEYS[ContactType.email].key]: maskEmail,
  [CONTACT_KEYS[ContactType.alternativeEmail].key]: maskEmail,
  birthDate: maskBirthDate,
}

async function consentsOf(
  { database }: NeededDeps,
  { portfolioId, openId }: Loan,
): Promise<Reply['consents']> {
  if (openId === null) return []
  const given = await listConsents(database.db, { portfolioId, openId })
  return given.map(({ kind, templateVersion, given: isGiven, at }) => ({
    kind,
    version: templateVersion,
    given: isGiven,
    at: isoInZone(at, NEW_YORK),
  }))
}
