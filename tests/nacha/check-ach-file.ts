/**
 * An independent judge of ACH files, written from the published layout alone. It shares no code with the writer,
 * so that one misreading cannot hide in both. Every fault is a sentence; no sentence means the file is accepted.
 */

/** Characters from..to of a record, counted from 1 as the layout prints them. */
const at = (record: string, from: number, to: number): string => record.slice(from - 1, to)

const CREDIT_CODES = new Set(['21', '22', '23', '24', '31', '32', '33', '34', '51', '52', '53', '54'])
const DEBIT_CODES = new Set(['26', '27', '28', '29', '36', '37', '38', '39', '55', '56'])
const ZERO_AMOUNT_CODES = new Set(['23', '24', '28', '29', '33', '34', '38', '39', '53', '54'])
/** What came back: a return keeps the amount of what was sent, which may be none. */
const RETURNED_CODES = new Set(['21', '26', '31', '36', '51', '56'])
const CLASSES = new Set(['PPD', 'WEB', 'TEL', 'CCD', 'COR'])

interface Sums {
  count: number
  hash: bigint
  debit: bigint
  credit: bigint
}

const nothing = (): Sums => ({ count: 0, hash: 0n, debit: 0n, credit: 0n })

interface State {
  faults: string[]
  file: Sums
  batches: number
  lastBatchNumber: number
  traces: Set<string>
  batch: { header: string; sums: Sums; lastTrace: string } | undefined
  entry: string | undefined
}

function demand(state: State, line: number, holds: boolean, fault: string): void {
  if (!holds) state.faults.push(`record ${line}: ${fault}`)
}

