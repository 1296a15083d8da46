import { Maskito } from '@maskito/core'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { type ComponentProps, useEffect, useRef } from 'react'
import { maskOptions, type Pattern } from './mask-options.ts'

interface MaskedInputProps
  extends Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'defaultValue' | 'ref'> {
  pattern: Pattern
  /** What is stored. */
  value: string
  /** How the stored value is written, and how what is written is stored. */
  toText: (value: string) => string
  toValue: (text: string) => string
  onChange: (value: string) => void
}

/**
 * Text shown through a pattern. The element keeps its own text, because writing it back on every key would
 * throw the caret to the end; only a value that came from elsewhere is written.
 */
export function MaskedInput({ pattern, value, toText, toValue, onChange, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!input.current) return
    const maskito = new Maskito(input.current, maskOptions(pattern))
    return () => maskito.destroy()
  }, [pattern])
  useEffect(() => {
    const element = input.current
    if (element && toValue(element.value) !== value) element.value = toText(value)
  }, [value, toText, toValue])
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      ref={input}
      defaultValue={toText(value)}
      onInput={(event) => onChange(toValue(event.currentTarget.value))}
    />
  )
}
