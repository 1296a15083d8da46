import { copiedValue, isRequired, remainingOptions, visibleElements } from '@dolphin/domain/form/associates'
import { changedFields } from '@dolphin/domain/form/changed-fields'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, type FormValue } from '@dolphin/domain/form/form-value'
import { type FieldError, type ValidationContext, validateForm } from '@dolphin/domain/form/validate-form'
import type { Option } from '@dolphin/ui/select/select'
import type { ServedForm } from './served-form.ts'

/** What one field shows; the same object as long as nothing of it changed. */
export interface FieldView {
  readonly value: FormValue | undefined
  readonly error: string | undefined
  readonly required: boolean
  readonly options: readonly Option[]
  /** The mask of a stored value that is not sent back, such as an SSN. */
  readonly savedMask: string | undefined
  /** Errors within the rows of a repeatable group, by "group.0.field". */
  readonly rowErrors: Readonly<Record<string, string>>
}

/** What the form as a whole shows. */
export interface FormSummary {
  readonly visible: readonly FormElement[]
  readonly attempt: number
  readonly errors: readonly { readonly elementKey: string; readonly message: string }[]
}

/** What the server stores of a form: see `readForm` in the contract. */
export interface StoredForm {
  readonly externalKey: string | null
  readonly version: number
  readonly values: FormAnswers
  readonly masked: Readonly<Record<string, string>>
}

export type FormContext = Omit<ValidationContext, 'saved' | 'optionsOf'>

const NO_OPTIONS: readonly Option[] = []
const NO_ROW_ERRORS: Readonly<Record<string, string>> = {}

/**
 * The answers of one form, with a subscription per field, so that a key typed renders one field and those that
 * depend on it. Rules, conditions and copies are the domain's; this only remembers and tells.
 */
export class FormStore {
  readonly form: ServedForm
  readonly #context: FormContext
  #stored: StoredForm
  #answers: FormAnswers
  #touched = new Set<string>()
  #refusals = new Map<string, string>()
  /** The elements that an attempt has judged; their errors show from then on. */
  #judged = new Set<string>()
  #attempt = 0
  #views = new Map<string, FieldView>()
  #summary: FormSummary
  #fieldListeners = new Map<string, Set<() => void>>()
  #formListeners = new Set<() => void>()

  constructor(form: ServedForm, stored: StoredForm, context: FormContext, draft: FormAnswers = {}) {
    this.form = form
    this.#context = context
    this.#stored = stored
    this.#answers = withDefaults(form, { ...stored.values, ...draft }, stored.masked)
    this.#summary = { visible: [], attempt: 0, errors: [] }
    this.#refresh()
  }

  /** What one field shows now. */
  field(key: string): FieldView {
    const view = this.#views.get(key)
    if (!view) throw new Error(`The form has no element ${key}`)
    return view
  }

  /** What the form shows now. */
  summary(): FormSummary {
    return this.#summary
  }

  get answers(): FormAnswers {
    return this.#answers
  }

  get stored(): StoredForm {
    return this.#stored
  }

