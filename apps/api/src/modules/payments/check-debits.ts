import { ELIGIBILITY_TEXTS } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { nextTransactionNos } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { EligibilityResult } from '@dolphin/domain/payments/debit-eligibility/debit-eligibility'
import { isHeldByLender } from '@dolphin/domain/payments/debit-eligibility/hold-cause'
import { debitClassOf } from '@dolphin/domain/payments/standard-entry-class'
import type { DebitLoan } from '../servicing/debit-loan.ts'
import {
  checkPlannedDebit,
  type EligibilityMoment,
  findDebitNotices,
  plannedDebits,
} from '../servicing/check-planned-debit.ts'
import type { PlannedDebit } from '../servicing/planned-debits.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay, OutgoingTransaction } from './batch-file.ts'
import { ofLoan } from '../servicing/loan-failure.ts'
import type { MoneyDeps } from '../../deps.ts'
import { entryOnAccount } from './outgoing-entry.ts'

/** What is written of a debit once it is judged: the rows behind it need not lie in memory until the file is cut. */
export interface CheckedDebit
  extends Pick<
    PlannedDebit,
    'item' | 'presentment' | 'transaction' | 'agreed' | 'amount' | 'owed' | 'inFlight'
  > {
  readonly portfolioId: number
  readonly customerKey: string
  readonly loanNo: string
  readonly openId: string | null
  readonly accountKey: string | null
  /** Of the agreed payment; null for one outside the schedule. */
  readonly installmentNumber: number | null
  readonly dueDate: LocalDate | null
}

/** A debit that the eligibility check allows. */
export interface AcceptedDebit extends OutgoingTransaction {
  readonly kind: 'debit'
  readonly debit: CheckedDebit
  readonly authorizationNo: string
}

/** A debit that stays here, and why. */
export interface IneligibleDebit {
  readonly debit: CheckedDebit
  readonly transactionNo: string
  readonly rule: string
  readonly words: Localized
  /** Whether it may go another time; if not, it is refused for good. */
  readonly mayPass: boolean
  /** Whether nothing but our own doing holds it, so that it moves to another day. */
  readonly isHeldByLender: boolean
}

/** Results of the eligibility check of all debits of some loans. */
export interface CheckedDebits {
  readonly accepted: readonly AcceptedDebit[]
  readonly ineligible: readonly IneligibleDebit[]
}

/** The batch day for which debits are checked, and the moment of the check. */
interface DebitCheck {
  readonly day: BatchDay
  readonly moment: EligibilityMoment
}

/** Checks every debit that is due of these loans; a debit of which nothing is owed is passed over. */
export async function checkDebits(
  deps: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  loans: readonly DebitLoan[],
  { day, moment }: DebitCheck,
): Promise<CheckedDebits> {
  const planned = loans
    .flatMap((of) => ofLoan(of.loan.loanNo, () => plannedDebits(of, () => day.effectiveEntryDate, moment)))
    .filter(({ amount, transaction }) => amount > 0n || transaction !== undefined)
    // What is planned for a later day is asked about then.
    .filter(({ transaction }) => (transaction?.effectiveDate ?? 0) <= day.effectiveEntryDate)
  const [first] = planned
  if (first === undefined) return { accepted: [], ineligible: [] }
  const notices = await findDebitNotices(unit.tx, first.of.loan.portfolioId, planned)
  const fresh = planned.filter(({ transaction }) => transaction === undefined).length
  const numbers = (await nextTransactionNos(unit.tx, fresh)).values()
  const accepted: AcceptedDebit[] = []
  const ineligible: IneligibleDebit[] = []
  for (const debit of planned) {
    const transactionNo = debit.transaction?.transactionNo ?? numbers.next().value
    assert(transactionNo !== undefined, 'each new debit has its number')
    const judged = ofLoan(debit.of.loan.loanNo, () =>
      judge(deps, debit, transactionNo, checkPlannedDebit(debit, notices, moment)),
    )
    if ('kind' in judged) accepted.push(judged)
    else ineligible.push(judged)
  }
  return { accepted, ineligible }
}

function checkedDebit(planned: PlannedDebit): CheckedDebit {
  const { of, installment, item, presentment, transaction, agreed, amount, owed, inFlight } = planned
  const { portfolioId, customerKey, loanNo, openId } = of.loan
  return {
    portfolioId,
    customerKey,
    loanNo,
    openId,
    item,
    presentment,
    transaction,
    agreed,
    amount,
    owed,
    inFlight,
    accountKey: of.account?.accountKey ?? null,
    installmentNumber: installment?.number ?? null,
    dueDate: installment?.dueDate ?? null,
  }
}

function judge(
  deps: Pick<MoneyDeps, 'cipher'>,
  planned: PlannedDebit,
  transactionNo: string,
  result: EligibilityResult,
): AcceptedDebit | IneligibleDebit {
  const debit = checkedDebit(planned)
  if (!result.allowed) {
    const { rule, words, mayPass } = result
    return { debit, transactionNo, rule, words, mayPass, isHeldByLender: isHeldByLender(result) }
  }
  const { of, amount, firstAuthorizationNo, entryDescription } = planned
  assert(of.account !== undefined, 'an eligible debit has an account')
  const givenBy = firstAuthorizationNo ?? result.authorizationNo
  const authorization = of.authorizations.find(({ authorizationNo }) => authorizationNo === givenBy)
  assert(authorization !== undefined, 'a debit is made under an authorization of its loan')
  const { standardEntryClass, paymentType } = debitClassOf(authorization)
  const facts = { loanNo: of.loan.loanNo, amount, direction: 'debit', paymentType } as const
  const entry = entryOnAccount(deps, of.account, facts)
  if (!entry.ok) {
    const words = ELIGIBILITY_TEXTS.detailsNeeded
    return { debit, transactionNo, rule: entry.error, words, mayPass: true, isHeldByLender: false }
  }
  return {
    kind: 'debit',
    debit,
    transactionNo,
    customerKey: debit.customerKey,
    loanNo: debit.loanNo,
    authorizationNo: result.authorizationNo,
    direction: 'debit',
    standardEntryClass,
    entryDescription,
    entry: entry.value,
  }
}
