import { type DebitStanding, findDebitStanding } from '@dolphin/database/loans/debit-standing-columns'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import type { WorkItem } from '@dolphin/database/work-items/work-item-repository'
import { type BankingHours, nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import type { DebitPurpose } from '@dolphin/domain/payments/debit-eligibility/debit-attempt'
import {
  type DebitHold,
  type FactsAhead,
  holdAhead,
} from '@dolphin/domain/payments/debit-eligibility/hold-ahead'
import { dateIn } from '@dolphin/domain/time/new-york'
import { HOLDING_KINDS } from '@dolphin/domain/work-items/work-item-rules'
import { planFacts } from '../plans/plan-facts.ts'
import type { LoanAccountFacts } from './account-facts.ts'
import { accountAttempts, formerKeysOf, liftedAtOf, openReturns, singleScope } from './account-history.ts'
import { validationOf } from './account-validation-of.ts'
import { itemOf, presentmentOf } from './planned-debits.ts'

/** What was read of a loan besides its books, and when. */
export interface AheadBasis {
  readonly loan: Pick<Loan, 'loanNo' | 'openId' | 'status' | 'subStatus' | 'legalFacts'>
  readonly debits: DebitStanding
  readonly openItems: readonly Pick<WorkItem, 'kind'>[]
  readonly hours: BankingHours
  readonly now: Date
}

/** Why debits of a loan to come will not be taken, by the rules of their batch as far as they can be answered now. */
export interface DebitsAhead {
  /** Of a payment of the schedule that has no debit yet. */
  readonly ofInstallment: (installment: AgreedDay) => DebitHold | null
  /** Of a debit that is planned. */
  readonly ofDebit: (transaction: AccountTransaction) => DebitHold | null
  /** The first day on which a debit that is in no file can take effect. */
  readonly soonest: LocalDate
}

interface AgreedDay {
  readonly number: number
  readonly dueDate: LocalDate
  readonly amount: Cents
}

/** Reads and judges what stands in the way of a loan's debits to come. */
export async function loadDebitsAhead(
  executor: Executor,
  facts: LoanAccountFacts<AccountTransaction>,
  { loan, ...when }: Pick<AheadBasis, 'hours' | 'now'> & { readonly loan: Loan },
): Promise<DebitsAhead> {
  const { openItems, ...debits } = await findDebitStanding(executor, loan)
  return debitsAhead(facts, { loan, debits, openItems, ...when })
}

/** The same out of what was read already. Source: domain.md §14. */
export function debitsAhead(facts: LoanAccountFacts<AccountTransaction>, basis: AheadBasis): DebitsAhead {
  const { transactions } = facts
  const { accounts, authorizations } = basis.debits
  const account = accounts.find(({ endedAt }) => endedAt === null)
  const accountKey = account?.accountKey ?? ''
  const { hours } = basis
  const known = knownAhead(facts, basis)
  const scopes = new Map(
    authorizations
      .filter(({ kind }) => kind === 'singlePayment')
      .map(({ authorizationNo, amount }) => [
        authorizationNo,
        singleScope(transactions, authorizationNo, amount),
      ]),
  )
  const judge = (
    { number, dueDate, amount }: Omit<AgreedDay, 'number'> & { readonly number: number | null },
    debit: Parameters<typeof holdAhead>[1],
  ): DebitHold | null => {
    const ofSchedule = number === null ? [] : [{ item: `installment/${number}`, date: dueDate, amount }]
    return holdAhead(
      {
        ...known,
        authorizations: known.authorizations.map((one) => ({
          ...one,
          scope: scopes.get(one.authorizationNo) ?? ofSchedule,
        })),
      },
      debit,
    )
  }
  return {
    soonest: nextEntryDate(hours, basis.now),
    ofInstallment: (installment) =>
      judge(installment, {
        purpose: TransactionPurpose.installment,
        item: `installment/${installment.number}`,
        presentment: 'first',
        accountKey,
        effectiveDate: hours.calendar.onOrAfter(installment.dueDate),
        amount: installment.amount,
      }),
    ofDebit: (transaction) => {
      const { installmentNumber: number, effectiveDate, amount } = transaction
      const agreed = facts.current.installments.find((one) => one.number === number)
      return judge(
        { number, dueDate: agreed?.dueDate ?? effectiveDate, amount },
        {
          // The column holds what debits are for and nothing else.
          purpose: transaction.purpose as DebitPurpose,
          item: itemOf(transactions, transaction),
          presentment: presentmentOf({ transactions }, transaction),
          accountKey: transaction.accountKey ?? accountKey,
          effectiveDate,
          amount,
        },
      )
    },
  }
}

function knownAhead(
  { current, transactions }: LoanAccountFacts<AccountTransaction>,
  { loan, debits, openItems, hours, now }: AheadBasis,
): FactsAhead {
  const { accounts, authorizations, accountDebits, liftedAt } = debits
  const account = accounts.find(({ endedAt }) => endedAt === null)
  const formerKeys = formerKeysOf(accounts)
  const keys = new Set([account?.accountKey, ...formerKeys])
  const own = authorizations.filter(({ loanNo }) => loanNo === loan.loanNo)
  const suspensionLiftedAt = liftedAtOf(account, own, liftedAt ?? undefined)
  const sentDebits = accountDebits.filter(({ accountKey }) => accountKey !== null && keys.has(accountKey))
  const history = { loan, account, transactions, sentDebits, suspensionLiftedAt }
  return {
    loanState: loan,
    legalFacts: loan.legalFacts,
    paymentMode: planFacts(current.plan).paymentMode,
    account:
      account === undefined
        ? null
        : {
            key: account.accountKey,
            formerKeys,
            validation: validationOf(account, suspensionLiftedAt),
            isLinkEnded: account.linkEndedAt !== null,
          },
    authorizations: own.map((one) => ({
      ...one,
      holdsFrom: dateIn(one.grantedAt, hours.timeZone),
      scope: [],
    })),
    accountAttempts: accountAttempts(history),
    renewals: authorizations
      .filter(
        ({ kind, openId, revokedAt, accountKey }) =>
          kind === 'renewed' && openId === loan.openId && revokedAt === null && keys.has(accountKey),
      )
      .map(({ grantedAt }) => grantedAt),
    openReturns: openReturns(history, hours),
    isBankEntryOpen: openItems.some(({ kind }) => HOLDING_KINDS.includes(kind)),
    hours,
    now,
  }
}
