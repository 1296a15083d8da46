import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import {
  findTransaction,
  findTransactionByTrace,
  listTransactions,
  type MoneyTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { listLoanAccounts, loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import { findPrenotedAccount } from '@dolphin/database/servicing/prenote-repository'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { TransactionStatus, TransactionType, SENT_STATUSES } from '@dolphin/domain/payments/codes'
import {
  DISHONOR_BANKING_DAYS,
  type DishonorCode,
  type DishonorRefusal,
  dishonorRefusal,
  type ReturnedEntry,
  type WrongField,
  wrongFieldCodes,
} from '@dolphin/domain/payments/dishonor'
import { significantDigits } from '@dolphin/domain/verification/account-match'
import { parseSettlementDate } from '@dolphin/nacha/bank-file-date'
import { dishonoringEntry } from '@dolphin/nacha/dishonored-return'
import type { ReturnAddenda } from '@dolphin/nacha/exception-addenda'
import { TRANSACTION_CODES } from '@dolphin/nacha/transaction-code'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { type BatchDay, entryRefusal, type OutgoingEntry } from '../batch-file.ts'
import { reversalOf } from '../reversals/judge-reversal.ts'
import type { InboxEntry } from './inbox-file.ts'

type NeededDeps = Pick<MoneyDeps, 'calendar' | 'cipher'>

/** A return that is to be sent back, and by which code; a person may name the transaction that it is about. */
export interface DishonorOrder {
  readonly entry: InboxEntry
  readonly code: DishonorCode
  readonly transactionNo: string | undefined
}

/** A return that can be sent back: the entry that does it, and the entry of ours that was returned. */
export interface JudgedDishonor {
  readonly outgoing: OutgoingEntry
  /** Null where no entry of ours is known for it. */
  readonly loanNo: string | null
  readonly transaction: MoneyTransaction | undefined
}

/** Why a return cannot be sent back, and the part of the order that is at fault. */
export interface DishonorObstacle {
  readonly elementKey: 'workItemNo' | 'code' | 'transactionNo'
  readonly message: string
}

const WORDS: Readonly<Record<DishonorRefusal, string>> = {
  tooLate: `The next file is later than ${DISHONOR_BANKING_DAYS} banking days after the settlement of the return: agree with the bank how the money comes back.`,
  isOurs: 'R61 is for a return of another originator: this one is of an entry of ours.',
  noEntry: 'Only R61 needs no entry of ours: name the transaction that was returned.',
  notReversed: 'R62 needs a reversal of the entry that was sent and has not come back.',
  firstReturn: 'R67 needs an earlier return of the entry that was applied.',
  timely: 'The return came in its time, so it is not untimely (R68).',
  noTimeFrame: 'The code of the return has no days to count, so it is not untimely (R68).',
  fieldsAgree: 'The fields of the return are those of our entry, so none is in error (R69).',
  notPermissible: 'R70 is for returns that the banks agree on: R06 and R31.',
}

const obstacle = (
  message: string,
  elementKey: DishonorObstacle['elementKey'] = 'workItemNo',
): Outcome<never, DishonorObstacle> => refused({ elementKey, message })

/** The entry of ours that a return is about. */
interface Known {
  readonly loanNo: string
  readonly transaction: MoneyTransaction | undefined
  readonly facts: ReturnedEntry
}

/**
 * Whether a return can be sent back by a code with the file of a day. Refused: it is no return, too late, the code does
 * not fit, or the bank could not read it. Source: docs/facts/ach.md §2.
 */
export async function judgeDishonor(
  deps: NeededDeps,
  unit: UnitOfWork,
  { data, day }: { readonly data: PortfolioData; readonly day: BatchDay },
  { entry, code, transactionNo }: DishonorOrder,
): Promise<Outcome<JudgedDishonor, DishonorObstacle>> {
  const { exception, written, bankDate } = entry
  if (exception.kind !== 'return') return obstacle('Only a return is sent back, and only once.')
  const near = parseLocalDate(bankDate)
  if (near === undefined) return obstacle('The file of the return has no day.')
  const settledOn = parseSettlementDate(written.batch.settlementDate, near) ?? near
  const { portfolioId } = data.portfolio
  const known = await findKnown(deps, unit, portfolioId, { entry, transactionNo })
  if (known === undefined && transactionNo !== undefined)
    return obstacle('The company of the entry has no such transaction in an ACH file.', 'transactionNo')
  const returned = { code: exception.code, settledOn, entry: known?.facts, leavesOn: day.businessDate }
  const refusal = dishonorRefusal(code, returned, deps.calendar)
  if (refusal !== undefined) return obstacle(WORDS[refusal], 'code')
  const information = code === 'R69' ? wrongFieldCodes(known?.facts.wrongFields ?? []) : ''
  const outgoing = outgoingOf(entry, exception, { code, settledOn, information })
  if (!outgoing.ok) return obstacle(`It cannot be sent: ${outgoing.error}.`)
  const unsendable = entryRefusal(data.portfolio, day, outgoing.value, unit.now)
  if (unsendable !== undefined) return obstacle(`It cannot be sent: ${unsendable}.`)
  const { loanNo = null, transaction } = known ?? {}
  return ok({ outgoing: outgoing.value, loanNo, transaction })
}

function outgoingOf(
  { written: { batch, entry } }: InboxEntry,
  exception: ReturnAddenda,
  dishonor: { readonly code: DishonorCode; readonly settledOn: LocalDate; readonly information: string },
): Outcome<OutgoingEntry, string> {
  const direction = TRANSACTION_CODES.get(entry.transactionCode)?.direction
  const sent = dishonoringEntry(entry, exception, dishonor)
  if (!sent.ok || direction === undefined) return sent.ok ? refused('its code is not known') : sent
  const { standardEntryClass, entryDescription } = batch
  return ok({ direction, standardEntryClass, entryDescription, entry: sent.value })
}

async function findKnown(
  deps: NeededDeps,
  unit: UnitOfWork,
  portfolioId: number,
  { entry, transactionNo }: Pick<DishonorOrder, 'entry' | 'transactionNo'>,
): Promise<Known | undefined> {
  const { originalTrace } = entry.exception
  const found =
    transactionNo === undefined
      ? await findTransactionByTrace(unit.tx, portfolioId, originalTrace)
      : await findTransaction(unit.tx, { portfolioId, transactionNo })
  if (found === undefined)
    return transactionNo === undefined ? await findPrenote(unit, portfolioId, entry) : undefined
  if (found.traceNumber === null) return undefined
  const all = await listTransactions(unit.tx, found)
  const transaction = all.find((one) => one.transactionNo === found.transactionNo)
  if (transaction === undefined) return undefined
  const { loanNo, settledOn, effectiveDate, returnCode } = transaction
  const facts = {
    settledOn: settledOn ?? effectiveDate,
    isReversed: SENT_STATUSES.includes(reversalOf(all, transaction)?.status ?? TransactionStatus.none),
    cameBackBefore: returnCode !== null,
    wrongFields: await wrongFieldsOf(deps, unit, entry, transaction),
  }
  return { loanNo, transaction, facts }
}

/** A prenote moved no money, so that a return with any is in error. */
async function findPrenote(
  unit: UnitOfWork,
  portfolioId: number,
  { exception, amount }: InboxEntry,
): Promise<Known | undefined> {
  const account = await findPrenotedAccount(unit.tx, portfolioId, exception.originalTrace)
  if (account === undefined || account.prenoteEffectiveDate === null) return undefined
  const facts = {
    settledOn: account.prenoteEffectiveDate,
    isReversed: false,
    cameBackBefore: account.prenoteReturnCode !== null,
    wrongFields: amount === 0n ? [] : (['amount'] as const),
  }
  return { loanNo: account.loanNo, transaction: undefined, facts }
}

/** The fields of a return that are not those of the entry as we sent it. */
async function wrongFieldsOf(
  { cipher }: NeededDeps,
  unit: UnitOfWork,
  { exception, amount, receiver, written: { entry } }: InboxEntry,
  transaction: MoneyTransaction,
): Promise<WrongField[]> {
  const accounts = await listLoanAccounts(unit.tx, transaction)
  const account = accounts.findLast((one) => one.accountKey === transaction.accountKey)
  const sentTo = account && cipher.open(loanAccountPlace(account, 'account_number'), account.accountNumber)
  const direction = transaction.type === TransactionType.debit ? 'debit' : 'credit'
  const code = TRANSACTION_CODES.get(entry.transactionCode)
  const isOtherType = account !== undefined && code?.account !== account.accountType
  const wrong: Readonly<Record<WrongField, boolean>> = {
    accountNumber:
      sentTo !== undefined && significantDigits(sentTo) !== significantDigits(entry.accountNumber.trim()),
    originalTrace: exception.originalTrace !== transaction.traceNumber,
    amount: amount !== transaction.amount,
    individualIdentification: receiver.individualIdentification?.trim() !== transaction.loanNo,
    transactionCode: code?.direction !== direction || isOtherType,
  }
  return (Object.keys(wrong) as WrongField[]).filter((field) => wrong[field])
}
