import {
  isRequired,
  remainingOptions,
  shownForm,
  type ShownForm,
  withCopies,
} from '@dolphin/domain/form/associates'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { changedFields } from '@dolphin/domain/form/changed-fields'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, type FormValue } from '@dolphin/domain/form/form-value'
import { type ValidationContext, validateElement } from '@dolphin/domain/form/validate-form'
import type { Option } from '@dolphin/ui/select/select'
import { inPageLanguage } from '../messages/in-page-language.ts'
import { afterPress } from './after-press.ts'
import { withDefaults } from './default-values.ts'
import { type FormIndex, formIndex } from './form-index.ts'
import {
  type FieldView,
  type FormSummary,
  NO_ROW_ERRORS,
  sameList,
  sameSummary,
  sameView,
} from './form-views.ts'
import type { ServedForm } from './served-form.ts'
import { elementOf, ShownErrors } from './shown-errors.ts'

/** What the server stores of a form: see `readForm` in the contract. */
export interface StoredForm {
  readonly externalKey: string | null
  readonly version: number
  readonly values: FormAnswers
  readonly masked: Readonly<Record<string, string>>
  /** Answers that the bank report gives and that the borrower has yet to confirm; a saved form has none. */
  readonly fromReport?: readonly string[]
}

export interface FormContext extends Omit<ValidationContext, 'saved' | 'optionsOf'> {
  /** What the bank holidays are called, for the calendar beside a date. */
  readonly holidayNames?: ReadonlyMap<LocalDate, string>
}

/** What is wrong at a field, in the language of the page. */
interface SaidError {
  readonly elementKey: string
  readonly message: string
}

const NO_OPTIONS: readonly Option[] = []

/** Long enough that a word is finished, short enough that a slip is seen before the field is left. */
const REVEAL_MS = 600

/** How a form begins. */
interface FormStart {
  /** Typed before, and not saved. */
  readonly draft?: FormAnswers
  /** The pause in typing after which a first error shows. */
  readonly revealMs?: number
}

/**
 * Stores the answers of one form, with a subscription per field: a keystroke validates and renders only that field and
 * its dependents. The domain owns rules, conditions and copies; this class stores values and notifies subscribers.
 *
 * Every input is validated (product.md §5). A first error shows once typing pauses for `revealMs` or the field loses
 * focus, not while the user is still typing. From then on each keystroke updates it.
 */
export class FormStore {
  readonly form: ServedForm
  readonly #index: FormIndex
  readonly #context: FormContext
  readonly #revealMs: number
  #stored: StoredForm
  #answers: FormAnswers
  #shown: ShownForm
  #validation: ValidationContext
  #errors = new Map<string, readonly SaidError[]>()
  #showing = new ShownErrors()
  #views = new Map<string, FieldView>()
  /** The elements that show an error. */
  #faulty = new Set<string>()
  #summary: FormSummary
  #fieldListeners = new Map<string, Set<() => void>>()
  #formListeners = new Set<() => void>()
  #reveal: ReturnType<typeof setTimeout> | undefined

  constructor(
    form: ServedForm,
    stored: StoredForm,
    context: FormContext,
    { draft = {}, revealMs = REVEAL_MS }: FormStart = {},
  ) {
    const { elements } = form.definition
    this.form = form
    this.#index = formIndex(elements)
    this.#context = context
    this.#revealMs = revealMs
    this.#stored = stored
    this.#validation = this.#validationOf(stored)
    this.#answers = withDefaults(elements, { ...stored.values, ...draft }, stored.masked)
    this.#shown = shownForm(elements, this.#answers)
    this.#summary = { visible: this.#shown.elements, attempt: 0, errors: [], isFaulty: false }
  }

  /** What one field shows now. */
  field(key: string): FieldView {
    const known = this.#views.get(key)
    if (known) return known
    const element = this.#index.byKey.get(key)
    if (!element) throw new Error(`The form has no element ${key}`)
    const view = this.#viewOf(element)
    this.#views.set(key, view)
    return view
  }

  /** What the form shows now. */
  summary(): FormSummary {
    return this.#summary
  }

  get answers(): FormAnswers {
    return this.#answers
  }

  /** What the rules look at besides the answers. */
  get context(): FormContext {
    return this.#context
  }

  get stored(): StoredForm {
    return this.#stored
  }

