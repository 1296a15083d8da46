import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { sendPrenoteCall } from '@dolphin/contract/entries'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findLoanAccount,
  type LoanAccount,
  loanAccountPlace,
  saveLoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import { assert } from '@dolphin/domain/assert'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dayAfterPrenote } from '@dolphin/domain/payments/account-validation'
import { accountText, prenoteObstacle } from '@dolphin/domain/payments/prenote-obstacle'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import { dateIn } from '@dolphin/domain/time/new-york'
import { z } from 'zod'
import type { MoneyDeps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import { triedOut, type UnitOfWork } from '../../unit-of-work.ts'
import { approvalKind, type ApprovalRun, type CarriedOut } from '../approvals/approval-kind.ts'
import { type Enterer, enterApproval } from '../approvals/enter-approval.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'

const prenoteRequest = z.strictObject({ loanNo: z.string(), note: z.string() })
type Request = z.output<typeof prenoteRequest>
type Run = Pick<ApprovalRun<Request, undefined>, 'unit' | 'request' | 'by'>

/** Enters a prenote to the account of a loan, after it was tried out. Errors: `loanNotFound`, `prenoteRefused`. */
export async function enterPrenote(
  deps: MoneyDeps,
  unit: UnitOfWork,
  request: CallRequest<typeof sendPrenoteCall>['body'],
  enterer: Enterer,
): Promise<Result<CallReply<typeof sendPrenoteCall>>> {
  const { loanNo, note } = request
  const tried = await triedOut(unit, (part) => askAgain(deps, { unit: part, request, by: enterer.by }))
  if (!tried.ok) return tried
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const account = await findLoanAccount(unit.tx, found.value)
  const approval = await enterApproval(deps, unit, enterer, {
    kind: 'prenote',
    permission: 'prenote.send',
    portfolioId: found.value.portfolioId,
    loanNo,
    title: 'Prenote to the account of a loan',
    subject: `Loan ${loanNo}`,
    asEntered: [{ label: 'Account', value: `ending in ${account?.accountTail ?? ''}` }],
    note,
    request,
  })
  return ok({ loanNo, approval })
}

/** A prenote that employees send. */
export const prenoteApproval = (deps: MoneyDeps) =>
  approvalKind<Request>({
    kind: 'prenote',
    rule: ACT_RULES.sendPrenote,
    request: prenoteRequest,
    carryOut: (run) => askAgain(deps, run),
  })

/** What a prenote would change, for who enters it: carried out in a part of the transaction that is undone. */
export const previewPrenote = (
  deps: MoneyDeps,
  unit: UnitOfWork,
  loanNo: string,
  by: string,
): Promise<Result<CarriedOut>> => askAgain(deps, { unit, request: { loanNo, note: '' }, by })

/** The next batch asks the bank of the account that the loan uses, whatever is known of it; until then it is not validated. */
async function askAgain(deps: MoneyDeps, { unit, request, by }: Run): Promise<Result<CarriedOut>> {
  const found = await lockAnyLoan(unit.tx, request.loanNo)
  if (!found.ok) return found
  const loan = found.value
  const account = await findLoanAccount(unit.tx, loan)
  const data = deps.portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan is of a portfolio')
  const today = dateIn(unit.now, data.portfolio.timeZone)
  const obstacle = prenoteObstacle(loan.status, account, { calendar: deps.calendar, today })
  if (obstacle !== undefined)
    return refuse('prenoteRefused', { errors: [{ elementKey: 'loanNo', message: obstacle }] })
  assert(account !== undefined, 'a prenote goes to an account')
  await saveUnasked(deps, unit, account)
  await auditAsked(unit, account, by)
  const asked = nextEntryDate(hoursOf(data, deps.calendar), unit.now)
  const first = formatLocalDate(dayAfterPrenote(asked, deps))
  return ok({
    differences: [
      { label: 'Account', before: accountText(account), after: 'to be asked about', change: null },
    ],
    effects: [`The next batch sends a prenote; no debit takes effect before ${first}.`],
  })
}

/** The same account since the same day, of which nothing is known: what its bank said before stays with the record before. */
async function saveUnasked({ cipher }: MoneyDeps, unit: UnitOfWork, account: LoanAccount): Promise<void> {
  const { portfolioId, customerKey, loanNo, openId, accountKey, createdAt, source } = account
  const { routingNumber, accountType, accountTail } = account
  const place = { portfolioId, loanNo, sequence: account.sequence + 1 }
  const again = (column: 'account_number' | 'holder_name', sealed: string): string =>
    cipher.seal(loanAccountPlace(place, column), cipher.open(loanAccountPlace(account, column), sealed))
  await saveLoanAccount(unit.tx, cipher, {
    ...place,
    customerKey,
    openId,
    routingNumber,
    accountType,
    accountTail,
    accountNumber: again('account_number', account.accountNumber),
    holderName: again('holder_name', account.holderName),
    accountKey,
    source,
    validatedBy: null,
    createdAt,
  })
}

async function auditAsked(
  unit: UnitOfWork,
  { portfolioId, loanNo, sequence, prenoteTrace, prenoteReturnCode, validatedBy }: LoanAccount,
  actor: string,
): Promise<void> {
  const facts = { account: sequence, prenoteTrace, prenoteReturnCode, validatedBy }
  const event = { portfolioId, subject: loanNo, action: 'prenoteAsked', actor, facts, at: unit.now }
  await appendAudit(unit.tx, event)
}
