import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import type { DirectoryBank } from '@dolphin/domain/payments/bank-directory'

/** Where each field of a record stands, from its first character on. Source: the FedACH directory's file format. */
const FIELDS = {
  routingNumber: [0, 9],
  recordType: [19, 20],
  newRoutingNumber: [26, 35],
  bankName: [35, 71],
  city: [107, 127],
  state: [127, 129],
  status: [148, 149],
  view: [149, 150],
} as const

/** A record without its filler, and with it. */
const SHORTEST = 150
const LONGEST = 155
/** The directory has some 18,000 banks. */
const MOST_BANKS = 100_000
const MOST_FAULTS = 100

/** The Reserve Bank itself, where no consumer has an account; or a bank whose entries go to another number. */
const RESERVE_BANK = '0'
const MOVED = '2'
const RECORD_TYPES = new Set([RESERVE_BANK, '1', MOVED])
/** "Receives government and commercial entries", in the view that counts now. */
const RECEIVES = '1'

/** Why a line is not taken, for who imports the file. */
export interface DirectoryFault {
  readonly line: number
  readonly problem: string
}

/**
 * Reads the Federal Reserve's directory of ACH participants, one record of 155 characters a line. Refused as a whole with
 * every faulty line (at most 100): half a directory would call good banks unknown.
 */
export function readBankDirectory(bytes: Uint8Array): Outcome<DirectoryBank[], DirectoryFault[]> {
  if (UTF16_MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte)))
    return refused([{ line: 1, problem: 'the file is text in UTF-16; save it as plain text' }])
  const banks = new Map<string, DirectoryBank>()
  const faults: DirectoryFault[] = []
  for (const [index, text] of linesOf(bytes).entries()) {
    const line = index + 1
    const problem =
      problemOf(text) ??
      (banks.has(fieldOf(text, 'routingNumber')) ? 'the routing number stands twice' : undefined)
    if (problem !== undefined) faults.push({ line, problem })
    else banks.set(fieldOf(text, 'routingNumber'), bankOf(text))
    if (faults.length === MOST_FAULTS) break
  }
  if (faults.length > 0) return refused(faults)
  if (banks.size === 0) return refused([{ line: 1, problem: 'the file has no bank' }])
  if (banks.size > MOST_BANKS)
    return refused([{ line: MOST_BANKS, problem: `more than ${MOST_BANKS} banks` }])
  return ok([...banks.values()])
}

const UTF8_MARK = [0xef, 0xbb, 0xbf]
const UTF16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]
const CONTROL_Z = 0x1a

function linesOf(bytes: Uint8Array): string[] {
  // A byte order mark first, zeros or the Control-Z of DOS behind the end are no part of a file.
  const start = UTF8_MARK.every((byte, at) => bytes[at] === byte) ? UTF8_MARK.length : 0
  const end = bytes.findLastIndex((byte) => byte !== 0 && byte !== CONTROL_Z) + 1
  const lines = new TextDecoder('latin1').decode(bytes.subarray(start, end)).split(/\r?\n/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  return lines
}

const fieldOf = (line: string, name: keyof typeof FIELDS): string => line.slice(...FIELDS[name]).trim()

function problemOf(line: string): string | undefined {
  if (line.length < SHORTEST || line.length > LONGEST)
    return `a record has ${LONGEST} characters, this one ${line.length}`
  if (!isAbaRouting(fieldOf(line, 'routingNumber'))) return 'the routing number has a mistake in it'
  if (!RECORD_TYPES.has(fieldOf(line, 'recordType'))) return 'the record type is none of 0, 1 and 2'
  if (fieldOf(line, 'bankName') === '') return 'the bank has no name'
  if (fieldOf(line, 'recordType') === MOVED && !isAbaRouting(fieldOf(line, 'newRoutingNumber')))
    return 'the new routing number has a mistake in it'
  return undefined
}

function bankOf(line: string): DirectoryBank {
  const recordType = fieldOf(line, 'recordType')
  const receives = fieldOf(line, 'status') === RECEIVES && fieldOf(line, 'view') === RECEIVES
  return {
    routingNumber: fieldOf(line, 'routingNumber'),
    bankName: fieldOf(line, 'bankName'),
    city: fieldOf(line, 'city'),
    state: fieldOf(line, 'state'),
    takesAch: recordType !== RESERVE_BANK && receives,
    newRoutingNumber: recordType === MOVED ? fieldOf(line, 'newRoutingNumber') : null,
  }
}
