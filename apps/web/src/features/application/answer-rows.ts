import { visibleElements } from '@dolphin/domain/form/associates'
import { isAnswered } from '@dolphin/domain/form/form-definition'
import { answerOf } from '@dolphin/domain/form/form-value'
import { formatValue } from '@dolphin/domain/form/format-value'
import type { StoredForm } from '../../form-engine/form-store.ts'
import { labelOf, type ServedForm } from '../../form-engine/served-form.ts'

/** The answers that are given; what was optional and left open is not listed. */
export function answerRows(form: ServedForm, stored: StoredForm) {
  return visibleElements(form.definition.elements, stored.values)
    .filter(isAnswered)
    .map((element) => {
      const options = form.options.get(element.dataDomainValues ?? '') ?? []
      const value = formatValue(element, answerOf(stored.values, element.elementKey), options, (code) =>
        form.options.get(code),
      )
      return { label: labelOf(element), value: stored.masked[element.elementKey] ?? value }
    })
    .filter(({ value }) => value !== '')
}
