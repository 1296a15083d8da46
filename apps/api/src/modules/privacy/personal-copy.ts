import { listConsents } from '@dolphin/database/consents/consent-repository'
import { listOwnDocuments } from '@dolphin/database/documents/document-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { listContacts } from '@dolphin/database/identity/contact-repository'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { listOwnLoans, type Loan } from '@dolphin/database/loans/loan-repository'
import { listSecureMessages } from '@dolphin/database/messages/secure-message-repository'
import { listOwnMails } from '@dolphin/database/notices/mail-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { listDataRequests } from '@dolphin/database/retention/data-request-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { SECTION_FORM_CODES } from '@dolphin/domain/applications/sections'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { maskSsn } from '@dolphin/domain/format/ssn'
import { ContactType } from '@dolphin/domain/identity/codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { asFormAnswers, shownAnswers } from '../applications/section-form.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { isForBorrower } from '../documents/document-vault.ts'

export type CopyDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios'>

/** One thing on file, by name and value. */
export type CopyRow = Readonly<Record<string, unknown>>

/** Everything on file about a customer. Numbers that would help a thief (SSN, bank accounts) by their last digits. */
export interface PersonalCopy {
  readonly account: CopyRow
  readonly contacts: readonly CopyRow[]
  readonly consents: readonly CopyRow[]
  readonly loans: readonly CopyRow[]
  readonly answers: readonly CopyRow[]
  readonly transactions: readonly CopyRow[]
  readonly documents: readonly CopyRow[]
  readonly messages: readonly CopyRow[]
  readonly notices: readonly CopyRow[]
  readonly requests: readonly CopyRow[]
}

/** More than any customer writes. */
const MOST_MESSAGES = 10_000

const nameOf = (codes: Readonly<Record<string, unknown>>, code: unknown): string =>
  Object.entries(codes).find(([, one]) => one === code)?.[0] ?? String(code)

/** Gathers the copy; undefined where there is no such customer. */
export async function personalCopy(deps: CopyDeps, owner: Owner): Promise<PersonalCopy | undefined> {
  const { cipher, portfolios } = deps
  const { db } = deps.database
  const customer = await findCustomer(db, cipher, owner)
  const timeZone = portfolios.byId(owner.portfolioId)?.portfolio.timeZone
  if (customer === undefined || timeZone === undefined) return undefined
  const at = (instant: Date | null) => (instant === null ? null : isoInZone(instant, timeZone))
  const loans = await listOwnLoans(db, owner)
  const { begun, address, ...names } = customer.profile
  return {
    account: {
      customer: owner.openId,
      email: customer.email,
      ...names,
      address: address === undefined ? null : Object.values(address).filter(Boolean).join(', '),
      ssn: customer.ssn === null ? null : maskSsn(customer.ssn),
      language: customer.language,
      createdAt: at(customer.createdAt),
      waitingAnswers: Object.keys(begun ?? {}),
    },
    contacts: (await listContacts(db, cipher, owner)).map(({ contactType, value, verified }) => ({
      kind: nameOf(ContactType, contactType),
      value,
      verified,
    })),
    consents: (await listConsents(db, owner)).map((one) => ({
      kind: one.kind,
      version: one.templateVersion,
      given: one.given,
      at: at(one.at),
      ipAddress: one.ipAddress,
      browser: one.userAgent,
    })),
    loans: await Promise.all(loans.map((loan) => loanRow(deps, loan, at))),
    answers: (await Promise.all(loans.map((loan) => answerRows(deps, loan)))).flat(),
    transactions: (await Promise.all(loans.map((loan) => transactionRows(deps, loan)))).flat(),
    documents: (await listOwnDocuments(db, owner)).filter(isForBorrower).map((one) => ({
      documentNo: one.documentNo,
      loanNo: one.loanNo,
      title: one.title,
      at: at(one.createdAt),
    })),
    messages: (await listSecureMessages(db, cipher, owner, { limit: MOST_MESSAGES })).map((one) => ({
      loanNo: one.loanNo,
      from: one.sender,
      at: at(one.sentAt),
      text: one.text,
    })),
    notices: (await listOwnMails(db, cipher, owner)).map((one) => ({
      kind: one.kind,
      loanNo: one.loanNo,
      subject: one.subject,
      at: at(one.sentAt),
    })),
    requests: (await listDataRequests(db, cipher, owner)).map((one) => ({
      requestNo: one.requestNo,
      kind: one.kind,
      details: one.details,
      at: at(one.askedAt),
      answer: one.answer?.words ?? null,
    })),
  }
}

async function loanRow(
  { database: { db } }: CopyDeps,
  loan: Loan,
  at: (instant: Date | null) => string | null,
): Promise<CopyRow> {
  const account = await findLoanAccount(db, loan)
  return {
    loanNo: loan.loanNo,
    applicationNo: loan.applicationNo,
    status: nameOf(LoanStatus, loan.status),
    amount: loan.approvedAmount === null ? null : moneyToWire(loan.approvedAmount),
    bankAccount: account === undefined ? null : `••••${account.accountTail}`,
    createdAt: at(loan.createdAt),
    signedAt: at(loan.signedAt),
  }
}

/** What was answered, secrets as the pages show them. */
export async function answerRows(
  { database: { db }, cipher, portfolios }: CopyDeps,
  loan: Loan,
): Promise<CopyRow[]> {
  const { sections } = await loadAnswers(db, cipher, loan)
  const forms = portfolios.byId(loan.portfolioId)?.forms
  return [...sections.values()].flatMap(({ sectionKey, answers }) => {
    const definition = forms?.get(SECTION_FORM_CODES[sectionKey] ?? '')
    if (definition === undefined) return []
    const { values, masked } = shownAnswers(definition, asFormAnswers(definition, answers))
    const { loanNo } = loan
    return Object.entries({ ...values, ...masked }).map(([question, answer]) => ({
      loanNo,
      section: sectionKey,
      question,
      answer,
    }))
  })
}

const transactionRows = async ({ database: { db } }: CopyDeps, loan: Loan): Promise<CopyRow[]> =>
  (await listTransactions(db, loan)).map((one) => ({
    loanNo: loan.loanNo,
    transactionNo: one.transactionNo,
    purpose: one.purpose,
    amount: moneyToWire(one.amount),
    on: formatLocalDate(one.effectiveDate),
    returnCode: one.returnCode,
  }))
