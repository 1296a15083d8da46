import type { ComponentProps } from 'react'
import { TextInput } from '../text-input/text-input.tsx'

/** An amount in dollars; commas and a dollar sign may be typed or pasted, the reader of the value drops them. */
export function MoneyInput(props: Omit<ComponentProps<typeof TextInput>, 'prefix' | 'type'>) {
  return <TextInput width="short" inputMode="decimal" autoComplete="off" {...props} type="text" prefix="$" />
}
