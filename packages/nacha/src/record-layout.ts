import type { NachaError } from './nacha-error.ts'

/** Characters of every record. */
export const RECORD_LENGTH = 94

/**
 * How a field is written.
 * - constant: always the same characters
 * - digits: exactly so many digits
 * - number: up to so many digits, right-justified and zero-filled
 * - text: printable ASCII, left-justified and blank-filled, not ending in a blank
 * - identifier: text, right-justified and blank-filled (routing numbers in the file header)
 */
export type FieldKind = 'constant' | 'digits' | 'number' | 'text' | 'identifier'

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
}

/** A record: its name and its fields, which cover all 94 characters. */
export interface RecordLayout {
  readonly name: string
  readonly fields: readonly FieldLayout[]
}

/** Field values by name, as plain text: numbers without fill. */
export type RecordValues = Readonly<Record<string, string>>

const PROBLEMS: Record<FieldKind, string> = {
  constant: 'must be the fixed value',
  digits: 'must be exactly so many digits',
  number: 'must be a whole number that fits',
  text: 'must be printable ASCII that fits and does not end in a blank',
  identifier: 'must be letters or digits that fit',
}

function isFit({ kind, length, constant, isRequired }: FieldLayout, value: string): boolean {
  if (value.length > length || (isRequired === true && value.trim() === '')) return false
  switch (kind) {
    case 'constant':
      return value === constant
    case 'digits':
      return value.length === length && /^\d+$/.test(value)
    case 'number':
      return /^\d+$/.test(value)
    case 'text':
      return /^[\x20-\x7e]*$/.test(value) && value === value.trimEnd()
    case 'identifier':
      return /^[0-9A-Za-z]*$/.test(value)
  }
}

function filled({ kind, length }: FieldLayout, value: string): string {
  if (kind === 'number') return value.padStart(length, '0')
  return kind === 'identifier' ? value.padStart(length) : value.padEnd(length)
}

const fault = (layout: RecordLayout, field: FieldLayout, value: string): NachaError => ({
  record: layout.name,
  field: field.name,
  value: field.isPersonal === true ? '(withheld)' : value,
  problem: `${PROBLEMS[field.kind]} (${field.length} characters${field.isRequired === true ? ', required' : ''})`,
})

const valueOf = (field: FieldLayout, values: RecordValues): string =>
  field.constant ?? values[field.name] ?? ''

/** Every field of a record that could not be written. */
export const recordErrors = (layout: RecordLayout, values: RecordValues): NachaError[] =>
  layout.fields
    .filter((field) => !isFit(field, valueOf(field, values)))
    .map((field) => fault(layout, field, valueOf(field, values)))

/** The 94 characters of a record whose values have no errors. */
export const encodeRecord = (layout: RecordLayout, values: RecordValues): string =>
  layout.fields.map((field) => filled(field, valueOf(field, values))).join('')

/** Reads 94 characters: fill taken off, and every field that is not as the layout says. */
export function decodeRecord(
  layout: RecordLayout,
  text: string,
  line: number,
): { values: RecordValues; errors: NachaError[] } {
  const values: Record<string, string> = {}
  const errors: NachaError[] = []
  for (const field of layout.fields) {
    const raw = text.slice(field.start - 1, field.start - 1 + field.length)
    const value = withoutFill(field, raw)
    if (isFit(field, value)) values[field.name] = value
    else errors.push({ ...fault(layout, field, raw), line })
  }
  return { values, errors }
}

function withoutFill({ kind }: FieldLayout, raw: string): string {
  if (kind === 'text') return raw.trimEnd()
  return kind === 'identifier' ? raw.trim() : raw
}
