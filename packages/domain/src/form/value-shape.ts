import type { ControlName } from './form-definition.ts'
import { type FormValue, valueFile } from './form-value.ts'

/** Rows that a repeatable group takes. */
export const MOST_ROWS = 20
const MOST_CHOICES = 100

/** Whether a value has the type that its control produces; the wire can bring any. */
export function hasShapeOf(control: ControlName, value: FormValue): boolean {
  switch (control) {
    case 'checkbox':
      return typeof value === 'boolean'
    case 'checkboxGroup':
      return isListOf(value, 'string', MOST_CHOICES)
    case 'repeatableGroup':
      return isListOf(value, 'object', MOST_ROWS)
    case 'file': {
      const file = valueFile(value)
      return file !== null && typeof file.name === 'string' && typeof file.size === 'number'
    }
    case 'number':
      return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    case 'heading':
      return false
    case 'text':
    case 'textarea':
    case 'currency':
    case 'phone':
    case 'ssn':
    case 'email':
    case 'date':
    case 'select':
    case 'radioGroup':
    case 'address':
    case 'password':
      return typeof value === 'string'
  }
}

function isListOf(value: FormValue, type: 'string' | 'object', most: number): boolean {
  const entries: readonly unknown[] | null = Array.isArray(value) ? value : null
  if (entries === null || entries.length > most) return false
  return entries.every((entry) => typeof entry === type && entry !== null && !Array.isArray(entry))
}
