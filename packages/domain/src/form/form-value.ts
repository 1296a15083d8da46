/** A chosen file, as much of it as rules need; a browser's File fits. */
export interface FileValue {
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/**
 * One answer. Codes of enumerations are kept as text ("17003"), dates as "YYYY-MM-DD", money as decimal text;
 * rows are those of a repeatable group.
 */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | FileValue
  | readonly string[]
  | readonly FormAnswers[]

/** Answers by element key; a missing key is an unanswered element. */
export interface FormAnswers {
  readonly [elementKey: string]: FormValue | undefined
}

/** Whether nothing was answered: no value, only spaces, an unticked box, or an empty list. */
export function isEmptyValue(value: FormValue | undefined): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** A value as the text that text rules look at; lists, files and rows have none. */
export function valueText(value: FormValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The file in a value, or null. */
export function valueFile(value: FormValue | undefined): FileValue | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return value as FileValue
}

/** Own answers only, so that a key such as `constructor` never finds something inherited. */
export function answerOf(answers: FormAnswers, elementKey: string): FormValue | undefined {
  return Object.hasOwn(answers, elementKey) ? answers[elementKey] : undefined
}