  /** Takes what was typed; copies that follow from it are made, and errors of the field are judged anew. */
  set(key: string, value: FormValue): void {
    this.#refusals.delete(key)
    for (const refused of this.#refusals.keys())
      if (refused.startsWith(`${key}.`)) this.#refusals.delete(refused)
    this.#answers = this.#withCopies({ ...this.#answers, [key]: value }, key)
    this.#refresh()
  }

  /** The field was left: from now on its error shows. A row's field is named by its path. */
  blur(key: string): void {
    if (this.#touched.has(key)) return
    this.#touched.add(key)
    this.#refresh()
  }

  /**
   * Judges the whole form, or one step of it by its keys, and shows the errors; true when there is none. What
   * the server said of the form as a whole is asked again.
   */
  submit(
    keys: Iterable<string> = this.form.definition.elements.map(({ elementKey }) => elementKey),
  ): boolean {
    const judged = new Set(keys)
    for (const key of judged) this.#judged.add(key)
    this.#refusals.delete('')
    this.#attempt += 1
    this.#refresh()
    return !this.#summary.errors.some(({ elementKey }) => judged.has(elementOf(elementKey)))
  }

  /** Shows what the server refused, at its fields. */
  refuse(errors: readonly Pick<FieldError, 'elementKey' | 'message'>[]): void {
    for (const { elementKey, message } of errors) this.#refusals.set(elementKey, message)
    this.#attempt += 1
    this.#refresh()
  }

  /** What a save carries: only what differs from what is stored; a masked answer left alone is not part of it. */
  changed(): FormAnswers {
    return changedFields(this.form.definition, this.#stored.values, this.#answers)
  }

  /** Takes what the server now holds: after a save, or to settle a conflict with the answers chosen. */
  rebase(stored: StoredForm, chosen: FormAnswers = {}): void {
    this.#stored = stored
    this.#answers = { ...this.#answers, ...chosen }
    this.#refusals.clear()
    this.#refresh()
  }

  subscribeField(key: string, listener: () => void): () => void {
    const listeners = this.#fieldListeners.get(key) ?? new Set()
    this.#fieldListeners.set(key, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  subscribe(listener: () => void): () => void {
    this.#formListeners.add(listener)
    return () => this.#formListeners.delete(listener)
  }

  #withCopies(answers: FormAnswers, typedKey: string): FormAnswers {
    let next = answers
    for (const element of this.form.definition.elements) {
      const copied = element.elementKey === typedKey ? undefined : copiedValue(element, next)
      if (copied !== undefined) next = { ...next, [element.elementKey]: copied }
    }
    return next
  }

  #refresh(): void {
    const { elements } = this.form.definition
    const visible = visibleElements(elements, this.#answers)
    const errors = this.#errors()
    for (const element of elements) this.#refreshField(element, errors)
    this.#refreshSummary(visible, errors)
  }

  /** Every error by its path; what the server refused stands until the field changes. */
  #errors(): ReadonlyMap<string, string> {
    const context: ValidationContext = {
      ...this.#context,
      saved: new Set(Object.keys(this.#stored.masked)),
      optionsOf: (code) => this.form.options.get(code) ?? null,
    }
    const found = validateForm(this.form.definition, this.#answers, context)
    return new Map([
      ...found.map(({ elementKey, message }) => [elementKey, message] as const),
      ...this.#refusals,
    ])
  }

  #refreshField(element: FormElement, errors: ReadonlyMap<string, string>): void {
    const { elementKey: key } = element
    const shows = (path: string) =>
      this.#judged.has(key) || this.#touched.has(path) || this.#refusals.has(path)
    const rows = [...errors].filter(([path]) => path.startsWith(`${key}.`) && shows(path))
    const view: FieldView = {
      value: answerOf(this.#answers, key),
      error: shows(key) ? errors.get(key) : undefined,
      required: isRequired(element, this.#answers),
      options: this.#optionsOf(element),
      savedMask: this.#stored.masked[key],
      rowErrors: rows.length > 0 ? Object.fromEntries(rows) : NO_ROW_ERRORS,
    }
    const before = this.#views.get(key)
    if (before && sameView(before, view)) return
    this.#views.set(key, view)
    for (const listener of this.#fieldListeners.get(key) ?? []) listener()
  }

  #optionsOf(element: FormElement): readonly Option[] {
    const all = element.dataDomainValues
      ? (this.form.options.get(element.dataDomainValues) ?? NO_OPTIONS)
      : NO_OPTIONS
    return element.associates ? remainingOptions(element, all, this.#answers) : all
  }

  /** The summary keeps the errors of the last attempt that still stand; new ones wait for the next attempt. */
  #refreshSummary(visible: readonly FormElement[], errors: ReadonlyMap<string, string>): void {
    const attempted = this.#attempt !== this.#summary.attempt
    const listed = new Set(this.#summary.errors.map((error) => error.elementKey))
    const shown = [...errors].filter(
      ([key]) =>
        listed.has(key) || (attempted && (this.#judged.has(elementOf(key)) || this.#refusals.has(key))),
    )
    const next: FormSummary = {
      visible,
      attempt: this.#attempt,
      errors: shown.map(([elementKey, message]) => ({ elementKey, message })),
    }
    if (sameSummary(this.#summary, next)) return
    this.#summary = next
    for (const listener of this.#formListeners) listener()
  }
}

/** The element that a path lies in: "group.0.field" → "group". */
const elementOf = (path: string): string => path.split('.')[0] ?? path

/** Default values stand until the borrower chooses; a stored answer, also a masked one, goes first. */
function withDefaults(form: ServedForm, answers: FormAnswers, masked: StoredForm['masked']): FormAnswers {
  const defaults = form.definition.elements.flatMap(({ elementKey, controlProperty }) => {
    const value = controlProperty?.defaultValue
    const open = (answerOf(answers, elementKey) ?? null) === null && !(elementKey in masked)
    return value !== undefined && open ? [[elementKey, value] as const] : []
  })
  return { ...answers, ...Object.fromEntries(defaults) }
}

function sameView(left: FieldView, right: FieldView): boolean {
  return (
    left.value === right.value &&
    left.error === right.error &&
    left.required === right.required &&
    left.savedMask === right.savedMask &&
    sameList(left.options, right.options) &&
    JSON.stringify(left.rowErrors) === JSON.stringify(right.rowErrors)
  )
}

function sameSummary(left: FormSummary, right: FormSummary): boolean {
  return (
    left.attempt === right.attempt &&
    sameList(left.visible, right.visible) &&
    JSON.stringify(left.errors) === JSON.stringify(right.errors)
  )
}

const sameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left.length === right.length && left.every((entry, index) => entry === right[index])
