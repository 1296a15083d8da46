import { isRequired, remainingOptions, shownForm, withCopies } from '@dolphin/domain/form/associates'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, type FormValue } from '@dolphin/domain/form/form-value'
import { MOST_ROWS } from '@dolphin/domain/form/value-shape'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { FieldGroup } from '@dolphin/ui/field/field'
import { type ComponentType, useEffect, useState } from 'react'
import { type Control, type ControlProps, fieldId } from '../control-props.ts'
import { withDefaults } from '../default-values.ts'
import { controlText } from '../control-messages.ts'
import { cellClass, colsOf } from '../field-cell.ts'
import styles from '../form-fields.module.css'
import { useFormStore } from '../form-store-context.ts'
import { NO_ROW_ERRORS } from '../form-views.ts'
import { formText } from '../messages.ts'
import { hintOf, labelOf } from '../served-form.ts'
import { rowId, withIdOf } from './row-ids.ts'

type ControlOf = (element: FormElement) => Control

/** Several rows of the same fields; each row can be added and taken away. */
export function repeatableGroup(controlOf: ControlOf): ComponentType<ControlProps> {
  return function RepeatableGroup({ element, id, view, onChange, onBlur }: ControlProps) {
    const store = useFormStore()
    const moveFocus = useFocusMove()
    const rows = rowsOf(view.value)
    const { elementKey: key, elements: fields = [] } = element
    const label = labelOf(element)
    const replace = (index: number, row: FormAnswers, path: string) =>
      onChange(
        rows.map((each, at) => (at === index ? withIdOf(each, row) : each)),
        path,
      )
    const add = () => {
      onChange([...rows, withDefaults(fields, {})])
      moveFocus(fieldId(`${key}.${rows.length}.${fields[0]?.elementKey ?? ''}`))
    }
    const remove = (index: number) => {
      store.removeRow(key, index)
      moveFocus(id)
    }
    return (
      <FieldGroup
        id={id}
        label={label}
        hint={hintOf(element)}
        error={view.error}
        optionalText={view.required ? undefined : controlText('optional')}
        hideLabel={element.foregroundProperty?.hideLabel ?? false}
      >
        {rows.map((row, index) => (
          <Row
            key={rowId(row)}
            group={element}
            index={index}
            row={row}
            errors={view.rowErrors}
            controlOf={controlOf}
            onChange={replace}
            onBlur={onBlur}
            onRemove={remove}
          />
        ))}
        {rows.length < MOST_ROWS && (
          <Button variant="secondary" onClick={add}>
            {formText(rows.length === 0 ? 'addFirst' : 'addAnother')}
          </Button>
        )}
      </FieldGroup>
    )
  }
}

interface RowProps {
  group: FormElement
  index: number
  row: FormAnswers
  errors: Readonly<Record<string, string>>
  controlOf: ControlOf
  onChange: (index: number, row: FormAnswers, path: string) => void
  onBlur: (path: string) => void
  onRemove: (index: number) => void
}

/** One row on a sheet of its own: its number, its fields, and the button that takes it away. */
function Row(props: RowProps) {
  const { group, index, onRemove } = props
  const name = formText('groupItem', { label: labelOf(group), number: index + 1 })
  const titleId = `${fieldId(group.elementKey)}-row-${index}`
  return (
    <Card>
      <div role="group" aria-labelledby={titleId}>
        <h2 id={titleId} className={styles.rowTitle}>
          {name}
        </h2>
        <div className={styles.grid}>
          <RowFields {...props} />
        </div>
        <Button variant="quiet" onClick={() => onRemove(index)}>
          {formText('remove')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </Card>
  )
}

function RowFields({ group, index, row, errors, controlOf, onChange, onBlur }: RowProps) {
  const { answers, form } = useFormStore()
  const fields = group.elements ?? []
  const shown = shownForm(fields, row, answers)
  return shown.elements.map((element) => {
    const { elementKey: key } = element
    const path = `${group.elementKey}.${index}.${key}`
    const control = controlOf(element)
    const options = form.options.get(element.dataDomainValues ?? '') ?? []
    return (
      <div key={key} className={cellClass(element)} data-cols={colsOf(element)}>
        {control({
          element,
          id: fieldId(path),
          view: {
            value: answerOf(row, key),
            error: errors[path],
            required: isRequired(element, shown.answers),
            options: remainingOptions(element, options, shown.answers),
            savedMask: undefined,
            rowErrors: NO_ROW_ERRORS,
          },
          onChange: (value) =>
            onChange(index, withCopies(fields, { ...row, [key]: value }, key, answers), path),
          onBlur: () => onBlur(path),
        })}
      </div>
    )
  })
}

/** Moves focus once what was asked for stands: into the row that was added, or to the group it was taken from. */
function useFocusMove(): (id: string) => void {
  const [target, setTarget] = useState<{ id: string }>()
  useEffect(() => {
    if (target) document.getElementById(target.id)?.focus()
  }, [target])
  return (id) => setTarget({ id })
}

const rowsOf = (value: FormValue | undefined): readonly FormAnswers[] =>
  Array.isArray(value) ? value.filter((entry): entry is FormAnswers => typeof entry === 'object') : []
