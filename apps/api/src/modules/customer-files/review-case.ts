import type { CallReply } from '@dolphin/contract/call'
import type { showReviewCaseCall } from '@dolphin/contract/customer-files'
import type { StoredDecision } from '@dolphin/database/decisions/decision-repository'
import { listDocumentRequests } from '@dolphin/database/applications/document-request-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listLoanMoves, type Loan, type LoanMove } from '@dolphin/database/loans/loan-repository'
import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { actionDeadline } from '@dolphin/domain/applications/action-deadline'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { counterBounds } from '@dolphin/domain/decisions/counteroffer'
import { askedFacts, limitSentence } from '@dolphin/domain/decisions/explain'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import { nameableReasons } from '../applications/decline-reasons.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { reviewedOffer } from '../decisions/counteroffer.ts'
import { type DecisionOnFile, findNewestDecision } from '../decisions/decision-on-file.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { readDocumentsWait } from '../loans/application-wait.ts'
import { findStatement, statementHead } from '../verification/statement-review.ts'
import { findCustomersAlike } from './customers-alike.ts'

type Reply = CallReply<typeof showReviewCaseCall>
type Step = Reply['steps'][number]
type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios'>

const MOST_STATEMENTS = 50
const MOST_STEPS = 100

/** An application as its reviewer reads it. Errors: `loanNotFound`. Source: docs/design/console.md, Screens, Review. */
export async function readReviewCase(deps: NeededDeps, loanNo: string, now: Date): Promise<Result<Reply>> {
  const { db } = deps.database
  const found = await findAnyLoan(db, loanNo)
  if (!found.ok) return found
  const loan = found.value
  const data = deps.portfolios.byId(loan.portfolioId)
  const [timeZone, policy] = [data?.portfolio.timeZone ?? NEW_YORK, data?.policy]
  const newest = await findNewestDecision(deps, db, loan)
  const decided = newest?.decision
  const submittedAt = submission(await listLoanMoves(db, loan))
  return ok({
    loanNo: loan.loanNo,
    deadline: await deadlineOf(db, loan, submittedAt, { today: dateIn(now, timeZone), timeZone }),
    steps: await stepsOf(db, loan, submittedAt),
    offer: offerOf(loan, decided),
    counter: counterOf(loan, newest),
    facts: decided === undefined || decided.decidedBy !== undefined ? [] : [...askedFacts(decided.decision)],
    reasons: policy === undefined ? [] : [...nameableReasons(policy, decided?.decision)],
    ...(await findCustomersAlike(deps, db, loan)),
    statements: await statementsOf(deps, db, loan),
  })
}

/** When an application was submitted: its first move out of 101. */
const submission = (moves: readonly LoanMove[]): Date | null =>
  moves.find(({ fromStatus, toStatus }) => fromStatus === LoanStatus.initializing && toStatus !== fromStatus)
    ?.at ?? null

async function deadlineOf(
  executor: Executor,
  loan: Loan,
  submittedAt: Date | null,
  day: { readonly today: LocalDate; readonly timeZone: string },
): Promise<Reply['deadline']> {
  const dayOf = (at: Date | null) => (at === null ? null : dateIn(at, day.timeZone))
  const documents = await readDocumentsWait(executor, loan, day)
  const application = { submittedOn: dayOf(submittedAt), signedOn: dayOf(loan.signedAt), documents }
  const deadline = actionDeadline(application, day.today)
  return (
    deadline && {
      completeOn: formatLocalDate(deadline.completeOn),
      notifyBy: formatLocalDate(deadline.notifyBy),
      daysLeft: deadline.daysLeft,
    }
  )
}

async function stepsOf(executor: Executor, loan: Loan, submittedAt: Date | null): Promise<Step[]> {
  const { createdAt, qualifiedAt, signedAt } = loan
  const requests = await listDocumentRequests(executor, loan)
  const came = requests.filter(({ state }) => state === 'received' || state === 'accepted')
  const steps: readonly (readonly [Step['step'], Date | null])[] = [
    ['begun', createdAt],
    ['submitted', submittedAt],
    ['offered', qualifiedAt],
    ['signed', signedAt],
    ...requests.map(({ askedAt }) => ['documentsAsked', askedAt] as const),
    ...came.map(({ changedAt }) => ['documentsCame', changedAt] as const),
  ]
  return steps
    .flatMap(([step, at]) => (at === null ? [] : [{ step, at }]))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .slice(-MOST_STEPS)
    .map(({ step, at }) => ({ step, at: isoInZone(at, NEW_YORK) }))
}

function offerOf(
  { qualifiedMinimum, qualifiedMaximum, qualifiedStep, qualifiedUntil }: Loan,
  decided: DecisionOnFile | undefined,
): Reply['offer'] {
  const isOffered = qualifiedMinimum !== null && qualifiedMaximum !== null && qualifiedStep !== null
  if (!isOffered || qualifiedUntil === null || decided === undefined) return null
  const { tier, policyVersion, trace } = decided.decision
  return {
    minimum: moneyToWire(qualifiedMinimum),
    maximum: moneyToWire(qualifiedMaximum),
    step: moneyToWire(qualifiedStep),
    until: isoInZone(qualifiedUntil, NEW_YORK),
    tier,
    policyVersion,
    bounds: trace.flatMap((entry) =>
      entry.stage === 'limit' ? [{ text: limitSentence(entry), held: entry.applied }] : [],
    ),
  }
}

function counterOf(loan: Loan, newest: StoredDecision<DecisionOnFile> | undefined): Reply['counter'] {
  const offer = reviewedOffer(loan, newest)
  const bounds = offer && counterBounds(offer)
  if (bounds === undefined || newest === undefined) return null
  const { minimum, maximum, step } = bounds
  return {
    minimum: moneyToWire(minimum),
    maximum: moneyToWire(maximum),
    step: moneyToWire(step),
    picked: offer?.picked === null || offer === undefined ? null : moneyToWire(offer.picked),
    decisionNo: newest.decisionNo,
  }
}

async function statementsOf(deps: NeededDeps, executor: Executor, loan: Loan): Promise<Reply['statements']> {
  const requests = (await listIbvRequests(executor, loan)).filter(
    (request) => verificationWay(request) === 'statement',
  )
  const heads: Reply['statements'][number][] = []
  for (const { requestCode } of requests.slice(0, MOST_STATEMENTS)) {
    const statement = await findStatement(deps, executor, requestCode)
    if (statement !== undefined) heads.push(await statementHead(deps, executor, statement))
  }
  return heads
}
