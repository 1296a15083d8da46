import type { CallReply } from '@dolphin/contract/call'
import type { showCustomerCall } from '@dolphin/contract/customer-files'
import { listCustomerNotes } from '@dolphin/database/find/customer-note-repository'
import { listContacts } from '@dolphin/database/identity/contact-repository'
import { listLegalFacts } from '@dolphin/database/loans/legal-fact-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { hasReturn } from '@dolphin/database/payments/transaction-repository'
import { listWorkItemsOfLoan, type WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { maskSsn } from '@dolphin/domain/format/ssn'
import { AccountStatus, ContactType, optOutsOfFlags } from '@dolphin/domain/identity/codes'
import { APPLYING_STATUSES, LoanStatus, Military } from '@dolphin/domain/loans/codes'
import { isScheduleCollected, standingFacts } from '@dolphin/domain/loans/legal-facts'
import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { zonesOfPlace } from '@dolphin/domain/notices/quiet-hours'
import { holderAt } from '@dolphin/domain/work-items/lease'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, isoInZone } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { Deps } from '../../deps.ts'
import type { ForReaders } from '../../reader-words.ts'
import type { Result } from '../../refusal.ts'
import { maskEmail, maskPhone } from '@dolphin/domain/identity/mask-address'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { mailOfferObstacleOf } from '../consents/advertising-obstacle.ts'
import { headOf } from '../loans/loan-head.ts'
import { restsUntil } from '../work-items/work-item-view.ts'
import { noteView } from './customer-notes.ts'
import { type CustomerFile, fileOf, loanOfFile } from './file-of.ts'
import { lastBankReport, loanMoney } from './loan-money.ts'

type Reply = ForReaders<CallReply<typeof showCustomerCall>>
type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'calendar'>

const MOST_NOTES = 50

/**
 * A customer's file as the page of it begins, masked. Errors: `notFound`; `loanNotFound` where the loan that is named is
 * not of this file. Source: docs/design/console.md, Screens, Customer.
 */
export async function showCustomer(
  deps: NeededDeps,
  asked: { readonly file: string; readonly loan: string | undefined },
  now: Date,
): Promise<Result<Reply>> {
  const found = await fileOf(deps, deps.database.db, asked.file)
  if (!found.ok) return found
  const { loans, portfolioId } = found.value
  const data = deps.portfolios.byId(portfolioId)
  assert(data !== undefined, 'a file belongs to a portfolio')
  const { timeZone, lender } = data.portfolio
  const chosen = loanOfFile(found.value, asked.loan)
  if (!chosen.ok) return chosen
  const loan = chosen.value
  const [person, rows, flags, work, statements, money, bankReport] = await Promise.all([
    personOf(deps, found.value, timeZone),
    Promise.all(loans.map((one) => loanRow(deps, one, timeZone))),
    flagsOf(deps, found.value),
    openWorkOf(deps, loans),
    waitingStatements(deps, loans),
    loan === undefined ? null : loanMoney(deps, loan, now),
    loan === undefined ? null : lastBankReport(deps, loan, timeZone),
  ])
  return ok({
    portfolioId,
    portfolioName: lender.brandName,
    ...person,
    flags,
    loans: rows,
    work: work.map((item) => workRow(item, now, timeZone)),
    statements,
    money,
    bankReport,
  })
}

type Person = Omit<
  Reply,
  'portfolioId' | 'portfolioName' | 'flags' | 'loans' | 'work' | 'statements' | 'money' | 'bankReport'
>

async function personOf(deps: NeededDeps, file: CustomerFile, timeZone: string): Promise<Person> {
  const { customer, loans, portfolioId } = file
  const { db } = deps.database
  if (customer === undefined) return await guestOf(deps, loans, timeZone)
  const { openId, email, ssn, profile, language, createdAt, optInFlags, accountStatus } = customer
  const contacts = await listContacts(db, deps.cipher, { portfolioId, openId })
  const phone = contacts.find(({ contactType }) => contactType === ContactType.cellPhone)?.value
  const notes = await listCustomerNotes(db, deps.cipher, { portfolioId, openId }, { limit: MOST_NOTES })
  return {
    file: openId,
    openId,
    name: [profile.firstName, profile.lastName].filter((part) => part !== undefined).join(' '),
    emailMasked: maskEmail(email),
    phoneMasked: phone === undefined ? null : maskPhone(phone),
    ssnMasked: ssn === null ? null : maskSsn(ssn),
    language,
    state: profile.address?.state ?? null,
    timeZones: [...zonesOfPlace(profile.address ?? null, timeZone)],
    since: isoInZone(createdAt, timeZone),
    accountActive: accountStatus === AccountStatus.active,
    mailOfferObstacle: await mailOfferObstacleOf(deps, db, customer),
    optOuts: optOutsOfFlags(optInFlags),
    notes: notes.map((note) => noteView(note, timeZone)),
  }
}

