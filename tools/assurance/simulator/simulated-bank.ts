import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { assert } from '@dolphin/domain/assert'
import { cents } from '@dolphin/domain/money/cents'
import { TransactionType } from '@dolphin/domain/payments/codes'
import type { EntryDetail } from '@dolphin/nacha/nacha-file'
import { readFile as readNachaFile } from '@dolphin/nacha/testing/read-file'
import type { BankNews } from '@dolphin/api/testing/bank-returns'
import type { Chance } from './chance.ts'
import type { FaultBook } from './faults.ts'
import type { DebitFate } from './lives.ts'
import { isFirstOfWeek, type OddKind, oddFiles } from './odd-files.ts'
import { type PendingNews, returnFiles } from './return-files.ts'

/** A dispute comes back within 60 days of settlement. */
const FIRST_DISPUTE_DAY = 10
const DISPUTE_DAYS = 45

/** Prenotes whose account the bank corrects; it says nothing of the others. */
const CORRECTED_BY_PRENOTE = 0.2

/** An entry as the bank has it. */
export interface BankEntry {
  readonly traceNumber: string
  readonly fileName: string
  readonly loanNo: string
  readonly isDebit: boolean
  readonly amount: bigint
  readonly effectiveDate: LocalDate
}

/** The lender's bank, the clearing house and the borrowers' banks: they see files and write files, nothing else. */
export interface SimulatedBank {
  /** Reads what the lender has put out since; answers the entries that came. */
  readOutbox(): Promise<readonly BankEntry[]>
  /** Sends what is due back by a day; answers how many files that are. */
  deliver(today: LocalDate): Promise<number>
  /** Every entry it ever got, in order; one that came twice is there twice. */
  readonly entries: readonly BankEntry[]
  /** How many debits of a loan it got. */
  debitsOf(loanNo: string): number
  /** When a loan's money arrives: the effective date of its credit. */
  fundedOn(loanNo: string): LocalDate | undefined
  /** What came back so far, by code. */
  readonly returned: ReadonlyMap<string, number>
  /** How many dishonored returns it contested. */
  readonly contested: () => number
  /** Odd files sent so far, by kind. */
  readonly odd: ReadonlyMap<OddKind, number>
}

interface BankDeps {
  /** The folder that both sides share. */
  readonly folder: string
  readonly portfolioId: number
  readonly calendar: BankCalendar
  readonly chance: Chance
  readonly faults: FaultBook
  /** The day from which odd files come each week; never by default. */
  readonly oddFrom?: LocalDate
  /** What becomes of a loan's nth debit. */
  readonly fate: (loanNo: string, nth: number) => DebitFate | undefined
}

export function createSimulatedBank(deps: BankDeps): SimulatedBank {
  const known = new Set<string>()
  const entries: BankEntry[] = []
  const debits = new Map<string, number>()
  const funded = new Map<string, LocalDate>()
  const returned = new Map<string, number>()
  const odd = new Map<OddKind, number>()
  let contested = 0
  let sentBack = 0
  const silent: BankEntry[] = []
  let oddOn: LocalDate | undefined
  let waiting: PendingNews[] = []
  const take = (entry: BankEntry, detail: EntryDetail): void => {
    entries.push(entry)
    if (detail.exceptions !== undefined) {
      sentBack += 1
      // It takes every second one back.
      if (sentBack % 2 === 1) waiting.push(contestOf(deps, entry, detail))
      return
    }
    const { loanNo, isDebit, effectiveDate } = entry
    if (entry.amount === 0n) {
      const isWrong = deps.chance('prenote', loanNo, entry.traceNumber) < CORRECTED_BY_PRENOTE
      if (isWrong) waiting.push(newsOf(deps, entry, detail, 'C01'))
      return
    }
    if (!isDebit) {
      if (!funded.has(loanNo)) funded.set(loanNo, effectiveDate)
      return
    }
    const nth = (debits.get(loanNo) ?? 0) + 1
    debits.set(loanNo, nth)
    const fate = deps.fate(loanNo, nth)
    if (fate === undefined) silent.push(entry)
    else waiting.push(newsOf(deps, entry, detail, fate))
  }
  const sendOdd = async (today: LocalDate): Promise<number> => {
    if (
      deps.oddFrom === undefined ||
      today < deps.oddFrom ||
      !deps.calendar.isBankingDay(today) ||
      !isFirstOfWeek(today, oddOn)
    )
      return 0
    const files = oddFiles(
      today,
      silent.filter(({ effectiveDate }) => effectiveDate < today),
    )
    if (files.length > 0) oddOn = today
    for (const { kind } of files) odd.set(kind, (odd.get(kind) ?? 0) + 1)
    await putIntoInbox(deps.folder, files)
    return files.length
  }
  return {
    entries,
    returned,
    odd,
    contested: () => contested,
    debitsOf: (loanNo) => debits.get(loanNo) ?? 0,
    fundedOn: (loanNo) => funded.get(loanNo),
    async readOutbox() {
      const before = entries.length
      for (const { fileName, text } of await newFiles(deps.folder, known)) readWhole(fileName, text, take)
      return entries.slice(before)
    },
    async deliver(today) {
      const oddCount = await sendOdd(today)
      const due = waiting.filter(({ dueOn }) => dueOn <= today)
      if (due.length === 0) return oddCount
      const { files, kept } = returnFiles(deps, due, today)
      waiting = [...waiting.filter(({ dueOn }) => dueOn > today), ...kept]
      await putIntoInbox(deps.folder, files)
      const late = new Set(kept)
      for (const { code, contests } of due.filter((news) => !late.has(news)))
        if (contests === undefined) returned.set(code, (returned.get(code) ?? 0) + 1)
        else contested += 1
      return oddCount + files.length
    },
  }
}

