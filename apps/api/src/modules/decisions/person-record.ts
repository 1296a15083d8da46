import { type Customer, findCustomer, findOwnersBySsn } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { countTransactions, listLoansOfPerson, wasEverIn } from '@dolphin/database/loans/person-repository'
import { listWrittenOffLoans } from '@dolphin/database/servicing/paid-off-loan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import {
  CollectingSubStatus,
  type CustomerCategory,
  LoanStatus,
  SuspendedSubStatus,
  TerminatedSubStatus,
} from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Applicant } from '../borrowers/applicant.ts'
import { categoryOf, isAnyBlocked } from '../loans/customer-eligibility.ts'

const DAY_MS = 86_400_000
const COUNTED_DAYS = 30

/** Who applies, as far as it is said. */
export type PersonNamed = Pick<Applicant, 'ssn' | 'lastName' | 'birthDate'>

/** What this portfolio's own books say of a person, under whichever of their accounts. */
export interface PersonRecord {
  readonly category: CustomerCategory
  readonly blackListed: boolean
  /** No other customer here has this Social Security number with another name or birth date. */
  readonly identityMatches: boolean
  /** The same number applies under another account at the same time. */
  readonly suspectedFraud: boolean
  readonly inCollection: boolean
  readonly chargedOffHere: boolean
  readonly bankruptcyOpen: boolean
  readonly uncontactable: boolean
  /** Other loans that are approved or still to be paid back. */
  readonly openLoansHere: number
  /** This application included. */
  readonly applicationsLast30Days: number
  readonly loansPaidOff: number
  readonly latePayments: number
}

const LIVE: ReadonlySet<LoanStatus> = new Set([
  LoanStatus.approved,
  LoanStatus.pending,
  LoanStatus.disbursed,
  LoanStatus.processing,
  LoanStatus.suspended,
  LoanStatus.collecting,
])
const APPLYING: ReadonlySet<LoanStatus> = new Set([LoanStatus.initializing, LoanStatus.originating])

/** Reads the record of the person who applies for a loan, under whichever of their accounts it stands. */
export async function loadPersonRecord(...asked: Parameters<typeof readPersonRecord>): Promise<PersonRecord> {
  return await bypassRowSecurity(() => readPersonRecord(...asked))
}

async function readPersonRecord(
  executor: Executor,
  cipher: FieldCipher,
  loan: Loan,
  person: PersonNamed,
  now: Date,
): Promise<PersonRecord> {
  const { portfolioId, openId } = loan
  const sameNumber = await findOwnersBySsn(executor, cipher, portfolioId, person.ssn)
  const openIds = new Set([...sameNumber.map((owner) => owner.openId), ...(openId === null ? [] : [openId])])
  const customers: Customer[] = []
  for (const id of openIds) {
    const customer = await findCustomer(executor, cipher, { portfolioId, openId: id })
    if (customer !== undefined) customers.push(customer)
  }
  const others = (await listLoansOfPerson(executor, portfolioId, [...openIds])).filter(
    ({ loanNo }) => loanNo !== loan.loanNo,
  )
  const loanNos = others.map(({ loanNo }) => loanNo)
  const writtenOff = await listWrittenOffLoans(executor, portfolioId, loanNos)
  const repaid = others.filter(({ loanNo }) => !writtenOff.includes(loanNo))
  const settled = { status: LoanStatus.collecting, subStatus: CollectingSubStatus.settled }
  const missed = {
    type: TransactionType.debit,
    statuses: [TransactionStatus.rejected, TransactionStatus.pastDue],
  }
  return {
    ...accountsSay(customers, openId, person),
    ...loansSay(others, openId, now),
    blackListed: await isAnyBlocked(executor, cipher, sameNumber),
    loansPaidOff: repaid.filter(({ subStatus }) => subStatus === TerminatedSubStatus.paidOff).length,
    category: categoryOf(repaid),
    chargedOffHere: writtenOff.length > 0 || (await wasEverIn(executor, portfolioId, loanNos, settled)),
    latePayments: await countTransactions(executor, portfolioId, loanNos, missed),
  }
}

function accountsSay(customers: readonly Customer[], openId: string | null, person: PersonNamed) {
  const own = customers.find((customer) => customer.openId === openId)
  return {
    identityMatches: customers.every((customer) => customer === own || isSamePerson(customer, person)),
    uncontactable: own !== undefined && hasOptInFlag(own.optInFlags, OptInFlag.uncontactable),
  }
}

/** A value that an account lacks counts as a match. */
function isSamePerson({ profile }: Customer, { lastName, birthDate }: PersonNamed): boolean {
  const sameName =
    profile.lastName === undefined || profile.lastName.toLowerCase().trim() === lastName.toLowerCase().trim()
  return sameName && (profile.birthDate === undefined || profile.birthDate === formatLocalDate(birthDate))
}

function loansSay(others: readonly Loan[], openId: string | null, now: Date) {
  const recent = others.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < COUNTED_DAYS * DAY_MS)
  return {
    suspectedFraud: others.some((loan) => loan.openId !== openId && APPLYING.has(loan.status)),
    inCollection: others.some(({ status }) => status === LoanStatus.collecting),
    bankruptcyOpen: others.some(({ subStatus }) => subStatus === SuspendedSubStatus.bankruptcy),
    openLoansHere: others.filter(({ status }) => LIVE.has(status)).length,
    applicationsLast30Days: recent.length + 1,
  }
}