/** An application before anyone made an account for it. */
async function guestOf(
  { database, cipher }: NeededDeps,
  loans: readonly Loan[],
  timeZone: string,
): Promise<Person> {
  const [loan] = loans
  assert(loan !== undefined, 'a file without a customer is that of a loan')
  return {
    file: loan.loanNo,
    openId: null,
    name: (await headOf(database.db, cipher, loan)).customerName,
    emailMasked: null,
    phoneMasked: null,
    ssnMasked: null,
    language: null,
    state: null,
    timeZones: [timeZone],
    since: isoInZone(loan.createdAt, timeZone),
    accountActive: false,
    mailOfferObstacle: 'accountNotActive',
    optOuts: [],
    notes: [],
  }
}

/** Account holder deceased, as the bank says it. Source: docs/facts/ach.md §2. */
const HOLDER_DECEASED = 'R15'

async function flagsOf(
  { database: { db } }: NeededDeps,
  { portfolioId, customer, loans }: CustomerFile,
): Promise<Reply['flags']> {
  const loanNos = loans.map(({ loanNo }) => loanNo)
  const isAny = (holds: (loan: Loan) => boolean) => loans.some(holds)
  const found = {
    military: isAny(({ military }) => military === Military.military),
    activeDuty: isAny(({ legalFacts }) => standingFacts(legalFacts).includes('activeDuty')),
    bankruptcy: isAny(({ legalFacts }) => standingFacts(legalFacts).includes('bankruptcy')),
    holderDeceased: await hasReturn(db, portfolioId, { loanNos, code: HOLDER_DECEASED }),
    accountFrozen: customer?.accountStatus === AccountStatus.frozen,
    accountClosed: customer?.accountStatus === AccountStatus.inactive,
    inCollection: isAny(({ status }) => status === LoanStatus.collecting),
    debitsSuspended: isAny(
      (loan) => loan.status === LoanStatus.suspended && !isScheduleCollected(loan, loan.legalFacts),
    ),
  }
  return (Object.keys(found) as (keyof typeof found)[]).filter((flag) => found[flag])
}

const loanRow = async (
  { database, cipher }: NeededDeps,
  loan: Loan,
  timeZone: string,
): Promise<Reply['loans'][number]> => ({
  loanNo: loan.loanNo,
  applicationNo: loan.applicationNo,
  loanStatus: loan.status,
  subStatus: loan.subStatus,
  reviewStatus: reviewStatusOf(loan),
  amount: loan.approvedAmount === null ? null : moneyToWire(loan.approvedAmount),
  createdAt: isoInZone(loan.createdAt, timeZone),
  legalFacts:
    loan.legalFacts.length === 0
      ? []
      : (await listLegalFacts(database.db, cipher, loan)).map(({ kind, since, reference, endedOn }) => ({
          kind,
          since: formatLocalDate(since),
          reference,
          endedOn: endedOn === null ? null : formatLocalDate(endedOn),
        })),
})

async function openWorkOf({ database: { db } }: NeededDeps, loans: readonly Loan[]): Promise<WorkItem[]> {
  const items = (await Promise.all(loans.map((loan) => listWorkItemsOfLoan(db, loan)))).flat()
  const open = items.filter(({ closedAt }) => closedAt === null)
  return [...new Map(open.map((item) => [item.workItemNo, item])).values()]
}

async function waitingStatements(
  { database: { db } }: NeededDeps,
  loans: readonly Loan[],
): Promise<Reply['statements']> {
  const open = loans.filter(({ status }) => APPLYING_STATUSES.includes(status))
  const requests = (await Promise.all(open.map((loan) => listIbvRequests(db, loan)))).flat()
  return requests
    .filter((one) => one.status === IbvStatus.inProgress && verificationWay(one) !== 'bank')
    .map(({ requestCode, loanNo }) => ({ requestCode, loanNo }))
}

const workRow = (item: WorkItem, now: Date, timeZone: string): Reply['work'][number] => ({
  workItemNo: item.workItemNo,
  kind: item.kind,
  loanNo: item.loanNo,
  due: formatLocalDate(item.due),
  sleepsUntil: restsUntil(item, dateIn(now, timeZone)),
  overdue: item.due < dateIn(now, timeZone),
  takenBy: holderAt(item, now),
})
