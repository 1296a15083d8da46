import type { ForReaders } from '../../reader-words.ts'
import { storedTitle } from '../documents/document-title.ts'
import type { documentEntry } from '@dolphin/contract/shapes/document-entry'
import { listOwnLoans, type Loan } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { accountStatement } from '@dolphin/domain/documents/account-statement'
import { payoffLetter } from '@dolphin/domain/documents/payoff-letter'
import { LIVE_STATUSES } from '@dolphin/domain/loans/codes'
import { legalEffects } from '@dolphin/domain/loans/legal-facts'
import { cents } from '@dolphin/domain/money/cents'
import { payoffDates } from '@dolphin/domain/servicing/changes/available-dates'
import { debitDeadline } from '@dolphin/domain/servicing/changes/change-basis'
import { type AppliedEvent, paidInAll } from '@dolphin/domain/servicing/loan-account'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { documentHead, type DocumentDeps } from './change-document.ts'
import { type LoadedLoan, loadServicedLoan } from './load-serviced-loan.ts'
import { loanArrears } from './loan-arrears.ts'
import { nextPaymentOf } from './next-payment-of.ts'

type Entry = ForReaders<z.output<typeof documentEntry>>

type LiveDocumentDeps = DocumentDeps & Pick<Deps, 'database' | 'calendar' | 'clock'>

/** Documents that are true of one day only: made when they are opened, and not kept. */
const KINDS = {
  'payoff-letter': { documentType: DocumentType.payoffLetter, title: 'Payoff letter' },
  'account-statement': { documentType: DocumentType.accountStatement, title: 'Account statement' },
} as const

type Kind = keyof typeof KINDS

/** A payoff letter says what to pay and where, so there is none in bankruptcy. */
const hasDocument = (kind: Kind, { status, effectiveDate, legalFacts }: Loan): boolean =>
  effectiveDate !== null &&
  (kind === 'account-statement' || (LIVE_STATUSES.includes(status) && !legalEffects(legalFacts).asksNothing))

/** The documents of the day that a customer's loans have, as the list shows them. */
export async function listLiveDocuments(
  { database, clock }: LiveDocumentDeps,
  owner: Owner,
): Promise<Entry[]> {
  const loans = await listOwnLoans(database.db, owner)
  return loans.flatMap((loan) =>
    (Object.keys(KINDS) as Kind[])
      .filter((kind) => hasDocument(kind, loan))
      .map((kind) => ({
        documentNo: `${kind}.${loan.loanNo}`,
        loanNo: loan.loanNo,
        documentType: KINDS[kind].documentType,
        title: storedTitle(KINDS[kind].title),
        createdAt: isoInZone(clock.now(), NEW_YORK),
        signedAt: null,
        bytes: 0,
        sha256: null,
      })),
  )
}

const NUMBER = /^(payoff-letter|account-statement)\.(.+)$/

/** A document of the day, rendered; undefined where the number names none, or not one of this customer's loans. */
export async function openLiveDocument(
  deps: LiveDocumentDeps,
  owner: Owner,
  documentNo: string,
): Promise<{ readonly fileName: string; readonly bytes: Uint8Array } | undefined> {
  const [, kind, loanNo] = NUMBER.exec(documentNo) ?? []
  const { db } = deps.database
  const loan = (await listOwnLoans(db, owner)).find((own) => own.loanNo === loanNo)
  if (loan === undefined || kind === undefined || !hasDocument(kind as Kind, loan)) return undefined
  const now = deps.clock.now()
  const loaded = await loadServicedLoan(deps, db, loan, now)
  if (loaded === undefined) return undefined
  const head = await documentHead(deps, db, loan, loaded.serviced.today)
  const model = kind === 'payoff-letter' ? payoffModel(loaded, head) : statementModel(loaded, head)
  const { pdf } = await deps.documents.render(model, now)
  return { fileName: `${model.title} ${loan.loanNo} ${formatLocalDate(head.documentDate)}.pdf`, bytes: pdf }
}

const laterOf = (one: LocalDate, other: LocalDate): LocalDate => (one > other ? one : other)

type Head = Awaited<ReturnType<typeof documentHead>>

function payoffModel({ serviced, terms, account }: LoadedLoan, head: Head): DocumentModel {
  const [soonest] = payoffDates(serviced)
  const goodThrough = laterOf(soonest ?? serviced.today, account.state.accruedTo)
  const figures = payoffOn(terms, account.state, goodThrough)
  const { legalName, address } = head.lender
  return payoffLetter({
    ...head,
    goodThrough,
    goodUntil: debitDeadline(serviced, goodThrough),
    principal: figures.principal,
    interest: cents(figures.unpaidInterest + figures.newInterest),
    fees: figures.fees,
    total: figures.total,
    dailyInterest: figures.dailyInterest,
    whereToPay: `Pay on your loan's page, or send a money order or cashier check with your loan number to ${legalName}, ${address.street}, ${address.city}, ${address.state} ${address.zip}.`,
  })
}

const STATEMENT_DAYS = 92

const WORDS: Readonly<Record<AppliedEvent['event']['kind'], string>> = {
  payment: 'Payment received',
  cancellation: 'Amount taken back',
  refund: 'Refund sent',
  overpaymentRefund: 'Refund of an overpayment sent',
  interestWaiver: 'Interest given up',
  feeWaiver: 'Fee given up',
  restWaiver: 'Small rest given up',
  fee: 'Fee for a returned payment',
  writeOff: 'Debt given up',
}

/** The last three months, or since the money arrived. */
function statementModel(loaded: LoadedLoan, head: Head): DocumentModel {
  const { serviced, terms, account } = loaded
  const to: LocalDate = serviced.today
  const from = laterOf(addDays(to, -STATEMENT_DAYS), terms.effectiveDate)
  const before = account.applied.findLast(({ event }) => event.date < from)
  const within = account.applied.filter(({ event }) => event.date >= from)
  return accountStatement({
    ...head,
    from,
    to,
    openingPrincipal: before?.after.principal ?? terms.principal,
    closingPrincipal: account.state.principal,
    lines: within.map(({ event, after }) => ({
      date: event.date,
      what: WORDS[event.kind],
      amount: event.amount,
      principalAfter: after.principal,
    })),
    totalPaid: paidInAll(account.state),
    payoff: legalEffects(loaded.legalFacts).asksNothing
      ? null
      : payoffOn(terms, account.state, laterOf(to, account.state.accruedTo)).total,
    next: nextPaymentOf(loaded, { ...loaded, ...serviced, isAuthorized: serviced.authorized }),
    pastDue: loanArrears(loaded, to).amount,
  })
}
