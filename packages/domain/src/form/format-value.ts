import { formatUsDate, parseLocalDate } from '../calendar/local-date.ts'
import { formatPhone } from '../format/phone.ts'
import { maskSsn } from '../format/ssn.ts'
import { formatCurrencyInput } from '../money/currency-format.ts'
import type { ControlName, FormElement, ValueFormat } from './form-definition.ts'
import { answerOf, type FormAnswers, type FormValue, valueFile, valueText } from './form-value.ts'

/** An option as shown. */
export interface OptionLabel {
  readonly value: string
  readonly label: string
}

const FORMAT_OF_CONTROL: Readonly<Partial<Record<ControlName, ValueFormat>>> = {
  phone: 'phone',
  ssn: 'ssn',
  currency: 'currency',
  date: 'date',
}

const FORMATTERS: Readonly<Record<ValueFormat, (text: string) => string>> = {
  phone: formatPhone,
  ssn: maskSsn,
  currency: formatCurrencyInput,
  date: (text) => {
    const date = parseLocalDate(text)
    return date === undefined ? text : formatUsDate(date)
  },
  month: (text) => {
    const date = parseLocalDate(text)
    return date === undefined ? text : formatUsDate(date).replace(/\/\d{2}\//u, '/')
  },
}

/**
 * A stored value as people read it, in summaries and reviews: options by label, phones and amounts formatted,
 * the SSN masked, a password never, rows one after the other. Empty text for no value. `optionsOf` finds the
 * options of the fields within rows.
 *
 * Source: product.md §5 and §9.
 */
export function formatValue(
  element: FormElement,
  value: FormValue | undefined,
  options: readonly OptionLabel[] = [],
  optionsOf: (code: string) => readonly OptionLabel[] | null | undefined = () => null,
): string {
  if (value === undefined || value === null || element.dataControl === 'password') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const labelOf = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen
  if (Array.isArray(value) && element.elements !== undefined)
    return formatRows(element.elements, value as readonly FormAnswers[], optionsOf)
  if (Array.isArray(value))
    return value
      .filter((entry) => typeof entry === 'string')
      .map(labelOf)
      .join(', ')
  const file = valueFile(value)
  if (file !== null) return file.name
  const text = valueText(value)
  if (text === '') return ''
  const format = element.foregroundProperty?.format ?? FORMAT_OF_CONTROL[element.dataControl]
  return format === undefined ? labelOf(text) : FORMATTERS[format](text)
}

function formatRows(
  fields: readonly FormElement[],
  rows: readonly FormAnswers[],
  optionsOf: (code: string) => readonly OptionLabel[] | null | undefined,
): string {
  const shown = rows.map((row) =>
    fields
      .map((field) => {
        const options = optionsOf(field.dataDomainValues ?? '') ?? []
        return formatValue(field, answerOf(row, field.elementKey), options)
      })
      .filter((text) => text !== '')
      .join(', '),
  )
  return shown.join('; ')
}
