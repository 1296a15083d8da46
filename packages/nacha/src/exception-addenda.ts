import { formatBankFileDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { parseBankFileDate } from './bank-file-date.ts'
import { CHANGE_CODES, correctedDataOf } from './corrected-data.ts'
import { CHANGE_ADDENDA, CONTESTED_ADDENDA, DISHONORED_ADDENDA, RETURN_ADDENDA } from './layouts.ts'
import type { NachaError } from './nacha-error.ts'
import { decodeRecord, encodeRecord, type RecordLayout, type RecordValues } from './record-layout.ts'

interface ExceptionBase {
  /** Trace number of the entry that we sent. */
  readonly originalTrace: string
  /** First eight digits of the routing number of the bank that got it. */
  readonly originalRdfi: string
  readonly traceNumber: string
}

/** The receiver's bank sends an entry back. */
export interface ReturnAddenda extends ExceptionBase {
  readonly kind: 'return'
  /** R01 to R60, or R80 on. */
  readonly code: string
  /** Only with R14 and R15. */
  readonly dateOfDeath: LocalDate | undefined
  readonly information: string
}

/** The sender's bank refuses a return. Settlement dates are days of the year. */
export interface DishonoredAddenda extends ExceptionBase {
  readonly kind: 'dishonored'
  /** R61 to R70. */
  readonly code: string
  readonly returnTrace: string
  readonly returnSettlementDate: string
  /** The refused return's code, R01 … */
  readonly returnCode: string
  readonly information: string
}

/** The receiver's bank contests that refusal. Settlement dates are days of the year. */
export interface ContestedAddenda extends ExceptionBase {
  readonly kind: 'contested'
  /** R71 to R77. */
  readonly code: string
  /** Six digits as they stand: banks write a day (YYMMDD) or a day of the year. */
  readonly dateReturned: string
  readonly originalSettlementDate: string
  readonly returnTrace: string
  readonly returnSettlementDate: string
  readonly returnCode: string
  readonly dishonoredTrace: string
  readonly dishonoredSettlementDate: string
  readonly dishonoredCode: string
}

/** The receiver's bank names what to put right before the next entry. */
export interface ChangeAddenda extends ExceptionBase {
  readonly kind: 'noticeOfChange'
  /** C01 to C07, C09. */
  readonly code: string
  /** 29 characters, laid out by the code: see correctedDataOf. */
  readonly correctedData: string
}

export type ExceptionAddenda = ReturnAddenda | DishonoredAddenda | ContestedAddenda | ChangeAddenda

/** R01-R53 without the gaps that were never given out, and R80-R85. Source: list of the open implementation. */
const isReturnCode = (code: string): boolean =>
  /^R(0[1-9]|[1-3]\d|4[0-7]|5[0-3]|8[0-5])$/.test(code) && !['R48', 'R49'].includes(code)
const isDishonoredCode = (code: string): boolean => /^R(6[1-9]|70)$/.test(code)
const isContestedCode = (code: string): boolean => /^R7[1-7]$/.test(code)

const LAYOUTS: Record<ExceptionAddenda['kind'], RecordLayout> = {
  return: RETURN_ADDENDA,
  dishonored: DISHONORED_ADDENDA,
  contested: CONTESTED_ADDENDA,
  noticeOfChange: CHANGE_ADDENDA,
}

const IS_CODE: Record<ExceptionAddenda['kind'], (code: string) => boolean> = {
  return: isReturnCode,
  dishonored: isDishonoredCode,
  contested: isContestedCode,
  noticeOfChange: (code) => CHANGE_CODES.has(code),
}

const CODES_IN_WORDS: Record<ExceptionAddenda['kind'], string> = {
  return: 'is no return code',
  dishonored: 'is not R61 to R70',
  contested: 'is not R71 to R77',
  noticeOfChange: 'is no change code that corrects our entries (C01 to C07, C09)',
}

/** The record of an addenda; what cannot be written is added to the faults. */
export function encodeException(addenda: ExceptionAddenda, faults: NachaError[]): string {
  exceptionRules(addenda, faults)
  return encodeRecord(LAYOUTS[addenda.kind], valuesOf(addenda), faults)
}

function valuesOf(addenda: ExceptionAddenda): RecordValues {
  switch (addenda.kind) {
    case 'return': {
      const { dateOfDeath, ...rest } = addenda
      return { ...rest, dateOfDeath: dateOfDeath === undefined ? '' : formatBankFileDate(dateOfDeath) }
    }
    case 'dishonored':
      return { ...addenda, returnCode: addenda.returnCode.slice(1) }
    case 'contested':
      return {
        ...addenda,
        returnCode: addenda.returnCode.slice(1),
        dishonoredCode: addenda.dishonoredCode.slice(1),
      }
    case 'noticeOfChange':
      return { ...addenda }
  }
}

/** Rules of an addenda beyond its fields; the writer and the reader both ask them. */
function exceptionRules(addenda: ExceptionAddenda, faults: NachaError[]): void {
  const { kind, code } = addenda
  const record = LAYOUTS[kind].name
  if (!IS_CODE[kind](code)) {
    faults.push({ record, field: 'code', value: code.slice(0, 3), problem: CODES_IN_WORDS[kind] })
  }
  if (kind === 'return' && addenda.dateOfDeath !== undefined && code !== 'R14' && code !== 'R15') {
    faults.push({
      record,
      field: 'dateOfDeath',
      value: '(withheld)',
      problem: 'stands with R14 and R15 only',
    })
  }
  if (kind === 'noticeOfChange' && CHANGE_CODES.has(code)) {
    const corrected = correctedDataOf(code, addenda.correctedData)
    if (corrected.ok) return
    const problem = `does not hold what ${code} corrects: ${corrected.error}`
    faults.push({ record, field: 'correctedData', value: '(withheld)', problem })
  }
}

/** Which layout an addenda record of type 99 or 98 has; its return code says so. */
function kindOf(record: string): ExceptionAddenda['kind'] {
  const code = record.slice(3, 6)
  if (record.startsWith('98', 1)) return 'noticeOfChange'
  if (isDishonoredCode(code)) return 'dishonored'
  return isContestedCode(code) ? 'contested' : 'return'
}

/** Reads an addenda record of type 99 or 98; faults carry the line. */
export function decodeException(record: string, line: number, faults: NachaError[]): ExceptionAddenda {
  const kind = kindOf(record)
  const values = decodeRecord(LAYOUTS[kind], record, line, faults)
  const addenda = exceptionOf(kind, (name) => values[name] ?? '')
  const broken: NachaError[] = []
  exceptionRules(addenda, broken)
  const died = values.dateOfDeath ?? ''
  if (died !== '' && parseBankFileDate(died) === undefined) {
    broken.push({
      record: RETURN_ADDENDA.name,
      field: 'dateOfDeath',
      value: '(withheld)',
      problem: 'is no date',
    })
  }
  faults.push(...broken.map((fault) => ({ ...fault, line })))
  return addenda
}

function exceptionOf(kind: ExceptionAddenda['kind'], text: (name: string) => string): ExceptionAddenda {
  const base = {
    code: text('code'),
    originalTrace: text('originalTrace'),
    originalRdfi: text('originalRdfi'),
    traceNumber: text('traceNumber'),
  }
  const returned = {
    returnTrace: text('returnTrace'),
    returnSettlementDate: text('returnSettlementDate'),
    returnCode: `R${text('returnCode')}`,
  }
  switch (kind) {
    case 'return': {
      const dateOfDeath = parseBankFileDate(text('dateOfDeath'))
      return { kind, ...base, dateOfDeath, information: text('information') }
    }
    case 'dishonored':
      return { kind, ...base, ...returned, information: text('information') }
    case 'contested':
      return {
        kind,
        ...base,
        ...returned,
        dateReturned: text('dateReturned'),
        originalSettlementDate: text('originalSettlementDate'),
        dishonoredTrace: text('dishonoredTrace'),
        dishonoredSettlementDate: text('dishonoredSettlementDate'),
        dishonoredCode: `R${text('dishonoredCode')}`,
      }
    case 'noticeOfChange':
      return { kind, ...base, correctedData: text('correctedData') }
  }
}
