import type { Answers } from '@dolphin/database/applications/application-repository'
import { SECTION_FORM_CODES } from '@dolphin/domain/applications/sections'
import { SectionKey } from '@dolphin/domain/applications/codes'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { domainOptions } from '@dolphin/domain/form/domain-values'
import { type FormDefinition, type FormElement, isAnswered } from '@dolphin/domain/form/form-definition'
import { type FormAnswers, isEmptyValue, valueText } from '@dolphin/domain/form/form-value'
import type { FieldError, ValidationContext } from '@dolphin/domain/form/validate-form'
import { maskSsn } from '@dolphin/domain/format/ssn'
import { dateIn } from '@dolphin/domain/time/new-york'
import { refuse } from '../../refusal.ts'

/** The section that a form fills, or undefined for a form that fills none. */
export function sectionOfForm(code: string): SectionKey | undefined {
  return Object.values(SectionKey).find((section) => SECTION_FORM_CODES[section] === code)
}

/** Stored answers as the form's values: what the definition does not know any more is left out. */
export function asFormAnswers(definition: FormDefinition, answers: Answers): FormAnswers {
  const known = definition.elements.filter(isAnswered).map(({ elementKey }) => elementKey)
  // A sealed section holds what validateForm accepted.
  return Object.fromEntries(
    known.filter((key) => Object.hasOwn(answers, key)).map((key) => [key, answers[key]]),
  ) as FormAnswers
}

/** What a browser may see: secrets only as masks. Source: domain.md §4. */
export interface ShownAnswers {
  readonly values: Record<string, WireValue>
  readonly masked: Record<string, string>
}

type WireValue =
  | string
  | number
  | boolean
  | null
  | string[]
  | Record<string, string | number | boolean | null | string[]>[]

export function shownAnswers(definition: FormDefinition, answers: FormAnswers): ShownAnswers {
  const values: Record<string, WireValue> = {}
  const masked: Record<string, string> = {}
  for (const element of definition.elements.filter(isAnswered)) {
    const value = answers[element.elementKey]
    if (value === undefined || isEmptyValue(value)) continue
    if (isSecret(element)) masked[element.elementKey] = maskOf(element, valueText(value))
    // Files never stand in a section; everything else has the shape of the wire.
    else values[element.elementKey] = value as WireValue
  }
  return { values, masked }
}

/** What was sent, without the secrets that came back as they were shown: those keep their stored value. */
export function withoutShownMasks(
  definition: FormDefinition,
  stored: FormAnswers,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { masked } = shownAnswers(definition, stored)
  return Object.fromEntries(
    Object.entries(sent).filter(([key, value]) => !Object.hasOwn(masked, key) || masked[key] !== value),
  )
}

const isSecret = ({ dataControl, controlProperty }: FormElement): boolean =>
  controlProperty?.secret === true || dataControl === 'ssn' || dataControl === 'password'

const maskOf = ({ dataControl }: FormElement, text: string): string =>
  dataControl === 'ssn' ? maskSsn(text) : `••••${text.slice(-4)}`

/** What the rules of a form are judged against on this day. */
export const validationContext = (
  { closings }: BankCalendar,
  now: Date,
  timeZone: string,
): ValidationContext => ({ today: dateIn(now, timeZone), holidays: closings, optionsOf: domainOptions })

/** Refuses with one message for each field. */
export function refuseFields(errors: readonly Pick<FieldError, 'elementKey' | 'message'>[]) {
  return refuse('invalidInput', {
    errors: errors.map(({ elementKey, message }) => ({ elementKey, message })),
  })
}
