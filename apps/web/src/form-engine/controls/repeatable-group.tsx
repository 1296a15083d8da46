import { isRequired, visibleElements } from '@dolphin/domain/form/associates'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, type FormValue } from '@dolphin/domain/form/form-value'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { FieldGroup } from '@dolphin/ui/field/field'
import type { ComponentType } from 'react'
import { type ControlProps, fieldId } from '../control-props.ts'
import { useFormStore } from '../form-store-context.ts'
import { formText } from '../messages.ts'
import { hintOf, labelOf } from '../served-form.ts'

type ControlOf = (element: FormElement) => ComponentType<ControlProps>

/** Several rows of the same fields; each row can be added and taken away. */
export function repeatableGroup(controlOf: ControlOf): ComponentType<ControlProps> {
  return function RepeatableGroup({ element, id, view, onChange, onBlur }: ControlProps) {
    const rows = rowsOf(view.value)
    const replace = (index: number, row: FormAnswers) =>
      onChange(rows.map((each, at) => (at === index ? row : each)))
    return (
      <FieldGroup id={id} label={labelOf(element)} hint={hintOf(element)} error={view.error}>
        {rows.map((row, index) => (
          <Card key={index}>
            <h3>{formText('groupItem', { label: labelOf(element), number: index + 1 })}</h3>
            <Row
              group={element}
              index={index}
              row={row}
              errors={view.rowErrors}
              controlOf={controlOf}
              onChange={(next) => replace(index, next)}
              onBlur={onBlur}
            />
            <Button variant="quiet" onClick={() => onChange(rows.filter((_, at) => at !== index))}>
              {formText('remove')}
            </Button>
          </Card>
        ))}
        <Button variant="secondary" onClick={() => onChange([...rows, {}])}>
          {formText('addAnother')}
        </Button>
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
  onChange: (row: FormAnswers) => void
  onBlur: (path: string) => void
}

function Row({ group, index, row, errors, controlOf, onChange, onBlur }: RowProps) {
  const store = useFormStore()
  const around = { ...store.answers, ...row }
  return visibleElements(group.elements ?? [], row, store.answers).map((element) => {
    const path = `${group.elementKey}.${index}.${element.elementKey}`
    const Control = controlOf(element)
    return (
      <Control
        key={element.elementKey}
        element={element}
        id={fieldId(path)}
        view={{
          value: answerOf(row, element.elementKey),
          error: errors[path],
          required: isRequired(element, around),
          options: store.form.options.get(element.dataDomainValues ?? '') ?? [],
          savedMask: undefined,
          rowErrors: {},
        }}
        onChange={(value) => onChange({ ...row, [element.elementKey]: value })}
        onBlur={() => onBlur(path)}
      />
    )
  })
}

const rowsOf = (value: FormValue | undefined): readonly FormAnswers[] =>
  Array.isArray(value) ? value.filter((entry): entry is FormAnswers => typeof entry === 'object') : []
