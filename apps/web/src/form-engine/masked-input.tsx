import { TextInput } from '@dolphin/ui/text-input/text-input'
import { type ComponentProps, useEffect, useRef } from 'react'
import { masked, type Pattern } from './mask.ts'

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

const DELETIONS: Readonly<Record<string, 'backward' | 'forward'>> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
}

/**
 * Text shown through a pattern. The element keeps its own text, because writing it back on every key would
 * throw the caret to the end; only a value that came from elsewhere is written.
 */
export function MaskedInput({ pattern, value, toText, toValue, onChange, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(toText(value))
  useEffect(() => {
    const element = input.current
    if (!element || toValue(element.value) === value) return
    shown.current = toText(value)
    element.value = shown.current
  }, [value, toText, toValue])
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      ref={input}
      defaultValue={toText(value)}
      onInput={({ currentTarget: element, nativeEvent }) => {
        const deleted = DELETIONS[nativeEvent.inputType] ?? null
        const typed = { text: element.value, caret: element.selectionStart ?? element.value.length }
        const { text, caret } = masked(pattern, shown.current, typed, deleted)
        shown.current = text
        if (text !== element.value) {
          element.value = text
          element.setSelectionRange(caret, caret)
        }
        onChange(toValue(text))
      }}
    />
  )
}