function isCalendarDay(yymmdd: string): boolean {
  if (!/^\d{6}$/.test(yymmdd)) return false
  const [year, month, day] = [
    2000 + Number(yymmdd.slice(0, 2)),
    Number(yymmdd.slice(2, 4)),
    Number(yymmdd.slice(4)),
  ]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** 3-7-1 weights over the nine digits come to a multiple of ten. */
function isRouting(nine: string): boolean {
  if (!/^\d{9}$/.test(nine)) return false
  const weighted = Array.from(nine, (digit, index) => Number(digit) * ([3, 7, 1][index % 3] ?? 0))
  return weighted.reduce((total, one) => total + one, 0) % 10 === 0
}

const isNumeric = (text: string): boolean => /^\d+$/.test(text)
const number = (text: string): bigint => (isNumeric(text) ? BigInt(text) : -1n)

function checkFileHeader(state: State, record: string, line: number): void {
  demand(state, line, at(record, 2, 3) === '01', 'priority code is not 01')
  demand(
    state,
    line,
    isRouting(at(record, 5, 13)) && at(record, 4, 4) === ' ',
    'immediate destination is no routing number',
  )
  const origin = at(record, 14, 23)
  demand(
    state,
    line,
    /^ \d{9}$|^[0-9A-Z]{10}$/.test(origin),
    'immediate origin is neither routing number nor company id',
  )
  demand(state, line, isCalendarDay(at(record, 24, 29)), 'creation date is no day')
  demand(state, line, /^(([01]\d|2[0-3])[0-5]\d| {4})$/.test(at(record, 30, 33)), 'creation time is no time')
  demand(state, line, /^[A-Z0-9]$/.test(at(record, 34, 34)), 'file id modifier is not A-Z or 0-9')
  demand(state, line, at(record, 35, 37) === '094', 'record size is not 094')
  demand(state, line, at(record, 38, 39) === '10', 'blocking factor is not 10')
  demand(state, line, at(record, 40, 40) === '1', 'format code is not 1')
}

function checkBatchHeader(state: State, record: string, line: number): void {
  demand(state, line, state.batch === undefined, 'batch header inside a batch')
  demand(
    state,
    line,
    ['200', '220', '225'].includes(at(record, 2, 4)),
    'service class is not 200, 220 or 225',
  )
  demand(state, line, /[1-9A-Za-z]/.test(at(record, 5, 20)), 'company name is blank or zeros')
  demand(state, line, at(record, 41, 50).trim() !== '', 'company id is blank')
  demand(state, line, CLASSES.has(at(record, 51, 53)), 'standard entry class is unknown')
  demand(state, line, /[1-9A-Za-z]/.test(at(record, 54, 63)), 'entry description is blank or zeros')
  demand(state, line, isCalendarDay(at(record, 70, 75)), 'effective entry date is no day')
  demand(state, line, at(record, 79, 79) === '1', 'originator status is not 1')
  demand(state, line, isNumeric(at(record, 80, 87)), 'ODFI identification is not 8 digits')
  const batchNumber = Number(number(at(record, 88, 94)))
  demand(state, line, batchNumber > state.lastBatchNumber, 'batch number does not ascend')
  state.lastBatchNumber = batchNumber
  state.batch = { header: record, sums: nothing(), lastTrace: '' }
}

function checkEntry(state: State, record: string, line: number): void {
  const { batch } = state
  if (batch === undefined) return demand(state, line, false, 'entry outside a batch')
  const code = at(record, 2, 3)
  const amount = number(at(record, 30, 39))
  demand(state, line, CREDIT_CODES.has(code) || DEBIT_CODES.has(code), 'transaction code is unknown')
  demand(state, line, isRouting(at(record, 4, 12)), 'routing number fails its check digit')
  demand(state, line, /^[^ ]+ *$/.test(at(record, 13, 29)), 'account number is blank or has a blank inside')
  demand(state, line, amount >= 0n, 'amount is not 10 digits')
  demand(
    state,
    line,
    RETURNED_CODES.has(code) || (amount === 0n) === ZERO_AMOUNT_CODES.has(code),
    'amount does not fit the transaction code',
  )
  checkEntryInClass(state, record, batch.header, line)
  demand(state, line, at(record, 55, 76).trim() !== '', 'individual name is blank')
  demand(state, line, ['0', '1'].includes(at(record, 79, 79)), 'addenda indicator is not 0 or 1')
  const trace = at(record, 80, 94)
  demand(state, line, isNumeric(trace), 'trace number is not 15 digits')
  demand(state, line, trace.slice(0, 8) === at(batch.header, 80, 87), 'trace number is not of the ODFI')
  demand(state, line, trace > batch.lastTrace, 'trace number does not ascend in its batch')
  demand(state, line, !state.traces.has(trace), 'trace number is used twice')
  state.traces.add(trace)
  batch.lastTrace = trace
  batch.sums.count += 1
  batch.sums.hash += number(at(record, 4, 11))
  if (DEBIT_CODES.has(code)) batch.sums.debit += amount
  else batch.sums.credit += amount
  state.entry = record
}

function checkEntryInClass(state: State, record: string, header: string, line: number): void {
  const [code, kind] = [at(record, 2, 3), at(header, 51, 53)]
  const isReversal = at(header, 54, 63) === 'REVERSAL  '
  const isReturned = RETURNED_CODES.has(code)
  demand(
    state,
    line,
    isReturned || at(header, 76, 78) === '   ',
    'settlement date is filled in by the originator',
  )
  demand(state, line, !isReturned || at(record, 79, 79) === '1', 'a returned entry without an addenda')
  demand(state, line, code !== '55' || isReversal, 'a loan account is debited in a reversal only')
  demand(state, line, kind !== 'COR' || isReturned, 'an entry that was not returned in a COR batch')
  if ((kind !== 'WEB' && kind !== 'TEL') || isReturned) return
  demand(state, line, DEBIT_CODES.has(code) || isReversal, 'a credit in a WEB or TEL batch')
  demand(state, line, /^(S |R | {2})$/.test(at(record, 77, 78)), 'payment type code is not S, R or blank')
  demand(state, line, /[^0 ]/.test(at(record, 55, 76)), 'a WEB or TEL entry without a name')
}

/** The entry that an addenda follows, and the header of its batch. */
interface AddendaPlace {
  readonly entry: string
  readonly header: string
}

/** Types 98 and 99. A return, a dishonor (R61-R70) and a contest (R71-R77) are laid out each in its own way. */
function checkReturnedAddenda(
  state: State,
  record: string,
  { entry, header }: AddendaPlace,
  line: number,
): void {
  const isNotice = at(record, 2, 3) === '98'
  const code = at(record, 4, 6)
  demand(state, line, RETURNED_CODES.has(at(entry, 2, 3)), 'a returned addenda after an entry that was not')
  demand(
    state,
    line,
    isNotice === (at(header, 51, 53) === 'COR'),
    'a notice of change outside COR, or a return in it',
  )
  demand(
    state,
    line,
    isNotice ? /^C0[1-79]$/.test(code) : /^R\d\d$/.test(code),
    'return or change code is unknown',
  )
  demand(state, line, isNumeric(at(record, 7, 21)), 'original trace is not 15 digits')
  demand(state, line, isNumeric(at(record, 28, 35)), 'original RDFI is not 8 digits')
  demand(state, line, at(record, 80, 94) === at(entry, 80, 94), 'trace differs from that of its entry')
  if (isNotice) {
    demand(
      state,
      line,
      at(record, 22, 27).trim() + at(record, 65, 79).trim() === '',
      'reserved positions are not blank',
    )
    demand(state, line, at(record, 36, 64).trim() !== '', 'corrected data is blank')
    demand(state, line, number(at(entry, 30, 39)) === 0n, 'a notice of change with an amount')
  } else if (code >= 'R71' && code <= 'R77') {
    const digits = at(record, 22, 27) + at(record, 36, 38) + at(record, 39, 58) + at(record, 59, 78)
    demand(
      state,
      line,
      isNumeric(digits) && at(record, 79, 79) === ' ',
      'contested return is not laid out as one',
    )
  } else if (code >= 'R61' && code <= 'R70') {
    const blanks = at(record, 22, 27) + at(record, 36, 38)
    demand(
      state,
      line,
      blanks.trim() === '' && isNumeric(at(record, 39, 58)),
      'dishonored return is not laid out as one',
    )
  } else {
    const died = at(record, 22, 27)
    demand(
      state,
      line,
      died.trim() === '' || (/^R1[45]$/.test(code) && isCalendarDay(died)),
      'date of death does not belong there',
    )
  }
}

function checkAddenda(state: State, record: string, line: number): void {
  const { batch, entry } = state
  if (batch === undefined || entry === undefined)
    return demand(state, line, false, 'addenda without an entry')
  demand(state, line, at(entry, 79, 79) === '1', 'addenda after an entry that announces none')
  batch.sums.count += 1
  if (['98', '99'].includes(at(record, 2, 3))) {
    return checkReturnedAddenda(state, record, { entry, header: batch.header }, line)
  }
  demand(state, line, at(record, 2, 3) === '05', 'addenda type is not 05, 98 or 99')
  demand(state, line, !RETURNED_CODES.has(at(entry, 2, 3)), 'a returned entry with a payment addenda')
  demand(state, line, at(record, 84, 87) === '0001', 'addenda sequence is not 1')
  demand(
    state,
    line,
    at(record, 88, 94) === at(entry, 88, 94),
    'addenda does not carry the sequence of its entry',
  )
}

/** The sums of the entries, and those that the control states. */
interface ComparedSums {
  readonly sums: Sums
  readonly stated: Sums
}

function compareSums(state: State, line: number, what: string, { sums, stated }: ComparedSums): void {
  demand(
    state,
    line,
    stated.count === sums.count,
    `${what} entry and addenda count is ${stated.count}, not ${sums.count}`,
  )
  const hash = sums.hash % 10_000_000_000n
  demand(state, line, stated.hash === hash, `${what} entry hash is ${stated.hash}, not ${hash}`)
  demand(
    state,
    line,
    stated.debit === sums.debit,
    `${what} total debit is ${stated.debit}, not ${sums.debit}`,
  )
  demand(
    state,
    line,
    stated.credit === sums.credit,
    `${what} total credit is ${stated.credit}, not ${sums.credit}`,
  )
}

function checkServiceClass(state: State, line: number, serviceClass: string, { debit, credit }: Sums): void {
  demand(state, line, serviceClass !== '220' || debit === 0n, 'service class 220 with debits')
  demand(state, line, serviceClass !== '225' || credit === 0n, 'service class 225 with credits')
}

function checkBatchControl(state: State, record: string, line: number): void {
  const { batch } = state
  if (batch === undefined) return demand(state, line, false, 'batch control without a batch')
  const { header, sums } = batch
  demand(state, line, sums.count > 0, 'batch without entries')
  demand(state, line, at(record, 2, 4) === at(header, 2, 4), 'service class differs from the batch header')
  checkServiceClass(state, line, at(record, 2, 4), sums)
  compareSums(state, line, 'batch', {
    sums,
    stated: {
      count: Number(number(at(record, 5, 10))),
      hash: number(at(record, 11, 20)),
      debit: number(at(record, 21, 32)),
      credit: number(at(record, 33, 44)),
    },
  })
  demand(state, line, at(record, 45, 54) === at(header, 41, 50), 'company id differs from the batch header')
  demand(
    state,
    line,
    at(record, 55, 79).trim() === '',
    'reserved positions of the batch control are not blank',
  )
  demand(
    state,
    line,
    at(record, 80, 87) === at(header, 80, 87),
    'ODFI identification differs from the batch header',
  )
  demand(state, line, at(record, 88, 94) === at(header, 88, 94), 'batch number differs from the batch header')
  state.file.count += sums.count
  state.file.hash += sums.hash % 10_000_000_000n
  state.file.debit += sums.debit
  state.file.credit += sums.credit
  state.batches += 1
  state.batch = undefined
}

function checkFileControl(state: State, record: string, line: number, recordCount: number): void {
  demand(state, line, state.batch === undefined, 'file control inside a batch')
  demand(state, line, state.batches > 0, 'file without batches')
  demand(state, line, number(at(record, 2, 7)) === BigInt(state.batches), 'batch count is wrong')
  demand(
    state,
    line,
    number(at(record, 8, 13)) === BigInt(Math.ceil(recordCount / 10)),
    'block count is wrong',
  )
  compareSums(state, line, 'file', {
    sums: state.file,
    stated: {
      count: Number(number(at(record, 14, 21))),
      hash: number(at(record, 22, 31)),
      debit: number(at(record, 32, 43)),
      credit: number(at(record, 44, 55)),
    },
  })
  demand(
    state,
    line,
    at(record, 56, 94).trim() === '',
    'reserved positions of the file control are not blank',
  )
}

function checkRecord(state: State, record: string, line: number, recordCount: number): void {
  const type = at(record, 1, 1)
  const entryAnnounces = state.entry !== undefined && at(state.entry, 79, 79) === '1'
  demand(
    state,
    line,
    !entryAnnounces || type === '7',
    'the entry before announces an addenda that is missing',
  )
  if (type === '6') return checkEntry(state, record, line)
  if (type === '7') checkAddenda(state, record, line)
  state.entry = undefined
  if (type === '5') checkBatchHeader(state, record, line)
  else if (type === '8') checkBatchControl(state, record, line)
  else if (type === '9') checkFileControl(state, record, line, recordCount)
  else if (type === '1') demand(state, line, false, 'a second file header')
  else if (type !== '7') demand(state, line, false, `unknown record type ${type}`)
}

/** Faults of an ACH file that is to be sent; an empty list means that it is accepted. */
export function checkAchFile(text: string): string[] {
  const state: State = {
    faults: [],
    file: nothing(),
    batches: 0,
    lastBatchNumber: 0,
    traces: new Set(),
    batch: undefined,
    entry: undefined,
  }
  const records = text.split(/\r?\n/)
  demand(state, records.length, records.pop() === '', 'the last record has no line end')
  const control = records.findLastIndex((record) => !/^9{94}$/.test(record))
  demand(
    state,
    records.length,
    records.length > 0 && records.length % 10 === 0,
    'records are not whole blocks of ten',
  )
  demand(state, control + 1, at(records[control] ?? '', 1, 1) === '9', 'the file control is not last')
  demand(state, control + 1, records.length - control - 1 < 10, 'more filler than a block needs')
  for (const [index, record] of records.entries()) {
    demand(state, index + 1, /^[\x20-\x7e]{94}$/.test(record), 'is not 94 printable ASCII characters')
    if (index === 0) {
      demand(state, 1, at(record, 1, 1) === '1', 'the file header is not first')
      checkFileHeader(state, record, 1)
    } else if (index <= control) {
      demand(state, index + 1, index === control || at(record, 1, 1) !== '9', 'a file control before the end')
      checkRecord(state, record, index + 1, records.length)
    }
  }
  return state.faults
}
