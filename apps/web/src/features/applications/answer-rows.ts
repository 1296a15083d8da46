import { visibleElements } from '@dolphin/domain/form/associates'
import { type FormElement, isAnswered } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers } from '@dolphin/domain/form/form-value'
import { stepsOf } from '@dolphin/domain/form/steps'
import { formatValue } from '@dolphin/domain/form/format-value'
import type { StoredForm } from '../../form-engine/form-store.ts'
import { formText } from '../../form-engine/messages.ts'
import { labelOf, type ServedForm } from '../../form-engine/served-form.ts'

export interface AnswerRow {
  readonly elementKey: string
  readonly label: string
  readonly value: string
}

/** The answers that were given on one screen of a form, under its heading. */
export interface AnswerGroup {
  readonly heading: string | undefined
  readonly rows: readonly AnswerRow[]
}

/** The answers that are given, screen by screen; a screen of which nothing was answered is left out. */
export const answerGroups = (form: ServedForm, stored: StoredForm): readonly AnswerGroup[] =>
  stepsOf(visibleElements(form.definition.elements, stored.values))
    .map(({ heading, elements }) => ({
      heading: heading === null ? undefined : labelOf(heading),
      rows: elements.flatMap((element) => elementRows(form, element, stored)),
    }))
    .filter(({ rows }) => rows.length > 0)

/** The same in one list; what was optional and left open is not listed. Each row of a group is one. */
export const answerRows = (form: ServedForm, stored: StoredForm): readonly AnswerRow[] =>
  answerGroups(form, stored).flatMap(({ rows }) => rows)

function elementRows(form: ServedForm, element: FormElement, stored: StoredForm): readonly AnswerRow[] {
  if (element.elements !== undefined) return groupRows(form, element, stored)
  const { elementKey } = element
  const value = stored.masked[elementKey] ?? shown(form, element, stored.values)
  return value === '' ? [] : [{ elementKey, label: labelOf(element), value }]
}

/** The screenful of a form, from 1, on which an answer is given. */
export function stepOfAnswer(form: ServedForm, { values }: StoredForm, elementKey: string): number {
  const steps = stepsOf(visibleElements(form.definition.elements, values)).filter(
    ({ elements }) => elements.length > 0,
  )
  const at = steps.findIndex(({ elements }) => elements.some((element) => element.elementKey === elementKey))
  return Math.max(0, at) + 1
}

/** A row of a group by its number, its fields by their labels: two amounts side by side would say nothing. */
function groupRows(form: ServedForm, group: FormElement, { values }: StoredForm): readonly AnswerRow[] {
  const rows = answerOf(values, group.elementKey)
  if (!Array.isArray(rows)) return []
  return (rows as readonly FormAnswers[]).map((row, index) => ({
    elementKey: group.elementKey,
    label: formText('groupItem', { label: labelOf(group), number: index + 1 }),
    value: visibleElements(group.elements ?? [], row, values)
      .map((field) => ({ label: labelOf(field), value: shown(form, field, row) }))
      .filter(({ value }) => value !== '')
      .map(({ label, value }) => `${label}: ${value}`)
      .join('\n'),
  }))
}

function shown(form: ServedForm, element: FormElement, answers: FormAnswers): string {
  if (!isAnswered(element)) return ''
  const options = form.options.get(element.dataDomainValues ?? '') ?? []
  return formatValue(element, answerOf(answers, element.elementKey), options)
}