async function putIntoInbox(
  folder: string,
  files: readonly { readonly fileName: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  const inbox = join(folder, 'inbox')
  await mkdir(inbox, { recursive: true })
  for (const { fileName, bytes } of files) await writeFile(join(inbox, fileName), bytes)
}

async function newFiles(folder: string, known: Set<string>): Promise<{ fileName: string; text: string }[]> {
  const outbox = join(folder, 'outbox')
  await mkdir(outbox, { recursive: true })
  const files = []
  for (const fileName of (await readdir(outbox)).toSorted()) {
    if (known.has(fileName) || fileName.startsWith('.')) continue
    known.add(fileName)
    files.push({ fileName, text: await readFile(join(outbox, fileName), 'utf8') })
  }
  return files
}

function readWhole(
  fileName: string,
  text: string,
  take: (entry: BankEntry, detail: EntryDetail) => void,
): void {
  const file = readNachaFile(text)
  if (!file.ok) throw new Error(`the bank cannot read ${fileName}: ${JSON.stringify(file.error)}`)
  for (const { header, entries } of file.value.batches) {
    const { effectiveEntryDate: effectiveDate } = header
    if (effectiveDate === undefined) throw new Error(`${fileName} has no effective date`)
    for (const detail of entries) {
      const { traceNumber, amount, individualIdentification } = detail
      const loanNo = individualIdentification.trim()
      take({ traceNumber, fileName, loanNo, isDebit: isDebit(detail), amount, effectiveDate }, detail)
    }
  }
}

const DEBITS: readonly string[] = ['27', '37', '28', '38']
const isDebit = ({ transactionCode }: EntryDetail): boolean => DEBITS.includes(transactionCode)

/** On the banking day after it took effect, or weeks later where it is a dispute. */
function newsOf(
  { calendar, chance }: BankDeps,
  { loanNo, effectiveDate, traceNumber }: BankEntry,
  { amount }: EntryDetail,
  code: DebitFate,
): PendingNews {
  const news: BankNews = { transaction: { type: TransactionType.debit, amount, traceNumber }, code }
  const about = [loanNo, formatLocalDate(effectiveDate)] as const
  if (code === 'R10') {
    const days = FIRST_DISPUTE_DAY + Math.floor(chance('dispute', ...about) * DISPUTE_DAYS)
    return { ...news, dueOn: calendar.onOrAfter(addDays(effectiveDate, days)) }
  }
  const dueOn = calendar.next(effectiveDate)
  if (code !== 'C01') return { ...news, dueOn }
  const number = Math.floor(chance('account', ...about) * 900) + 100
  return { ...news, dueOn, correctedData: `000111222${number}` }
}

/** By which code the bank contests a dishonored return: no errors, or of ours after all. */
const CONTESTS: Readonly<Record<string, string>> = { R69: 'R76', R61: 'R72' }

/** On the banking day after it took effect. */
function contestOf(
  { calendar }: BankDeps,
  { traceNumber, amount, effectiveDate }: BankEntry,
  { accountNumber, exceptions = [] }: EntryDetail,
): PendingNews {
  const [dishonor] = exceptions
  assert(dishonor?.kind === 'dishonored', 'the lender sends nothing else back')
  const { code, returnCode, originalTrace } = dishonor
  return {
    transaction: { type: TransactionType.debit, amount: cents(amount), traceNumber: originalTrace },
    code: CONTESTS[code] ?? 'R72',
    contests: { traceNumber, code, returnCode },
    accountNumber,
    dueOn: calendar.next(effectiveDate),
  }
}
