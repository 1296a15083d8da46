import {
  listLoansNamed,
  listLoansOnAccounts,
  listLoansSentAmount,
} from '@dolphin/database/payments/concerned-loan-repository'
import { listLoanAccountsOf } from '@dolphin/database/payments/debit-facts-repository'
import { findTransactionByTrace } from '@dolphin/database/payments/transaction-repository'
import { loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import { findPrenotedAccount } from '@dolphin/database/servicing/prenote-repository'
import { addDays } from '@dolphin/domain/calendar/local-date'
import type { EntryClue } from '@dolphin/nacha/entry-clue'
import { achText } from '@dolphin/nacha/ach-text'
import { accountKeyOf } from '../../servicing/account-key.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { MoneyDeps } from '../../../deps.ts'
import type { ItemContext } from './import-file.ts'

type NeededDeps = Pick<MoneyDeps, 'cipher'>
type Context = Pick<ItemContext, 'portfolioId' | 'today'>

/** The latest a bank may return an entry is 60 days after it settled, and it settles some days after it is sent. */
const LOOK_BACK_DAYS = 75
/** Loans of one amount whose names are compared. */
const MOST_NAMES = 500
const NAME_LENGTH = 22

/** The loans that entries of the bank may be about: by trace, by account, by number, or by amount and fitting name. */
export async function loansConcerned(
  deps: NeededDeps,
  unit: UnitOfWork,
  context: Context,
  clues: readonly EntryClue[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const clue of clues) for (const loanNo of await loansOf(deps, unit, context, clue)) found.add(loanNo)
  return [...found].toSorted()
}

async function loansOf(
  deps: NeededDeps,
  unit: UnitOfWork,
  context: Context,
  clue: EntryClue,
): Promise<readonly string[]> {
  const { portfolioId } = context
  const { originalTrace, individualIdentification } = clue
  const sent = originalTrace && (await findTransactionByTrace(unit.tx, portfolioId, originalTrace))
  // The trace is the bank's own name for the entry; where it leads to one, nothing has to be guessed.
  if (sent) return [sent.loanNo]
  const asked = originalTrace && (await findPrenotedAccount(unit.tx, portfolioId, originalTrace))
  if (asked) return [asked.loanNo]
  const named = individualIdentification
    ? await listLoansNamed(unit.tx, portfolioId, [individualIdentification])
    : []
  return [
    ...named,
    ...(await loansOnAccount(deps, unit, portfolioId, clue)),
    ...(await loansOfName(deps, unit, context, clue)),
  ]
}

async function loansOnAccount(
  deps: NeededDeps,
  unit: UnitOfWork,
  portfolioId: number,
  { originalRdfi, accountNumber }: EntryClue,
): Promise<readonly string[]> {
  if (originalRdfi === undefined || accountNumber === undefined) return []
  // An addenda holds eight of the nine digits of a routing number; the last one follows from them.
  const keys = Array.from({ length: 10 }, (_, checkDigit) =>
    accountKeyOf(deps, {
      routingNumber: `${originalRdfi}${checkDigit}`,
      accountNumber: accountNumber.trim(),
    }),
  )
  return await listLoansOnAccounts(unit.tx, portfolioId, keys)
}

async function loansOfName(
  { cipher }: NeededDeps,
  unit: UnitOfWork,
  { portfolioId, today }: Context,
  { amount, individualName }: EntryClue,
): Promise<readonly string[]> {
  if (amount === undefined || amount === 0n || individualName === undefined) return []
  const window = { amount, from: addDays(today, -LOOK_BACK_DAYS), limit: MOST_NAMES }
  const loanNos = await listLoansSentAmount(unit.tx, portfolioId, window)
  const accounts = await listLoanAccountsOf(unit.tx, portfolioId, loanNos)
  return accounts
    .filter((account) =>
      fits(individualName, cipher.open(loanAccountPlace(account, 'holder_name'), account.holderName)),
    )
    .map(({ loanNo }) => loanNo)
}

/** Whether an entry's name may be a holder's: a word of two letters or more is in both. */
function fits(name: string, holder: string): boolean {
  const own = wordsOf(achText(holder, NAME_LENGTH))
  return wordsOf(name).some((word) => own.includes(word))
}

const wordsOf = (name: string): string[] => name.toUpperCase().match(/[A-Z]{2,}/g) ?? []
