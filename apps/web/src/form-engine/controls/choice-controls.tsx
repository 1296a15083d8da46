import { valueText } from '@dolphin/domain/form/form-value'
import { Checkbox } from '@dolphin/ui/checkbox/checkbox'
import { CheckboxGroup } from '@dolphin/ui/checkbox-group/checkbox-group'
import { fieldGroupOf, fieldOf } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { Select } from '@dolphin/ui/select/select'
import type { ControlProps } from '../control-props.ts'
import { controlText } from '../control-messages.ts'
import { hintOf, labelOf } from '../served-form.ts'

/** What a field or a group of them is given for its label, hint and error. */
export function labeling({ element, id, view }: ControlProps) {
  return {
    id,
    label: labelOf(element),
    hint: hintOf(element),
    error: view.error,
    optionalText: view.required ? undefined : controlText('optional'),
    hideLabel: element.foregroundProperty?.hideLabel ?? false,
  }
}

export function SelectControl(props: ControlProps) {
  const { element, view, onChange, onBlur } = props
  return fieldOf({
    ...labeling(props),
    children: (wiring) =>
      Select({
        ...wiring,
        name: element.elementKey,
        autoComplete: element.controlProperty?.autocomplete,
        placeholder: controlText('choose'),
        options: view.options,
        value: valueText(view.value),
        onChange: (event) => onChange(event.currentTarget.value),
        onBlur: () => onBlur(),
      }),
  })
}

export function RadioGroupControl(props: ControlProps) {
  const { id, view, onChange, onBlur } = props
  return fieldGroupOf({
    ...labeling(props),
    children: (
      <RadioGroup
        name={id}
        options={view.options}
        value={valueText(view.value)}
        invalid={view.error !== undefined}
        onChange={onChange}
        onBlur={() => onBlur()}
      />
    ),
  })
}

export function CheckboxGroupControl(props: ControlProps) {
  const { id, view, onChange, onBlur } = props
  const values = Array.isArray(view.value) ? view.value.filter((entry) => typeof entry === 'string') : []
  return fieldGroupOf({
    ...labeling(props),
    children: (
      <CheckboxGroup
        name={id}
        options={view.options}
        values={values}
        onChange={onChange}
        onBlur={() => onBlur()}
      />
    ),
  })
}

/** One statement; its label stands beside the box, so the field around it hides its own. */
export function CheckboxControl(props: ControlProps) {
  const { element, view, onChange, onBlur } = props
  return fieldOf({
    ...labeling(props),
    hideLabel: true,
    children: (wiring) => (
      <Checkbox
        {...wiring}
        name={element.elementKey}
        label={labelOf(element)}
        checked={view.value === true || view.value === 'true'}
        onChange={onChange}
        onBlur={() => onBlur()}
      />
    ),
  })
}

/** Structures the form; it has no answer. */
export function HeadingControl({ element }: ControlProps) {
  return <h2>{labelOf(element)}</h2>
}
