import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { listDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { listSentEntries } from '@dolphin/database/examiner/export-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listManualPostings } from '@dolphin/database/servicing/manual-posting-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { ArchiveFile } from '@dolphin/integrations/archive/zip-stream'
import { accountsFile } from './account-records.ts'
import { citationOf } from '../payments/eligibility-results.ts'
import { postingView } from '../servicing/posting-order.ts'
import { csvFile } from '@dolphin/integrations/archive/table-files'
import type { Deps } from '../../deps.ts'

const when = (at: Date | null): string => (at === null ? '' : isoInZone(at, NEW_YORK))

type Db = Deps['database']['db']

/** Money of a loan: its transactions, the files that carried them, what came back, its ledger with the chain. */
export async function* moneyFiles(
  { database: { db }, cipher }: Deps,
  loan: Loan,
  folder: string,
): AsyncGenerator<ArchiveFile> {
  yield await transactionsFile(db, loan, folder)
  yield await sentFile(db, loan, folder)
  yield await accountsFile(db, loan, folder)
  yield await returnsFile(db, loan, folder)
  yield await entriesFile(db, loan, folder)
  yield await postingsFile({ db, cipher }, loan, folder)
  yield await ledgerFile(db, loan, folder)
}

async function transactionsFile(db: Db, loan: Loan, folder: string): Promise<ArchiveFile> {
  return csvFile(
    `${folder}/transactions.csv`,
    [
      'transactionNo',
      'type',
      'purpose',
      'mode',
      'amount',
      'effectiveDate',
      'status',
      'installmentNo',
      'traceNumber',
      'returnCode',
      'settledOn',
      'returnedOn',
      'attempt',
      'authorizationNo',
      'changeNo',
    ],
    (await listTransactions(db, loan)).map((one) => [
      one.transactionNo,
      one.type,
      one.purpose,
      one.mode,
      moneyToWire(one.amount),
      formatLocalDate(one.effectiveDate),
      one.status,
      one.installmentNumber,
      one.traceNumber,
      one.returnCode,
      one.settledOn && formatLocalDate(one.settledOn),
      one.returnedOn && formatLocalDate(one.returnedOn),
      one.attempt,
      one.authorizationNo,
      one.changeNo,
    ]),
  )
}

async function sentFile(db: Db, loan: Loan, folder: string): Promise<ArchiveFile> {
  return csvFile(
    `${folder}/ach-entries.csv`,
    ['transactionNo', 'traceNumber', 'amount', 'effectiveDate', 'fileNo', 'fileSha256'],
    (await listSentEntries(db, loan)).map((one) => [
      one.transactionNo,
      one.traceNumber,
      moneyToWire(one.amount),
      formatLocalDate(one.effectiveDate),
      one.fileNo,
      one.fileSha256,
    ]),
  )
}

async function returnsFile(db: Db, loan: Loan, folder: string): Promise<ArchiveFile> {
  return csvFile(
    `${folder}/returns.csv`,
    [
      'at',
      'kind',
      'code',
      'originalTrace',
      'transactionNo',
      'applied',
      'fileSha256',
      'line',
      'amount',
      'bankTrace',
      'bankDate',
    ],
    (await listInboxEntries(db, loan)).map((one) => [
      when(one.at),
      one.kind,
      one.code,
      one.originalTrace,
      one.transactionNo,
      one.applied,
      one.sha256,
      one.line,
      moneyToWire(one.amount),
      one.bankTrace,
      one.bankDate,
    ]),
  )
}

async function entriesFile(db: Db, loan: Loan, folder: string): Promise<ArchiveFile> {
  return csvFile(
    `${folder}/entries.csv`,
    ['entryNo', 'kind', 'amount', 'effectiveDate', 'cause', 'actor', 'createdAt'],
    (await listAccountEntries(db, loan)).map((one) => [
      one.entryNo,
      one.kind,
      moneyToWire(one.amount),
      formatLocalDate(one.effectiveDate),
      one.cause,
      one.actor,
      when(one.createdAt),
    ]),
  )
}

async function postingsFile(
  { db, cipher }: { readonly db: Db } & Pick<Deps, 'cipher'>,
  loan: Loan,
  folder: string,
): Promise<ArchiveFile> {
  const postings = (await listManualPostings(db, loan)).map((one) => postingView(cipher, one))
  return csvFile(
    `${folder}/manual-postings.csv`,
    [
      'postingNo',
      'kind',
      'changeTypeCode',
      'amount',
      'effectiveDate',
      'transactionNo',
      'state',
      'enteredBy',
      'enteredAt',
      'confirmedBy',
      'confirmedAt',
      'note',
    ],
    postings.map((one) => [
      one.postingNo,
      one.kind,
      one.changeTypeCode,
      one.amount,
      one.effectiveDate,
      one.transactionNo,
      one.state,
      one.enteredBy,
      one.enteredAt,
      one.confirmedBy,
      one.confirmedAt,
      one.note,
    ]),
  )
}

/** Every line with the hash of its posting and of the one before it, so that the chain can be walked again. */
async function ledgerFile(db: Db, loan: Loan, folder: string): Promise<ArchiveFile> {
  const postings = await listPostings(db, loan)
  const rows = postings.flatMap(({ sequence, kind, cause, effectiveDate, bookedAt, hash, entries }, index) =>
    entries.map(({ account, amount }) => [
      sequence,
      kind,
      cause,
      formatLocalDate(effectiveDate),
      bookedAt.toISOString(),
      account,
      moneyToWire(amount),
      postings[index - 1]?.hash,
      hash,
    ]),
  )
  return csvFile(
    `${folder}/ledger.csv`,
    ['sequence', 'kind', 'cause', 'effectiveDate', 'bookedAt', 'account', 'amount', 'previousHash', 'hash'],
    rows,
  )
}

/** What the borrower allowed, results of the debit eligibility check, and what was changed. */
export async function* authorizationFiles(
  { database: { db } }: Deps,
  loan: Loan,
  folder: string,
): AsyncGenerator<ArchiveFile> {
  yield csvFile(
    `${folder}/authorizations.csv`,
    [
      'authorizationNo',
      'kind',
      'medium',
      'amount',
      'grantedAt',
      'documentNo',
      'revokedAt',
      'revokedBy',
      'revokedFor',
    ],
    (await listDebitAuthorizations(db, loan)).map((one) => [
      one.authorizationNo,
      one.kind,
      one.medium,
      one.amount === null ? null : moneyToWire(one.amount),
      when(one.grantedAt),
      one.documentNo,
      when(one.revokedAt),
      one.revokedBy,
      one.revokedFor,
    ]),
  )
  yield csvFile(
    `${folder}/eligibility.csv`,
    ['at', 'asked', 'transactionNo', 'allowed', 'rule', 'citation', 'words'],
    (await listEligibilityDecisions(db, loan)).map((one) => [
      when(one.at),
      one.asked,
      one.transactionNo,
      one.allowed,
      one.rule,
      citationOf(one.rule),
      one.words,
    ]),
  )
  yield csvFile(
    `${folder}/changes.csv`,
    [
      'changeNo',
      'changeType',
      'status',
      'requestedAt',
      'actor',
      'holdsFrom',
      'planNoBefore',
      'planNo',
      'documentNo',
    ],
    (await listLoanChanges(db, loan)).map((one) => [
      one.changeNo,
      one.changeType,
      one.status,
      when(one.requestedAt),
      one.actor,
      formatLocalDate(one.holdsFrom),
      one.planNoBefore,
      one.planNo,
      one.documentNo,
    ]),
  )
}