  /** Takes what was typed; copies that follow are made. `path` names the field within a row. */
  set(key: string, value: FormValue, path: string = key): void {
    this.#showing.forgive(key)
    if (this.#revealMs === 0) this.#showing.touch(path)
    else if (!this.#showing.shows(path)) this.#revealLater(path)
    this.#take({ ...this.#answers, [key]: value }, key)
  }

  /** Takes a row away from a group; what is known of the rows after it moves up with them. */
  removeRow(key: string, index: number): void {
    const rows = answerOf(this.#answers, key)
    if (!Array.isArray(rows)) return
    this.#showing.forgive(key)
    this.#showing.dropRow(key, index)
    const left = (rows as readonly FormAnswers[]).filter((_, at) => at !== index)
    this.#take({ ...this.#answers, [key]: left }, key)
  }

  /** The field was left: from now on its error shows, after the press that left it. A row's field is named by its path. */
  blur(path: string): void {
    clearTimeout(this.#reveal)
    if (this.#showing.shows(path)) return
    this.#showing.touch(path)
    afterPress(() => this.#refreshField(elementOf(path)))
  }

  /**
   * Judges the whole form, or one step of it by its keys, and shows the errors; true when there is none. What
   * the server said of the form as a whole is asked again.
   */
  submit(keys: Iterable<string> = this.#index.byKey.keys()): boolean {
    const judged = new Set(keys)
    this.#showing.judge(judged)
    for (const key of judged) this.#refreshField(key)
    this.#refreshSummary(this.#summary.attempt + 1)
    return !this.#summary.errors.some(({ elementKey }) => judged.has(elementOf(elementKey)))
  }

  /** Shows what the server refused, at its fields. */
  refuse(errors: readonly SaidError[]): void {
    for (const { elementKey, message } of errors) this.#showing.refuse(elementKey, message)
    for (const { elementKey } of errors) this.#refreshField(elementOf(elementKey))
    this.#refreshSummary(this.#summary.attempt + 1)
  }

  /** What a save carries: only what differs from what is stored; a masked answer left alone is not part of it. */
  changed(): FormAnswers {
    return changedFields(this.form.definition, this.#stored.values, this.#answers)
  }

  /** Takes what a save stored. A secret that was `sent` is forgotten here, unless another was typed meanwhile. */
  saved(stored: StoredForm, sent: FormAnswers): void {
    const now = this.changed()
    const kept = Object.keys(stored.masked).filter((key) => key in sent && now[key] === sent[key])
    this.rebase(stored, Object.fromEntries(kept.map((key) => [key, null])))
  }

  /** Takes what the server now holds: after a save, or to settle a conflict with the answers chosen. */
  rebase(stored: StoredForm, chosen: FormAnswers = {}): void {
    this.#stored = stored
    this.#validation = this.#validationOf(stored)
    this.#showing.forgiveAll()
    this.#answers = { ...this.#answers, ...chosen }
    this.#refreshAll()
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

  #validationOf(stored: StoredForm): ValidationContext {
    return {
      ...this.#context,
      saved: new Set(Object.keys(stored.masked)),
      optionsOf: (code) => this.form.options.get(code) ?? null,
    }
  }

  #revealLater(path: string): void {
    clearTimeout(this.#reveal)
    this.#reveal = setTimeout(() => {
      this.#showing.touch(path)
      afterPress(() => this.#refreshField(elementOf(path)))
    }, this.#revealMs)
  }

  /** New answers after one was typed: only it, what was copied, and what looks at either is judged anew. */
  #take(typed: FormAnswers, key: string): void {
    const { elements } = this.form.definition
    this.#answers = this.#index.hasCopies ? withCopies(elements, typed, key) : typed
    const copied = this.#answers === typed ? [] : changedKeys(typed, this.#answers)
    this.#shown = shownForm(elements, this.#answers)
    for (const changed of [key, ...copied]) {
      this.#judgeAnew(changed)
      for (const { elementKey } of this.#index.dependents.get(changed) ?? []) this.#judgeAnew(elementKey)
    }
    this.#refreshSummary(this.#summary.attempt)
  }

  #judgeAnew(key: string): void {
    this.#errors.delete(key)
    this.#refreshField(key)
  }

  #refreshAll(): void {
    this.#shown = shownForm(this.form.definition.elements, this.#answers)
    this.#errors.clear()
    for (const key of this.#views.keys()) this.#refreshField(key)
    this.#refreshSummary(this.#summary.attempt)
  }

  #errorsOf(element: FormElement): readonly SaidError[] {
    const known = this.#errors.get(element.elementKey)
    if (known) return known
    const found = validateElement(element, this.#shown.answers, this.#validation).map(
      ({ elementKey, message }) => ({ elementKey, message: inPageLanguage(message) }),
    )
    this.#errors.set(element.elementKey, found)
    return found
  }

  #messageAt(element: FormElement): string | undefined {
    const { elementKey: key } = element
    if (!this.#showing.shows(key)) return undefined
    const refused = this.#showing.refusals.get(key)
    return refused ?? this.#errorsOf(element).find((error) => error.elementKey === key)?.message
  }

  #rowErrorsOf(element: FormElement): FieldView['rowErrors'] {
    if (element.elements === undefined) return NO_ROW_ERRORS
    const { elementKey: key } = element
    const all = [
      ...this.#errorsOf(element).map((error) => [error.elementKey, error.message] as const),
      ...this.#showing.refusals,
    ]
    const shown = all.filter(([path]) => path.startsWith(`${key}.`) && this.#showing.shows(path))
    return shown.length > 0 ? Object.fromEntries(shown) : NO_ROW_ERRORS
  }

  #viewOf(element: FormElement): FieldView {
    const { elementKey: key } = element
    return {
      value: answerOf(this.#answers, key),
      error: this.#messageAt(element),
      required: isRequired(element, this.#shown.answers),
      options: this.#optionsOf(element),
      savedMask: this.#stored.masked[key],
      rowErrors: this.#rowErrorsOf(element),
    }
  }

  #refreshField(key: string): void {
    const before = this.#views.get(key)
    const element = this.#index.byKey.get(key)
    const listeners = this.#fieldListeners.get(key)
    if (!element || (!before && !listeners)) return
    const view = this.#viewOf(element)
    if (before && sameView(before, view)) return
    this.#views.set(key, view)
    for (const listener of listeners ?? []) listener()
    this.#noteFault(key, view)
  }

  /** A form that shows its first error, or none any more, says so as a whole. */
  #noteFault(key: string, { error, rowErrors }: FieldView): void {
    if (error === undefined && rowErrors === NO_ROW_ERRORS) this.#faulty.delete(key)
    else this.#faulty.add(key)
    if (this.#faulty.size > 0 !== this.#summary.isFaulty) this.#refreshSummary(this.#summary.attempt)
  }

  #optionsOf(element: FormElement): readonly Option[] {
    if (element.dataDomainValues === undefined) return NO_OPTIONS
    const all = this.form.options.get(element.dataDomainValues) ?? NO_OPTIONS
    return element.associates ? remainingOptions(element, all, this.#shown.answers) : all
  }

  /** The summary keeps the errors of the last attempt that still stand; new ones wait for the next attempt. */
  #refreshSummary(attempt: number): void {
    const before = this.#summary
    const attempted = attempt !== before.attempt
    const listed = new Set(before.errors.map(({ elementKey }) => elementKey))
    const errors =
      attempted || listed.size > 0
        ? this.#standing().filter(
            ({ elementKey: path }) =>
              listed.has(path) ||
              (attempted && (this.#showing.wasJudged(elementOf(path)) || this.#showing.refusals.has(path))),
          )
        : before.errors
    const { elements } = this.#shown
    const visible = sameList(before.visible, elements) ? before.visible : elements
    const next = { visible, attempt, errors, isFaulty: this.#faulty.size > 0 }
    if (sameSummary(before, next)) return
    this.#summary = next
    for (const listener of this.#formListeners) listener()
  }

  /** Every error there is, in the order of the form; what the server refused goes before what a rule says. */
  #standing(): FormSummary['errors'] {
    const { refusals } = this.#showing
    const found = this.#shown.elements.flatMap((element) => this.#errorsOf(element))
    const ours = found.filter(({ elementKey }) => !refusals.has(elementKey))
    const theirs = [...refusals].map(([elementKey, message]) => ({ elementKey, message }))
    const place = new Map([...this.#index.byKey.keys()].map((key, index) => [key, index]))
    const placeOf = ({ elementKey }: { elementKey: string }) => place.get(elementOf(elementKey)) ?? place.size
    return [...ours, ...theirs].toSorted((left, right) => placeOf(left) - placeOf(right))
  }
}

const changedKeys = (before: FormAnswers, after: FormAnswers): readonly string[] =>
  Object.keys(after).filter((key) => after[key] !== before[key])
