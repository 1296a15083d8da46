import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import styles from './shown-once.module.css'

/** A text that the server shows this once, with a button that copies it. */
export function ShownOnce({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The browser keeps pages from the clipboard: the text can still be marked
      setCopied(false)
    }
  }
  return (
    <div className={styles.once}>
      <p className={styles.label}>{label}</p>
      <output className={styles.text} translate="no">
        {text}
      </output>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy
      </Button>
      <p role="status" className="small muted">
        {copied === true && 'Copied.'}
        {copied === false && 'The browser did not allow it. Mark the text and copy it by hand.'}
      </p>
    </div>
  )
}
