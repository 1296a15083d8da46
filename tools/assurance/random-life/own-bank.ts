import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPaths } from '@dolphin/api/config/config'
import type { MoneyDeps } from '@dolphin/api/deps'
import { transmitFiles } from '@dolphin/api/modules/payments/transmit-files'
import { dayFrom, type Day } from '../loan-model/day.ts'
import type { BankAnswer, SentEntry } from '../loan-model/facts.ts'

/** The bank of a life: what it received, and what it answered, in its own books. */
export interface OwnBank {
  /** Names of the files that it has read. */
  readonly read: Set<string>
  readonly sent: SentEntry[]
  readonly answers: BankAnswer[]
  /** When in the life each trace number came. */
  readonly orders: Map<string, number>
}

export const openBank = (): OwnBank => ({ read: new Set(), sent: [], answers: [], orders: new Map() })

/** Transaction codes of prenotes, which move no money. Source: facts/ach.md §1. */
const PRENOTES = ['23', '28', '33', '38']
/** Of the second digit: 2 pays in, 7 takes out. */
const CREDIT_DIGIT = '2'

/** Reads the files that the bank has received since it last looked; the entries that came. */
export async function receive(
  bank: OwnBank,
  money: MoneyDeps,
  { today, order }: { readonly today: Day; readonly order: number },
): Promise<SentEntry[]> {
  await transmitFiles(money)
  const folder = join(dataPaths(money.config.dataDir).bank, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const came: SentEntry[] = []
  for (const name of names.filter((one) => !bank.read.has(one)).toSorted()) {
    bank.read.add(name)
    came.push(...entriesOf(await readFile(join(folder, name), 'latin1'), today))
  }
  for (const { trace } of came) bank.orders.set(trace, order)
  bank.sent.push(...came)
  return came
}

/** The entries of a file, by columns. Source: facts/ach.md §1, records 5 and 6. */
function entriesOf(text: string, sentOn: Day): SentEntry[] {
  let day = 0
  const entries: SentEntry[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('5'))
      day = dayFrom(`20${line.slice(69, 71)}-${line.slice(71, 73)}-${line.slice(73, 75)}`)
    if (!line.startsWith('6') || PRENOTES.includes(line.slice(1, 3))) continue
    entries.push({
      trace: line.slice(79, 94),
      loanNo: line.slice(39, 54).trim(),
      direction: line.charAt(2) === CREDIT_DIGIT ? 'credit' : 'debit',
      amount: BigInt(line.slice(29, 39)),
      day,
      sentOn,
      account: line.slice(12, 29).trim(),
      isPulled: false,
    })
  }
  return entries
}

/** The lender called an entry back before it settled. */
export function pull(bank: OwnBank, trace: string): void {
  const at = bank.sent.findIndex((entry) => entry.trace === trace)
  const entry = bank.sent[at]
  if (entry !== undefined) bank.sent[at] = { ...entry, isPulled: true }
}
