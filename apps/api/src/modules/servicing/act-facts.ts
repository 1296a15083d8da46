import type { ResponseCodeName } from '@dolphin/contract/response-codes'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { cents } from '@dolphin/domain/money/cents'
import type { LoanAct } from '@dolphin/domain/servicing/acts/codes'
import {
  type LoanActFacts,
  loanActObstacle,
  type LoanObstacle,
  obstacleText,
} from '@dolphin/domain/servicing/acts/loan-obstacle'
import { isDebitMode } from '@dolphin/domain/servicing/changes/change-basis'
import { type Arrears, isReasonToCollect } from '@dolphin/domain/servicing/arrears'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { debitsToStop } from './stop-debits.ts'
import { loanArrears } from './loan-arrears.ts'
import { type LoadedLoan, loadServicedLoan, type ServicingDeps } from './load-serviced-loan.ts'

/** What acts on a loan depend on, with its transactions whole. */
export interface ActFacts extends LoanActFacts {
  readonly transactions: readonly MoneyTransaction[]
}

/** What acts on a loan depend on, out of what was read of it; undefined where it was not funded. */
export async function actFactsOf(
  executor: Executor,
  loan: Loan,
  loaded: LoadedLoan | undefined,
): Promise<ActFacts> {
  if (loaded === undefined) {
    const transactions = await listTransactions(executor, loan)
    const { legalFacts } = loan
    const none = { debt: null, changeIsOpen: false, canStop: false, canRevoke: false }
    return { state: loan, legalFacts, transactions, ...none }
  }
  return {
    state: loan,
    legalFacts: loan.legalFacts,
    debt: debtOf(loaded),
    transactions: loaded.transactions,
    changeIsOpen: loaded.changes.some(({ status }) => status === 'open' || status === 'toSign'),
    canStop: debitsToStop(loaded).length > 0,
    canRevoke: loaded.serviced.authorized || isDebitMode(loaded.serviced.paymentMode),
  }
}

function debtOf(loaded: LoadedLoan): NonNullable<ActFacts['debt']> {
  const { state } = loaded.account
  const { today } = loaded.serviced
  const quote = payoffOn(loaded.terms, state, today < state.accruedTo ? state.accruedTo : today)
  return {
    principal: quote.principal,
    interest: cents(quote.unpaidInterest + quote.newInterest),
    fees: quote.fees,
    paid: cents(state.paid - state.refunded),
    daysPastDue: daysPastDue(loanArrears(loaded, today)),
  }
}

const daysPastDue = (arrears: Arrears): number => (isReasonToCollect(arrears, ANY_AMOUNT) ? arrears.days : 0)

/** An employee judges how much is too little to collect. */
const ANY_AMOUNT = cents(1n)

/** The refusal of each obstacle; of those that are not named, that the loan stands elsewhere. */
const CODES: Readonly<Partial<Record<LoanObstacle, ResponseCodeName>>> = {
  nothingPaid: 'amountTooLarge',
  noFees: 'amountTooLarge',
  noInterest: 'amountTooLarge',
  nothingOwed: 'changeTypeRefused',
  noDebitToStop: 'changeTypeRefused',
  notAuthorized: 'changeTypeRefused',
  noReceiptToCheck: 'changeTypeRefused',
  noReceipt: 'changeTypeRefused',
  noEntryOnBatch: 'changeTypeRefused',
  noOpenChange: 'changeNotCancelable',
}

/** Refuses an act that is not possible now, with the reason that the desk shows beside it; undefined where it is. */
export function judgeAct(act: LoanAct, facts: LoanActFacts): Result<never> | undefined {
  const obstacle = loanActObstacle(act, facts)
  if (obstacle === undefined) return undefined
  return refuse(CODES[obstacle] ?? 'loanStatusInvalid', { message: obstacleText(obstacle, facts.state) })
}

/** As judgeAct, of a locked loan as it stands now. */
export async function actFault(
  deps: ServicingDeps,
  { tx, now }: UnitOfWork,
  loan: Loan,
  act: LoanAct,
): Promise<Result<never> | undefined> {
  return judgeAct(act, await actFactsOf(tx, loan, await loadServicedLoan(deps, tx, loan, now)))
}
