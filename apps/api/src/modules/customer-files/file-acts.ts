import type { CallReply } from '@dolphin/contract/call'
import { FILE_ACT_NEEDS, type listFileActsCall } from '@dolphin/contract/file-acts'
import type { Customer } from '@dolphin/database/identity/customer-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { accountObstacle } from '@dolphin/domain/identity/account-change'
import { standingFacts } from '@dolphin/domain/loans/legal-facts'
import { moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { isPayment, TransactionStatus } from '@dolphin/domain/payments/codes'
import { ACT_RULES } from '@dolphin/domain/servicing/acts/act-rules'
import {
  ACCOUNT_ACTS,
  type AccountAct,
  ENTRY_ACTS,
  type EntryAct,
  type FileAct,
  LOAN_ACTS,
  type LoanAct,
  PERSON_ACTS,
} from '@dolphin/domain/servicing/acts/codes'
import {
  isOnBatch,
  isReceiptToCheck,
  loanActObstacle,
  obstacleText,
} from '@dolphin/domain/servicing/acts/loan-obstacle'
import { collectingSteps } from '@dolphin/domain/servicing/acts/status-moves'
import { isLive } from '@dolphin/domain/servicing/arrears'
import { authorityOf } from '@dolphin/domain/staff/authority'
import { isReversibleReceipt } from '@dolphin/domain/payments/receipt-reversal'
import { noEntryToReverse } from '@dolphin/domain/payments/reversal-obstacle'
import { prenoteObstacle } from '@dolphin/domain/payments/prenote-obstacle'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { EmployeeActor } from '../../http/actor.ts'
import type { Result } from '../../refusal.ts'
import { type ActFacts, actFactsOf } from '../servicing/act-facts.ts'
import { type LoadedLoan, loadServicedLoan } from '../servicing/load-serviced-loan.ts'
import { debitsToStop } from '../servicing/stop-debits.ts'
import { judgeEntries } from '../payments/reversals/judge-reversal.ts'
import { fileOf, loanOfFile } from './file-of.ts'
import { NO_ACCOUNT, type PersonChoices, readPerson } from './person-acts.ts'

type Reply = CallReply<typeof listFileActsCall>
type Act = Reply['acts'][number]
type Choices = Omit<Reply['choices'], keyof PersonChoices>
type NeededDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'calendar'>

interface Asked {
  readonly file: string
  readonly loan: string | undefined
  readonly actor: EmployeeActor
  readonly now: Date
}

/**
 * What an employee may do in a customer's file, each act with its rule and with why it is not possible now; an act
 * beyond their rights is not listed. Errors: `notFound`, `loanNotFound`. Source: docs/design/console.md, Screens.
 */
export async function listFileActs(
  deps: NeededDeps,
  { file, loan: named, actor, now }: Asked,
): Promise<Result<Reply>> {
  const { db } = deps.database
  const found = await fileOf(deps, db, file)
  if (!found.ok) return found
  const { portfolioId, customer } = found.value
  const chosen = loanOfFile(found.value, named)
  if (!chosen.ok) return chosen
  const loan = chosen.value
  const data = deps.portfolios.byId(portfolioId)
  assert(data !== undefined, 'a file belongs to a portfolio')
  const read = loan && (await readLoan(deps, loan, now))
  const person = await readPerson(deps, found.value, loan, (act) => hasRight(actor, act, portfolioId))
  return ok({
    portfolioId,
    loanNo: loan?.loanNo ?? null,
    openId: customer?.openId ?? null,
    today: formatLocalDate(dateIn(now, data.portfolio.timeZone)),
    acts: [
      ...(read === undefined ? [] : LOAN_ACTS.map((act) => actView(act, loanObstacle(act, read.facts)))),
      ...(read === undefined ? [] : ENTRY_ACTS.map((act) => actView(act, read.entryObstacles[act]))),
      ...ACCOUNT_ACTS.map((act) => actView(act, obstacleOfAccount(act, customer))),
      ...PERSON_ACTS.map((act) => actView(act, person.obstacles[act])),
    ].filter(({ act }) => hasRight(actor, act, portfolioId)),
    choices: { ...choicesOf(read), ...person.choices },
  })
}

interface ReadLoan {
  readonly facts: ActFacts
  readonly loaded: LoadedLoan | undefined
  readonly reversible: readonly MoneyTransaction[]
  readonly entryObstacles: Readonly<Record<EntryAct, string | null>>
}

async function readLoan(deps: NeededDeps, loan: Loan, now: Date): Promise<ReadLoan> {
  const { db } = deps.database
  const loaded = await loadServicedLoan(deps, db, loan, now)
  const facts = await actFactsOf(db, loan, loaded)
  const entries = judgeEntries(deps, loan, facts.transactions, now)
  const timeZone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone ?? NEW_YORK
  const day = { today: dateIn(now, timeZone), calendar: deps.calendar }
  return {
    loaded,
    facts,
    reversible: entries.filter(({ obstacle }) => obstacle === null).map(({ entry }) => entry),
    entryObstacles: {
      reverseEntry: noEntryToReverse(entries.map(({ obstacle }) => obstacle)),
      sendPrenote: prenoteObstacle(loan.status, loaded?.bankAccount, day) ?? null,
    },
  }
}

const actView = (act: FileAct, obstacle: string | null): Act => ({
  act,
  takesTwo: FILE_ACT_NEEDS[act].acts.includes('enter'),
  rule: ACT_RULES[act],
  obstacle,
})

function loanObstacle(act: LoanAct, facts: ActFacts): string | null {
  const obstacle = loanActObstacle(act, facts)
  return obstacle === undefined ? null : obstacleText(obstacle, facts.state)
}

function obstacleOfAccount(act: AccountAct, customer: Customer | undefined): string | null {
  if (customer === undefined) return NO_ACCOUNT
  return act === 'optOut' ? null : (accountObstacle(act, customer.accountStatus) ?? null)
}

function hasRight({ roles, day }: EmployeeActor, act: FileAct, portfolioId: number): boolean {
  const { permission, acts } = FILE_ACT_NEEDS[act]
  const authority = authorityOf(roles, { permission, portfolioId, day })
  return authority.allowed && acts.some((one) => authority.acts.has(one))
}

const MOST = 100

const choiceOf = ({
  transactionNo,
  type,
  amount,
  effectiveDate,
}: MoneyTransaction): Choices['paid'][number] => ({
  transactionNo,
  // The column holds the domain's transaction type and nothing else.
  type: type as Choices['paid'][number]['type'],
  amount: moneyToWire(amount),
  effectiveDate: formatLocalDate(effectiveDate),
})

const transactionsOf = ({ facts }: ReadLoan, isMeant: (one: MoneyTransaction) => boolean): Choices['paid'] =>
  facts.transactions.filter(isMeant).toReversed().slice(0, MOST).map(choiceOf)

const isChecked = (one: MoneyTransaction): boolean =>
  isPayment(one) && one.status === TransactionStatus.checked

const { none, rejected, pastDue } = TransactionStatus
/** A payment that was not made yet, or was missed. */
const UNPAID: readonly TransactionStatus[] = [none, rejected, pastDue]

function choicesOf(read: ReadLoan | undefined): Choices {
  const debt = read?.facts.debt
  const installments = read?.loaded?.serviced.installments ?? []
  return {
    fees: moneyToWire(debt?.fees ?? ZERO_CENTS),
    interest: moneyToWire(debt?.interest ?? ZERO_CENTS),
    receiptsToCheck: read === undefined ? [] : transactionsOf(read, isReceiptToCheck),
    receipts: read === undefined ? [] : transactionsOf(read, isReversibleReceipt),
    onBatch: read === undefined ? [] : transactionsOf(read, isOnBatch),
    paid: read === undefined ? [] : transactionsOf(read, isChecked),
    installments: installments
      .filter((one) => isLive(one) && UNPAID.includes(one.status))
      .map(({ number, dueDate, amount }) => ({
        number,
        dueDate: formatLocalDate(dueDate),
        amount: moneyToWire(amount),
      })),
    debitsToStop: (read?.loaded === undefined ? [] : debitsToStop(read.loaded)).map(
      ({ dueDate, amount, ...one }) => ({
        ...one,
        dueDate: formatLocalDate(dueDate),
        amount: moneyToWire(amount),
      }),
    ),
    collectingSteps: read === undefined ? [] : collectingSteps(read.facts.state),
    legalFacts: read === undefined ? [] : standingFacts(read.facts.legalFacts),
    reversible: (read?.reversible ?? []).toReversed().slice(0, MOST).map(choiceOf),
  }
}
