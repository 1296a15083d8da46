import { listText } from './messages.ts'
import type { ListPlace } from './use-list-place.ts'

interface ListFilterProps {
  place: Pick<ListPlace, 'filter' | 'choose'>
  name: string
  label: string
  options: readonly { readonly value: string; readonly label: string }[]
  /** What the empty choice says. */
  every?: string
}

/** One filter of a list; what is chosen stands in the address. */
export function ListFilter({ place, name, label, options, every = listText.every }: ListFilterProps) {
  return (
    <label>
      {label}
      <select
        value={place.filter(name) ?? ''}
        onChange={({ currentTarget: { value } }) => place.choose(name, value === '' ? undefined : value)}
      >
        <option value="">{every}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
