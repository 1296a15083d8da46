import { parseLocalDate } from '../calendar/local-date.ts'
import { allowedDatesMessage, type DateContext, forbiddenBy } from './allowed-dates.ts'
import { isRequired, remainingOptions, shownForm } from './associates.ts'
import { ruleNameOf, rulesOf } from './default-rules.ts'
import { type FormDefinition, type FormElement, isAnswered, type RuleUse } from './form-definition.ts'
import type { Localized } from '../portfolios/localized.ts'
import { answerOf, type FormAnswers, type FormValue, isEmptyValue, valueText } from './form-value.ts'
import { RULES } from './rules/registry.ts'
import type { Rule } from './rules/rule.ts'
import { storedValue } from './stored-value.ts'
import { hasShapeOf } from './value-shape.ts'

/** What is wrong with one answer, and what to do about it. A row's field is "group.0.field". */
export interface FieldError {
  readonly elementKey: string
  /** The rule that refused. */
  readonly rule: string
  readonly message: Localized
}

/** One option of a list, as much of it as validation needs. */
export interface OptionValue {
  readonly value: string
}

/** What validation needs besides the answers. */
export interface ValidationContext extends DateContext {
  /** Values of the server that `argumentFrom` names, such as the last four digits of a verified account. */
  readonly supplied?: Readonly<Record<string, string>>
  /** Keys whose stored value is not sent back to the browser; left empty they keep that value. */
  readonly saved?: ReadonlySet<string>
  /** The options behind a code of dataDomainValues; without it choices are not checked. */
  readonly optionsOf?: (code: string) => readonly OptionValue[] | null
}

/** Judges the visible answers of a form, typed or stored; an empty list is a yes. Hidden elements do not count. */
export function validateForm(
  definition: Pick<FormDefinition, 'elements'>,
  answers: FormAnswers,
  context: ValidationContext,
): readonly FieldError[] {
  const shown = shownForm(definition.elements, answers)
  return shown.elements.flatMap((element) => validateElement(element, shown.answers, context))
}

/**
 * Judges one shown element in the light of the answers of the shown ones (`shownForm`); an empty list is a yes.
 * Only a repeatable group can have more than one error. Used on input and on blur.
 */
export function validateElement(
  element: FormElement,
  answers: FormAnswers,
  context: ValidationContext,
): readonly FieldError[] {
  if (!isAnswered(element)) return []
  const value = storedValue(element, answerOf(answers, element.elementKey))
  if (isEmptyValue(value)) return listOf(judgeEmpty(element, value, answers, context))
  const wrong = judgeValue(element, value, answers, context)
  return wrong === null ? validateRows(element, value, answers, context) : [wrong]
}

const listOf = (error: FieldError | null): readonly FieldError[] => (error === null ? [] : [error])

/** How an element is called in each language. */
const labelWords = ({ elementLabel, labelEs = elementLabel }: FormElement): Localized => ({
  en: elementLabel,
  es: labelEs,
})

const refuse = (element: FormElement, rule: string, message: Localized): FieldError => ({
  elementKey: element.elementKey,
  rule,
  message,
})

function judgeEmpty(
  element: FormElement,
  value: FormValue,
  answers: FormAnswers,
  context: ValidationContext,
): FieldError | null {
  if (context.saved?.has(element.elementKey) === true) return null
  const judging = rulesOf(element).filter((use) => (RULES[ruleNameOf(use)] as Rule).judgesEmpty === true)
  const needed: readonly RuleUse[] = isRequired(element, answers) ? [...judging, 'required'] : judging
  return firstFailure(element, value, needed, context)
}

function judgeValue(
  element: FormElement,
  value: FormValue,
  answers: FormAnswers,
  context: ValidationContext,
): FieldError | null {
  const label = labelWords(element)
  const invalid = refuse(element, 'invalid', {
    en: `${label.en} is invalid`,
    es: `${label.es}: revise este dato`,
  })
  if (!hasShapeOf(element.dataControl, value)) return invalid
  return (
    firstFailure(element, value, rulesOf(element), context) ??
    judgeDate(element, value, context) ??
    judgeChoice(element, value, answers, context)
  )
}

function firstFailure(
  element: FormElement,
  value: FormValue,
  uses: readonly RuleUse[],
  context: ValidationContext,
): FieldError | null {
  for (const use of uses) {
    const rule: Rule = RULES[ruleNameOf(use)]
    const argument = argumentOf(use, context)
    const lacksArgument = rule.needsArgument === true && argument === null
    if (lacksArgument || !rule.check(value, { argument, today: context.today })) {
      return refuse(element, rule.name, rule.message(labelWords(element), argument))
    }
  }
  return null
}

function argumentOf(use: RuleUse, context: ValidationContext): string | number | null {
  if (typeof use === 'string') return null
  if ('argument' in use) return use.argument
  const supplied = context.supplied ?? {}
  return Object.hasOwn(supplied, use.argumentFrom) ? (supplied[use.argumentFrom] ?? null) : null
}

function judgeDate(element: FormElement, value: FormValue, context: ValidationContext): FieldError | null {
  const restrictions = element.foregroundProperty?.allowedDates ?? []
  const date = parseLocalDate(valueText(value))
  if (date === undefined || restrictions.length === 0) return null
  const forbidden = forbiddenBy(date, restrictions, context)
  if (forbidden === null) return null
  return refuse(element, forbidden, allowedDatesMessage(labelWords(element), forbidden))
}

function judgeChoice(
  element: FormElement,
  value: FormValue,
  answers: FormAnswers,
  context: ValidationContext,
): FieldError | null {
  const options =
    element.dataDomainValues === undefined ? null : (context.optionsOf?.(element.dataDomainValues) ?? null)
  if (options === null) return null
  const offered = remainingOptions(element, options, answers).map((option) => option.value)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (chosen.every((choice) => typeof choice === 'string' && offered.includes(choice))) return null
  const label = labelWords(element)
  return refuse(element, 'offeredOption', {
    en: `Choose one of the options for ${label.en}`,
    es: `Elija una de las opciones de ${label.es}`,
  })
}

function validateRows(
  element: FormElement,
  value: FormValue,
  answers: FormAnswers,
  context: ValidationContext,
): readonly FieldError[] {
  if (element.dataControl !== 'repeatableGroup' || !Array.isArray(value)) return []
  return (value as readonly FormAnswers[]).flatMap((row, index) => {
    const shown = shownForm(element.elements ?? [], row, answers)
    return shown.elements.flatMap((field) =>
      validateElement(field, shown.answers, context).map((error) => ({
        ...error,
        elementKey: `${element.elementKey}.${index}.${error.elementKey}`,
      })),
    )
  })
}
