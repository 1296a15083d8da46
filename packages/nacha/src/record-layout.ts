import type { NachaError } from './nacha-error.ts'

/** Characters of every record. */
export const RECORD_LENGTH = 94

/**
 * How a field is written.
 * - constant: always the same characters
 * - digits: exactly so many digits
 * - number: up to so many digits, right-justified and zero-filled
 * - text: printable ASCII, left-justified and blank-filled, not ending in a blank
 * - identifier: letters or digits, right-justified and blank-filled (routing numbers in the file header)
 * - blank: reserved, nothing but blanks
 * - ignored: written blank; when read, whatever stands there means nothing to us
 */
export type FieldKind = 'constant' | 'digits' | 'number' | 'text' | 'identifier' | 'blank' | 'ignored'

/** One field of a record, by its position. */
export interface FieldLayout {
  readonly name: string
  /** First character, counted from 1 as the rules print it. */
  readonly start: number
  readonly length: number
  readonly kind: FieldKind
  readonly constant?: string
  readonly isRequired?: boolean
  /** Holds personal data: its value never stands in an error. */
  readonly isPersonal?: boolean
  /** Nothing is decided by it: when read, it may hold characters beyond ASCII. */
  readonly isUnused?: boolean
}

/** A record: its name and its fields, which cover all 94 characters. */
export interface RecordLayout {
  readonly name: string
  readonly fields: readonly FieldLayout[]
  /** A record whose fields hold the characters that they may hold, fill included; each field is a group. */
  readonly pattern: RegExp
}

const CHARACTERS: Record<Exclude<FieldKind, 'constant'>, string> = {
  digits: '\\d',
  number: '\\d',
  text: '[ -~]',
  ignored: '[ -~]',
  identifier: '[0-9A-Za-z ]',
  blank: ' ',
}

/** What an unused field may hold: anything printable, one character a byte. */
const BEYOND_ASCII = '[ -~\\x80-\\xff]'

/** Fields that follow each other from the first character on. */
export function recordLayout(name: string, fields: readonly FieldLayout[]): RecordLayout {
  const groups = fields.map(({ kind, length, isUnused, constant = '' }) =>
    kind === 'constant' ? `(${constant})` : `(${isUnused ? BEYOND_ASCII : CHARACTERS[kind]}{${length}})`,
  )
  return { name, fields, pattern: new RegExp(`^${groups.join('')}$`) }
}

/** Field values by name, as plain text: numbers without fill. */
export type RecordValues = Readonly<Record<string, string>>

const PROBLEMS: Record<FieldKind, string> = {
  constant: 'must be the fixed value',
  digits: 'must be exactly so many digits',
  number: 'must be a whole number that fits',
  text: 'must be printable ASCII that fits and does not end in a blank',
  identifier: 'must be letters or digits that fit',
  blank: 'is reserved and stays blank',
  ignored: 'must be printable ASCII that fits and does not end in a blank',
}

/** Loops instead of patterns: these run for every character of a file. */
function isWithin(value: string, lowest: number, highest: number): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index)
    if (code < lowest || code > highest) return false
  }
  return true
}

const BLANK = 0x20
const isDigits = (value: string): boolean => value.length > 0 && isWithin(value, 0x30, 0x39)
const isPrintable = (value: string): boolean => isWithin(value, BLANK, 0x7e)

/** Whether a field holds what it may, as it is written or, more widely, as it is read. */
function isFit(
  { kind, length, constant, isRequired, isUnused }: FieldLayout,
  value: string,
  use: 'writing' | 'reading',
): boolean {
  if (value.length > length || (isRequired === true && value === '')) return false
  switch (kind) {
    case 'constant':
      return value === constant
    case 'digits':
      return value.length === length && isDigits(value)
    case 'number':
      return isDigits(value)
    case 'text':
    case 'ignored':
      if (isUnused === true && use === 'reading') return /^[ -~\x80-\xff]*$/.test(value)
      return isPrintable(value) && value.charCodeAt(value.length - 1) !== BLANK
    case 'identifier':
      return /^[0-9A-Za-z]*$/.test(value)
    case 'blank':
      return value === ''
  }
}

/** Fill by its length: made once, for it stands in every record. */
const fillOf = (character: string): readonly string[] =>
  Array.from({ length: RECORD_LENGTH + 1 }, (_, length) => character.repeat(length))
const ZEROS = fillOf('0')
const BLANKS = fillOf(' ')

function filled({ kind, length }: FieldLayout, value: string): string {
  const missing = length - value.length
  if (missing === 0) return value
  if (kind === 'number') return (ZEROS[missing] ?? '') + value
  const blanks = BLANKS[missing] ?? ''
  return kind === 'identifier' ? blanks + value : value + blanks
}

/** What an error may show: nothing personal, nothing that a terminal or a log would act on. */
const shown = ({ isPersonal }: FieldLayout, value: string): string =>
  isPersonal === true ? '(withheld)' : value.slice(0, RECORD_LENGTH).replace(/[^\x20-\x7e]/g, '?')

const fault = (layout: RecordLayout, field: FieldLayout, value: string): NachaError => ({
  record: layout.name,
  field: field.name,
  value: shown(field, value),
  problem: `${PROBLEMS[field.kind]} (${field.length} characters${field.isRequired === true ? ', required' : ''})`,
})

/** The 94 characters of a record; every field that cannot be written is added to the faults and left out. */
export function encodeRecord(layout: RecordLayout, values: RecordValues, faults: NachaError[]): string {
  let record = ''
  for (const field of layout.fields) {
    const value = field.constant ?? values[field.name] ?? ''
    if (isFit(field, value, 'writing')) record += filled(field, value)
    else faults.push(fault(layout, field, value))
  }
  return record
}

/** Reads 94 characters, fill taken off; every field that is not as the layout says is a fault and left out. */
export function decodeRecord(
  layout: RecordLayout,
  text: string,
  line: number,
  faults: NachaError[],
): RecordValues {
  return soundValues(layout, text) ?? valuesWithFaults(layout, text, line, faults)
}

/** The values of a record without a fault, told in one go; undefined for any other. */
function soundValues({ fields, pattern }: RecordLayout, text: string): RecordValues | undefined {
  const groups = pattern.exec(text)
  if (groups === null) return undefined
  const values: Record<string, string> = {}
  let index = 0
  for (const field of fields) {
    const value = withoutFill(field, groups[(index += 1)] ?? '')
    // What the characters of the whole record do not show.
    if (value === '' ? field.isRequired === true : field.kind === 'identifier' && value.includes(' '))
      return undefined
    values[field.name] = value
  }
  return values
}

function valuesWithFaults(
  layout: RecordLayout,
  text: string,
  line: number,
  faults: NachaError[],
): RecordValues {
  const values: Record<string, string> = {}
  for (const field of layout.fields) {
    const raw = text.slice(field.start - 1, field.start - 1 + field.length)
    const value = withoutFill(field, raw)
    if (isFit(field, value, 'reading')) values[field.name] = value
    else faults.push({ ...fault(layout, field, raw), line })
  }
  return values
}

/** Only blanks are fill: another white character is a fault, not something to overlook. */
function withoutFill({ kind }: FieldLayout, raw: string): string {
  if (kind === 'constant' || kind === 'digits' || kind === 'number') return raw
  let end = raw.length
  while (end > 0 && raw.charCodeAt(end - 1) === BLANK) end -= 1
  const value = end === raw.length ? raw : raw.slice(0, end)
  return kind === 'identifier' ? value.replace(/^ +/, '') : value
}
