import { cents } from '@dolphin/domain/money/cents'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { type BankNews, bankFile } from '@dolphin/api/testing/bank-returns'
import type { BankEntry } from './simulated-bank.ts'

/** What banks really send beside what they should, each kind once in a week. Source: docs/field-cases.md. */
export const ODD_KINDS = [
  'unknown code',
  'unknown class',
  'unknown company',
  'unknown trace',
  'unknown trace of a known loan',
  'wrong amount',
  'damaged line',
  'file cut off',
  'stacked, unpadded, CR LF, beyond ASCII, repeated',
] as const
export type OddKind = (typeof ODD_KINDS)[number]

/** How the names of these files begin. */
const ODD_FILE = 'ODD-'

interface OddFile {
  readonly kind: OddKind
  readonly fileName: string
  readonly bytes: Uint8Array
}

const RECORD = 94
const DAYS_OF_WEEK = 7
/** Entries of our own trace numbers never come to it. */
const NO_TRACE = '091000019999999'
/** The code of a debit that came back although its trace number is of none. */
export const CAME_BACK = 'R09'
/** Files of the same content are told apart by it; those of returns use their own. */
const SERIAL = 25

/**
 * The odd files of a day: every kind on the first day of a week on which there are enough debits for them to be about.
 * They tell of debits that did not come back, so that people resolve each and nothing changes; but for one that came back
 * under an unknown trace, which people apply.
 */
export function oddFiles(today: LocalDate, debits: readonly BankEntry[]): readonly OddFile[] {
  const about = debits.slice(-ODD_KINDS.length)
  if (about.length < ODD_KINDS.length) return []
  const day = formatLocalDate(today)
  return ODD_KINDS.map((kind, place) => ({
    kind,
    fileName: `${ODD_FILE}${day}-${place}.ach`,
    bytes: Buffer.from(WRITERS[kind](about[place] as BankEntry, today), 'latin1'),
  }))
}

/** Whether a day is the first of its week. */
export const isFirstOfWeek = (today: LocalDate, lastOn: LocalDate | undefined): boolean =>
  lastOn === undefined || today - lastOn >= DAYS_OF_WEEK

const textOf = (news: BankNews, today: LocalDate): string =>
  // The bank numbers its entries anew each week, as banks do over a year.
  Buffer.from(
    bankFile([{ ...news, bankSequence: (today % 9_000) + 1 }], { serial: SERIAL, day: today }),
  ).toString('latin1')

const returned = ({ traceNumber, amount }: BankEntry, code: string): BankNews => ({
  transaction: { type: TransactionType.debit, amount: cents(amount), traceNumber },
  code,
})

type Writer = (about: BankEntry, today: LocalDate) => string

const WRITERS: Readonly<Record<OddKind, Writer>> = {
  'unknown code': (about, today) => textOf(returned(about, 'R85'), today).replace('799R85', '799R97'),
  'unknown class': (about, today) =>
    textOf(returned(about, 'R01'), today).replace('PPDLOAN PMT', 'XYZLOAN PMT'),
  'unknown company': (about, today) =>
    textOf(returned(about, 'R01'), today).replaceAll('1180001180', '9990009990'),
  'unknown trace': (about, today) =>
    textOf({ ...returned({ ...about, traceNumber: NO_TRACE }, 'R03'), accountNumber: '555' }, today),
  'unknown trace of a known loan': (about, today) =>
    textOf(
      {
        ...returned({ ...about, traceNumber: NO_TRACE }, CAME_BACK),
        accountNumber: '999',
        individualIdentification: about.loanNo,
      },
      today,
    ),
  'wrong amount': (about, today) => textOf(returned({ ...about, amount: about.amount - 1n }, 'R01'), today),
  'damaged line': (about, today) => withoutEnd(textOf(returned(about, 'R01'), today)),
  'file cut off': (about, today) => textOf(returned(about, 'R01'), today).slice(0, RECORD * 2 + 60),
  'stacked, unpadded, CR LF, beyond ASCII, repeated': (about, today) => {
    const whole = textOf(
      { ...returned({ ...about, traceNumber: NO_TRACE }, 'R03'), accountNumber: '777' },
      today,
    )
    const bare = whole.replaceAll(`${'9'.repeat(RECORD)}\n`, '').replaceAll('QUILL', 'QU\u00CFLL')
    return `${bare}${bare}`.replaceAll('\n', '\r\n')
  },
}

/** The addenda of the entry without its last thirty characters. */
const withoutEnd = (text: string): string =>
  text.replace(/^(7.*).{30}$/m, (_, start: string) => start.trimEnd())
