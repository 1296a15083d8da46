import { GUARD_WORDS } from '@dolphin/domain/payments/debit-guard/guard-words'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { nextSerials } from '@dolphin/database/driver/serial'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { GuardAnswer } from '@dolphin/domain/payments/debit-guard/debit-guard'
import { StandardEntryClass } from '@dolphin/nacha/nacha-file'
import type { DebitLoan } from '../servicing/debit-loan.ts'
import { findDebitNotices, type GuardMoment, guardPlannedDebit } from '../servicing/guard-planned-debit.ts'
import { type PlannedDebit, plannedDebits } from '../servicing/planned-debits.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BatchDay, OutgoingEntry } from './batch-file.ts'
import { ofLoan } from '../servicing/loan-failure.ts'
import type { MoneyDeps } from '../../deps.ts'
import { entryOnAccount } from './outgoing-entry.ts'

/** What is written of a debit once it is judged: the rows behind it need not lie in memory until the file is cut. */
export interface JudgedDebit
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

/** A debit that the guard lets out. */
export interface AcceptedDebit extends OutgoingEntry {
  readonly kind: 'debit'
  readonly debit: JudgedDebit
  readonly authorizationNo: string
}

/** A debit that stays here, and why. */
export interface DeniedDebit {
  readonly debit: JudgedDebit
  readonly transactionNo: string
  readonly rule: string
  readonly words: Localized
  /** Whether it may go another time; if not, it is refused for good. */
  readonly mayPass: boolean
}

/** What the guard said to all debits of some loans. */
export interface JudgedDebits {
  readonly accepted: readonly AcceptedDebit[]
  readonly denied: readonly DeniedDebit[]
}

/** Asks the guard about every debit that is due of these loans; what nothing is owed of is passed over. */
export async function judgeDebits(
  parts: Pick<MoneyDeps, 'cipher'>,
  unit: UnitOfWork,
  loans: readonly DebitLoan[],
  day: BatchDay,
  moment: GuardMoment,
): Promise<JudgedDebits> {
  const planned = loans
    .flatMap((of) => ofLoan(of.loan.loanNo, () => plannedDebits(of, () => day.effectiveEntryDate)))
    .filter(({ amount, transaction }) => amount > 0n || transaction !== undefined)
  const [first] = planned
  if (first === undefined) return { accepted: [], denied: [] }
  const notices = await findDebitNotices(unit.tx, first.of.loan.portfolioId, planned)
  const fresh = planned.filter(({ transaction }) => transaction === undefined).length
  const serials = await nextSerials(unit.tx, 'transaction', fresh)
  const numbers = serials.map((serial) => `T${serial.toString().padStart(9, '0')}`).values()
  const accepted: AcceptedDebit[] = []
  const denied: DeniedDebit[] = []
  for (const debit of planned) {
    const transactionNo = debit.transaction?.transactionNo ?? numbers.next().value
    assert(transactionNo !== undefined, 'each new debit has its number')
    const judged = ofLoan(debit.of.loan.loanNo, () =>
      judge(parts, debit, transactionNo, guardPlannedDebit(debit, notices, moment)),
    )
    if ('kind' in judged) accepted.push(judged)
    else denied.push(judged)
  }
  return { accepted, denied }
}

function judgedDebit(planned: PlannedDebit): JudgedDebit {
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
  parts: Pick<MoneyDeps, 'cipher'>,
  planned: PlannedDebit,
  transactionNo: string,
  answer: GuardAnswer,
): AcceptedDebit | DeniedDebit {
  const debit = judgedDebit(planned)
  if (!answer.allowed) {
    const { rule, words, mayPass } = answer
    return { debit, transactionNo, rule, words, mayPass }
  }
  const { of, amount, confirmedOnline, entryDescription } = planned
  assert(of.account !== undefined, 'the guard lets nothing out without an account')
  const standardEntryClass = confirmedOnline ? StandardEntryClass.web : StandardEntryClass.ppd
  const facts = { loanNo: of.loan.loanNo, amount, direction: 'debit', standardEntryClass } as const
  const entry = entryOnAccount(parts, of.account, facts)
  if (!entry.ok) {
    const words = GUARD_WORDS.detailsNeeded
    return { debit, transactionNo, rule: entry.error, words, mayPass: true }
  }
  return {
    kind: 'debit',
    debit,
    transactionNo,
    customerKey: debit.customerKey,
    authorizationNo: answer.authorizationNo,
    direction: 'debit',
    standardEntryClass,
    entryDescription,
    entry: entry.value,
  }
}
