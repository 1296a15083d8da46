import { Checkbox } from '../checkbox/checkbox.tsx'
import type { Option } from '../select/select.tsx'

interface CheckboxGroupProps {
  name: string
  options: readonly Option[]
  values: readonly string[]
  onChange: (values: string[]) => void
  onBlur?: () => void
}

/** Any number of choices, kept in the order of the options. Stands inside a FieldGroup. */
export function CheckboxGroup({ name, options, values, onChange, onBlur }: CheckboxGroupProps) {
  const toggle = (value: string, ticked: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === value ? ticked : values.includes(each))),
    )
  return (
    <div>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          hint={option.hint}
          checked={values.includes(option.value)}
          onChange={(ticked) => toggle(option.value, ticked)}
          onBlur={onBlur}
        />
      ))}
    </div>
  )
}
