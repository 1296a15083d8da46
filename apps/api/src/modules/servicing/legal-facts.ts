import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import * as stored from '@dolphin/database/loans/legal-fact-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { dropQueuedNotices } from '@dolphin/database/notices/outbox-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { revokeDebitAuthorizations } from '@dolphin/database/servicing/debit-authorization-repository'
import { assert } from '@dolphin/domain/assert'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import {
  ASKING_NOTICES,
  endFault,
  isNoticeStopped,
  isShownAs,
  LEGAL_FACT_LAW,
  type LegalFactFault,
  type LegalFactKind,
  legalEffects,
  noteFault,
  standingFacts,
} from '@dolphin/domain/loans/legal-facts'
import { loanPlace } from '@dolphin/domain/loans/loan-life'
import { ok } from '@dolphin/domain/outcome'
import { isPayment, SENT_STATUSES, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { canHappen, SUSPENDS } from '@dolphin/domain/servicing/acts/status-moves'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { causeOf, type ReviewOrder } from '../loans/review-order.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'
import { actFault } from './act-facts.ts'
import { notifyProtection } from './delinquency-notices.ts'
import { endWaitingAmendment } from './follow-amendment.ts'
import { withdrawPlannedDebits } from './withdraw-debits.ts'

/** A fact of law that an employee notes on a loan. */
export interface NoteOrder extends ReviewOrder {
  readonly kind: LegalFactKind
  /** YYYY-MM-DD. */
  readonly since: string
  /** Court and case number, or orders. */
  readonly reference: string | null
}

/** The end of a fact, as one employee entered it and another confirmed it. */
export interface EndOrder extends ReviewOrder {
  readonly kind: LegalFactKind
  /** YYYY-MM-DD. */
  readonly endedOn: string
  readonly enteredBy: string
}

const FAULTS: Readonly<Record<LegalFactFault, Localized>> = {
  standsAlready: { en: 'It is noted already.', es: 'Ya está anotado.' },
  notNoted: { en: 'It is not noted on the loan.', es: 'No está anotado en el préstamo.' },
  inFuture: { en: 'Pick a day that is not after today.', es: 'Elija un día que no sea después de hoy.' },
  beforeSince: {
    en: 'It cannot end before it began.',
    es: 'No puede terminar antes de haber empezado.',
  },
}

const OF_DAY: readonly LegalFactFault[] = ['inFuture', 'beforeSince']

function refuseFault(fault: LegalFactFault, elementKey: string): Result<never> {
  const message = FAULTS[fault]
  return OF_DAY.includes(fault)
    ? refuse('dateNotAvailable', { errors: [{ elementKey, message }] })
    : refuse('loanStatusInvalid', { message: message.en })
}

/**
 * Notes a fact of law on a loan of any status, at once and by one employee, for it protects. What it stops stops in the
 * same transaction: debits in no file, waiting notices that ask for money, the collector's item. The status moves only
 * where its table allows. Errors: `loanNotFound`, `loanStatusInvalid` where it stands already, `dateNotAvailable`.
 * Source: domain.md §2; docs/decisions/legal-facts.md.
 */
export async function noteLegalFact(deps: Deps, unit: UnitOfWork, order: NoteOrder): Promise<Result<Loan>> {
  const { loanNo, kind, reference, note, actor } = order
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const before = found.value
  const obstacle = await actFault(deps, unit, before, 'noteLegalFact')
  if (obstacle !== undefined) return obstacle
  const since = dayOf(order.since)
  const fault = noteFault(before.legalFacts, { kind, since, today: todayOf(deps, unit, before) })
  if (fault !== undefined) return refuseFault(fault, 'since')
  const fact = { kind, since, reference, by: actor, at: unit.now }
  await stored.insertLegalFact(unit.tx, deps.cipher, before, fact)
  const noted = await again(unit, before)
  const cause = causeOf(`${kind} noted`, note)
  const effects = legalEffects(noted.legalFacts)
  const withdrawn = effects.stopsDebits
    ? await withdrawPlannedDebits(deps, unit, noted, { cause: `${kind} noted`, actor })
    : 0
  if (effects.asksNothing) await endWaitingAmendment(deps, unit, noted, { event: 'bankruptcyNoted', actor })
  const dropped = await dropAsking(unit, noted)
  if (effects.stopsDunning)
    await closeWorkItems(unit, { ...keyOf(noted), kind: 'loanPastDue' }, { by: actor, reason: cause })
  const after = await showAs(deps, unit, noted, { kind, cause, actor })
  await openItem(deps, unit, after, order)
  const facts = {
    kind,
    since: order.since,
    withdrawn,
    dropped,
    from: loanPlace(before),
    to: loanPlace(after),
  }
  await audit(unit, after, { action: 'legalFactNoted', actor, facts })
  await notifyProtection(deps, unit, after, { kind, isNoted: true })
  return ok(after)
}

/**
 * Ends a fact of law. After a bankruptcy every authorization of debits is revoked, so that nothing is debited before the
 * borrower gives a new one. A loan whose status showed the fact runs again, or shows the one that still stands. Errors:
 * `loanNotFound`, `loanStatusInvalid` where it is not noted, `dateNotAvailable`. Source: docs/decisions/legal-facts.md.
 */
export async function endLegalFact(deps: Deps, unit: UnitOfWork, order: EndOrder): Promise<Result<Loan>> {
  const { loanNo, kind, note, actor, enteredBy } = order
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const before = found.value
  const obstacle = await actFault(deps, unit, before, 'endLegalFact')
  if (obstacle !== undefined) return obstacle
  const endedOn = dayOf(order.endedOn)
  const fault = endFault(before.legalFacts, { kind, endedOn, today: todayOf(deps, unit, before) })
  if (fault !== undefined) return refuseFault(fault, 'endedOn')
  const end = { kind, endedOn, endedBy: enteredBy, confirmedBy: actor, at: unit.now }
  await stored.endLegalFact(unit.tx, before, end)
  const noted = await again(unit, before)
  if (kind === 'bankruptcy')
    await revokeDebitAuthorizations(unit.tx, noted, { by: actor, reason: 'bankruptcy', at: unit.now })
  const cause = causeOf(`${kind} ended`, note)
  const after = isShownAs(noted, kind) ? await runAgain(deps, unit, noted, { cause, actor }) : noted
  const facts = { kind, endedOn: order.endedOn, from: loanPlace(before), to: loanPlace(after) }
  await audit(unit, after, { action: 'legalFactEnded', actor, facts })
  await notifyProtection(deps, unit, after, { kind, isNoted: false })
  return ok(after)
}

interface Move {
  readonly cause: string
  readonly actor: string
}

/** Moves a loan to the status that shows a fact, where the table of statuses lets it. */
async function showAs(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  { kind, cause, actor }: Move & { readonly kind: LegalFactKind },
): Promise<Loan> {
  const event = SUSPENDS[kind]
  if (!canHappen(loan, event)) return loan
  const moved = await moveLoan(deps, unit, loan, { event, cause, actor })
  assert(moved.ok, 'the table of statuses was asked')
  return moved.value
}

async function runAgain(deps: Deps, unit: UnitOfWork, loan: Loan, move: Move): Promise<Loan> {
  const cured = await moveLoan(deps, unit, loan, { event: 'cured', ...move })
  assert(cured.ok, 'a suspended loan can be cured')
  const [standing] = standingFacts(loan.legalFacts)
  return standing === undefined
    ? cured.value
    : await showAs(deps, unit, cured.value, { ...move, kind: standing })
}

/** Notices that wait for their hour and ask for what may not be asked any more. */
const dropAsking = async (unit: UnitOfWork, loan: Loan): Promise<number> =>
  await dropQueuedNotices(
    unit.tx,
    loan,
    ASKING_NOTICES.filter((kind) => isNoticeStopped(kind, loan.legalFacts)),
  )

const { none, checked } = TransactionStatus

/** An employee looks at it the same day: what is under way, and what the law asks for. */
async function openItem(deps: Deps, unit: UnitOfWork, loan: Loan, { kind, since, actor }: NoteOrder) {
  const transactions = await listTransactions(unit.tx, loan)
  const atBank = transactions.filter((one) => isPayment(one) && SENT_STATUSES.includes(one.status))
  const day = dayOf(since)
  const takenSince = transactions.filter(
    (one) => isPayment(one) && one.status === checked && one.effectiveDate >= day,
  )
  const refunds = transactions.filter(
    ({ type, status }) => type === TransactionType.refund && status === none,
  )
  const numbers = (of: typeof transactions) => of.map(({ transactionNo }) => transactionNo)
  await openWorkItem(deps, unit, {
    ...keyOf(loan),
    kind: 'legalFactNoted',
    subject: `loan/${loan.loanNo}/${kind}/${since}`,
    reason: REASONS[kind],
    facts: {
      fact: kind,
      since,
      law: LEGAL_FACT_LAW[kind],
      debitsAtBank: numbers(atBank),
      debitsTakenSince: numbers(takenSince),
      refundsPlanned: numbers(refunds),
      notFunded: loan.status === LoanStatus.approved,
    },
    actor,
  })
}

const REASONS: Readonly<Record<LegalFactKind, string>> = {
  bankruptcy: 'bankruptcy: debits and collecting have stopped; look at what was debited since the petition',
  activeDuty:
    'active duty: collecting and fees have stopped, debits go on; work out the 6 percent limit of 50 USC 3937',
}

const keyOf = ({ portfolioId, loanNo }: Loan) => ({ portfolioId, loanNo })

function dayOf(text: string): LocalDate {
  const day = parseLocalDate(text)
  assert(day !== undefined, 'the call takes only days of the calendar')
  return day
}

const todayOf = ({ portfolios }: Deps, { now }: UnitOfWork, { portfolioId }: Loan): LocalDate =>
  dateIn(now, portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK)

async function again({ tx }: UnitOfWork, loan: Loan): Promise<Loan> {
  const found = await findLoan(tx, loan)
  assert(found !== undefined, 'a loan is never deleted')
  return found
}

interface Audited {
  readonly action: string
  readonly actor: string
  readonly facts: Readonly<Record<string, unknown>>
}

const audit = async (
  unit: UnitOfWork,
  { portfolioId, loanNo: subject }: Loan,
  { action, actor, facts }: Audited,
): Promise<void> => await appendAudit(unit.tx, { portfolioId, subject, action, actor, facts, at: unit.now })
