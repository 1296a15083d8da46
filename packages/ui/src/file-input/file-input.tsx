import type { InputHTMLAttributes } from 'react'
import { Icon } from '../icon/icon.tsx'
import styles from './file-input.module.css'

interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'value'> {
  /** What to do: "Choose a file or drop it here". */
  prompt: string
  fileName: string
  onChange: (file: File | null) => void
}

/** A file from the device or the camera; the whole area takes a tap or a drop. */
export function FileInput({ prompt, fileName, onChange, ...rest }: FileInputProps) {
  return (
    <div className={`${styles.area} ${rest['aria-invalid'] ? styles.invalid : ''}`}>
      <Icon name={fileName === '' ? 'upload' : 'document'} size={28} />
      <span className={styles.prompt}>{fileName === '' ? prompt : fileName}</span>
      <input
        {...rest}
        type="file"
        className={styles.input}
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      />
    </div>
  )
}
