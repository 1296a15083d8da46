import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { type BankNews, bankFile } from '@dolphin/api/testing/bank-returns'
import type { Chance } from './chance.ts'
import type { FaultBook } from './faults.ts'

/** What a bank will say of an entry, and when. */
export interface PendingNews extends BankNews {
  readonly dueOn: LocalDate
}

interface ReturnFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** The bank that sends returns. */
interface ReturningBank {
  readonly portfolioId: number
  readonly calendar: BankCalendar
  readonly chance: Chance
  readonly faults: FaultBook
}

/** How often which fault befalls a day's returns. */
const LATE = 0.12
const MALFORMED = 0.12
const TWICE = 0.25
const REPEATED = 0.25
const OUT_OF_ORDER = 0.3
const SERIALS = 26

/** The files of a day's returns; `kept` is what only a later day brings. */
export function returnFiles(
  { portfolioId, calendar, chance, faults }: ReturningBank,
  due: readonly PendingNews[],
  today: LocalDate,
): { readonly files: readonly ReturnFile[]; readonly kept: readonly PendingNews[] } {
  const day = formatLocalDate(today)
  const befalls = (what: string, share: number) => faults.on && chance(what, day) < share
  const postponed = () => due.map((news) => ({ ...news, dueOn: calendar.next(today) }))
  const fileOf = (place: number, news: readonly BankNews[]): ReturnFile => ({
    fileName: `RET-${day}-${place}.ach`,
    bytes: bankFile(news, { portfolioId, serial: (today + place) % SERIALS }),
  })
  // A bank that repeats an entry repeats its own number of it.
  const numbered = due.map((news, index) => ({ ...news, bankSequence: index + 1 }))
  if (befalls('late', LATE)) {
    faults.inject('return file a day late')
    return { files: [], kept: postponed() }
  }
  const whole = fileOf(0, numbered)
  if (befalls('malformed', MALFORMED)) {
    faults.inject('return file malformed')
    // Cut off within a record, as by a connection that broke; the bank sends it again the next day.
    const bytes = whole.bytes.slice(0, Math.floor(whole.bytes.length * 0.6))
    return { files: [{ ...whole, bytes }], kept: postponed() }
  }
  const files = [whole]
  if (befalls('twice', TWICE)) {
    faults.inject('return file sent twice')
    files.push({ ...whole, fileName: `RET-${day}-9.ach` })
  }
  if (befalls('repeated', REPEATED)) {
    faults.inject('returns repeated in another file')
    files.push(fileOf(1, numbered))
  }
  if (due.length > 1 && befalls('out of order', OUT_OF_ORDER)) {
    faults.inject('return files out of order')
    files.splice(0, 1, fileOf(3, numbered.slice(1)), fileOf(4, numbered.slice(0, 1)))
  }
  return { files, kept: [] }
}
