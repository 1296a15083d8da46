import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { Cents } from '@dolphin/domain/money/cents'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import type { ExceptionAddenda } from '@dolphin/nacha/exception-addenda'
import type { NachaError } from '@dolphin/nacha/nacha-error'
import { NachaReader } from '@dolphin/nacha/nacha-reader'

/** What the bank says of one entry that we sent. */
export interface InboxEntry {
  /** Of its entry record in the file, from 1. */
  readonly line: number
  /** Of the batch that it stands in: whose entry it was. */
  readonly companyId: string
  readonly amount: Cents
  /** Day of its batch, else of the file, YYYY-MM-DD. */
  readonly bankDate: string
  /** Of the receiver, as we sent them: which loan the entry may be about. */
  readonly receiver: ReceiverFields
  readonly exception: ExceptionAddenda
}

/** Who was to get the entry that comes back. */
export interface ReceiverFields {
  readonly accountNumber: string
  readonly individualName: string
  readonly individualIdentification: string
}

/**
 * Reads a file of the bank whole: returns, their dishonors and contests, notices of change. Any fault refuses all of
 * it, and so does an entry that brings no such news, for such a file is not meant for us. Source: ach.md §1
 * to §3.
 */
export function readInboxFile(bytes: Uint8Array): Outcome<readonly InboxEntry[], readonly NachaError[]> {
  const items: InboxEntry[] = []
  const strange: NachaError[] = []
  let companyId = ''
  let fileDate = ''
  let bankDate = ''
  const reader = new NachaReader({
    file: ({ creationDate }) => {
      fileDate = formatLocalDate(creationDate)
    },
    batch: ({ companyIdentification, effectiveEntryDate }) => {
      companyId = companyIdentification.trim()
      bankDate = effectiveEntryDate === undefined ? fileDate : formatLocalDate(effectiveEntryDate)
    },
    entry: ({ exceptions = [], amount, accountNumber, individualName, individualIdentification }, line) => {
      if (exceptions.length === 0) strange.push(noNews(line))
      const receiver = { accountNumber, individualName, individualIdentification }
      for (const exception of exceptions) {
        items.push({ line, companyId, amount, bankDate, receiver, exception })
      }
    },
  })
  // One character a byte, so that one beyond ASCII shifts no column.
  reader.write(Buffer.from(bytes).toString('latin1'))
  const faults = [...reader.end(), ...strange]
  return faults.length === 0 ? ok(items) : refused(faults)
}

const noNews = (line: number): NachaError => ({
  record: 'entryDetail',
  field: 'addendaIndicator',
  value: '0',
  problem: 'brings neither a return nor a notice of change',
  line,
})

/** Columns 41 to 50 of a batch header (ach.md §1). */
const COMPANY_ID = /^5.{39}(.{10})/

/** The company identifications that stand in a file, readable or not: tells whose file it was meant to be. */
export function companiesNamed(bytes: Uint8Array): ReadonlySet<string> {
  const lines = Buffer.from(bytes).toString('latin1').split(/\r?\n/)
  return new Set(lines.flatMap((line) => COMPANY_ID.exec(line)?.[1]?.trim() ?? []))
}

/** Faults of items that stand under another company's name than the portfolio's. */
export const entriesOfOtherCompanies = (items: readonly InboxEntry[], companyId: string): NachaError[] =>
  items
    .filter((item) => item.companyId !== companyId)
    .map(({ companyId: value, line }) => ({
      record: 'batchHeader',
      field: 'companyIdentification',
      value,
      problem: 'is not that of this portfolio',
      line,
    }))
