import { rulesOf } from './default-rules.ts'
import { type FormElement, isAnswered } from './form-definition.ts'
import { type FormAnswers, type FormValue, isEmptyValue } from './form-value.ts'
import { unmask } from './masks.ts'

/**
 * What is kept of what was typed: phones and SSNs as digits, amounts without $ and commas, text without
 * spaces around it, unless a rule of the definition is to refuse those. Passwords and everything that is not
 * text stay as they are; empty becomes null.
 */
export function storedValue(element: FormElement, value: FormValue | undefined): FormValue {
  if (element.dataControl === 'repeatableGroup') return storedRows(element, value)
  if (typeof value !== 'string') return value === undefined ? null : value
  if (element.dataControl === 'password') return value === '' ? null : value
  const trimmed = value.trim()
  if (trimmed === '') return null
  const mask = maskOf(element)
  if (mask !== null) return unmask(mask, trimmed)
  if (rulesOf(element).includes('noSpaceAtStartAndEnd')) return value
  return element.dataControl === 'currency' ? trimmed.replace(/[$,\s]/g, '') : trimmed
}

function maskOf(element: FormElement): 'phone' | 'ssn' | null {
  if (element.dataControl === 'phone' || element.dataControl === 'ssn') return element.dataControl
  return element.foregroundProperty?.mask ?? null
}

function storedRows(element: FormElement, value: FormValue | undefined): FormValue {
  if (!Array.isArray(value) || isEmptyValue(value)) return null
  const fields = (element.elements ?? []).filter(isAnswered)
  return value.map((row) =>
    typeof row !== 'object' || row === null
      ? {}
      : Object.fromEntries(
          fields.map((field) => [
            field.elementKey,
            storedValue(field, (row as FormAnswers)[field.elementKey]),
          ]),
        ),
  )
}

/** Whether two stored values are the same answer. A chosen file is always a new one. */
export function isSameValue(left: FormValue, right: FormValue): boolean {
  if (left === right && typeof left !== 'object') return true
  const isFile = typeof left === 'object' && left !== null && !Array.isArray(left)
  if (isFile) return false
  return JSON.stringify(left) === JSON.stringify(right)
}
