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

/** The answers that are given; what was optional and left open is not listed. Each row of a group is one. */
export function answerRows(form: ServedForm, stored: StoredForm): readonly AnswerRow[] {
  const { values, masked } = stored
  return visibleElements(form.definition.elements, values).flatMap((element) => {
    if (element.elements !== undefined) return groupRows(form, element, stored)
    const value = masked[element.elementKey] ?? shown(form, element, values)
    return value === '' ? [] : [{ elementKey: element.elementKey, label: labelOf(element), value }]
  })
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
