import { Maskito } from '@maskito/core'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { type ComponentProps, useEffect, useRef } from 'react'
import { masked, maskOptions, unmasked } from './mask.ts'

interface MaskedInputProps extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'defaultValue' | 'ref'> {
  mask: string
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
}

/**
 * Digits shown through a mask. The element keeps its own text, because writing it back on every key would
 * throw the caret to the end; only a value that came from elsewhere is written.
 */
export function MaskedInput({ mask, value, onChange, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!input.current) return
    const maskito = new Maskito(input.current, maskOptions(mask))
    return () => maskito.destroy()
  }, [mask])
  useEffect(() => {
    const element = input.current
    if (element && unmasked(element.value) !== unmasked(value)) element.value = masked(value, mask)
  }, [value, mask])
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      ref={input}
      defaultValue={masked(value, mask)}
      onInput={(event) => onChange(unmasked(event.currentTarget.value))}
    />
  )
}
