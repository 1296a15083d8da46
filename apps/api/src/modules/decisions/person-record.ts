import { type Customer, findCustomer, findOwnersBySsn } from '@dolphin/database/identity/customer-repository'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { countTransactions, listLoansOfPerson, wasEverIn } from '@dolphin/database/loans/person-repository'
import { listWrittenOffLoans } from '@dolphin/database/servicing/paid-off-loan-repository'
import { standingFacts } from '@dolphin/domain/loans/legal-facts'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { hasOptInFlag, OptInFlag } from '@dolphin/domain/identity/codes'
import { compareNames, type NameMatch } from '@dolphin/domain/identity/same-person'
import {
  APPLYING_STATUSES,
  CollectingSubStatus,
  type CustomerCategory,
  LoanStatus,
  OUTSTANDING_STATUSES,
  TerminatedSubStatus,
} from '@dolphin/domain/loans/codes'
import { FAILED_STATUSES, TransactionType } from '@dolphin/domain/payments/codes'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Applicant } from '../borrowers/applicant.ts'
import { categoryOf, isAnyBlocked } from '../loans/customer-eligibility.ts'
import type { ReadPoint } from '../../unit-of-work.ts'

const COUNTED_DAYS = 30

/** Who applies, as far as it is said. */
export type PersonNamed = Pick<Applicant, 'ssn' | 'firstName' | 'lastName' | 'birthDate'>

/** What this portfolio's own books say of a person, under whichever of their accounts. */
export interface PersonRecord {
  readonly category: CustomerCategory
  readonly blackListed: boolean
  /** No other account here has this Social Security number with another person's name or birth date. */
  readonly identityMatches: boolean
  /** Another account here has this number with a similar name. */
  readonly nameChanged: boolean
  /** An account of another person with the same number applies at the same time. */
  readonly suspectedFraud: boolean
  /** The same person applies under another account at the same time. */
  readonly secondApplication: boolean
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

/** The person owes it, or will. */
const APPROVED_OR_OUTSTANDING: readonly LoanStatus[] = [LoanStatus.approved, ...OUTSTANDING_STATUSES]

/** Reads the record of the person who applies for a loan, under whichever of their accounts it stands. */
export async function loadPersonRecord(...asked: Parameters<typeof readPersonRecord>): Promise<PersonRecord> {
  return await bypassRowSecurity(() => readPersonRecord(...asked))
}

async function readPersonRecord(
  { tx: executor, now }: ReadPoint,
  cipher: FieldCipher,
  loan: Loan,
  person: PersonNamed,
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
    statuses: FAILED_STATUSES,
  }
  const strangers = customers.filter((customer) => compareCustomer(customer, person) === 'different')
  return {
    ...accountsSay(customers, openId, person),
    ...loansSay(others, now),
    ...applicationsSay(others, openId, new Set(strangers.map((customer) => customer.openId))),
    blackListed: await isAnyBlocked(executor, cipher, sameNumber),
    loansPaidOff: repaid.filter(({ subStatus }) => subStatus === TerminatedSubStatus.paidOff).length,
    category: categoryOf(repaid),
    chargedOffHere: writtenOff.length > 0 || (await wasEverIn(executor, portfolioId, loanNos, settled)),
    latePayments: await countTransactions(executor, portfolioId, loanNos, missed),
  }
}

function accountsSay(customers: readonly Customer[], openId: string | null, person: PersonNamed) {
  const own = customers.find((customer) => customer.openId === openId)
  const matches = customers
    .filter((customer) => customer !== own)
    .map((customer) => compareCustomer(customer, person))
  return {
    identityMatches: !matches.includes('different'),
    nameChanged: matches.includes('similar'),
    uncontactable: own !== undefined && hasOptInFlag(own.optInFlags, OptInFlag.uncontactable),
  }
}

/** A value that an account lacks counts as a match; another birth date is another person. */
function compareCustomer({ profile }: Customer, person: PersonNamed): NameMatch {
  const { firstName = person.firstName, lastName = person.lastName, birthDate } = profile
  if (birthDate !== undefined && birthDate !== formatLocalDate(person.birthDate)) return 'different'
  return compareNames({ firstName, lastName }, person)
}

/** Open applications under other accounts: of strangers a sign of fraud, of the same person a second one. */
function applicationsSay(others: readonly Loan[], openId: string | null, strangers: ReadonlySet<string>) {
  const elsewhere = others.filter((loan) => loan.openId !== openId && APPLYING_STATUSES.includes(loan.status))
  const isStranger = (loan: Loan) => loan.openId === null || strangers.has(loan.openId)
  return {
    suspectedFraud: elsewhere.some(isStranger),
    secondApplication: elsewhere.some((loan) => !isStranger(loan)),
  }
}

function loansSay(others: readonly Loan[], now: Date) {
  const recent = others.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < COUNTED_DAYS * DAY_MS)
  return {
    inCollection: others.some(({ status }) => status === LoanStatus.collecting),
    bankruptcyOpen: others.some(({ legalFacts }) => standingFacts(legalFacts).includes('bankruptcy')),
    openLoansHere: others.filter(({ status }) => APPROVED_OR_OUTSTANDING.includes(status)).length,
    applicationsLast30Days: recent.length + 1,
  }
}
