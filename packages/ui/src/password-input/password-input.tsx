import type { ComponentProps } from 'react'
import { useState } from 'react'
import { TextInput } from '../text-input/text-input.tsx'
import styles from './password-input.module.css'

interface PasswordInputProps extends Omit<ComponentProps<typeof TextInput>, 'type' | 'suffix'> {
  showLabel: string
  hideLabel: string
}

/** A password that can be shown; pasting and password managers work because nothing stops them. */
export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <button
          type="button"
          className={styles.switch}
          aria-controls={rest.id}
          onClick={() => setShown(!shown)}
        >
          {shown ? hideLabel : showLabel}
        </button>
      }
    />
  )
}
