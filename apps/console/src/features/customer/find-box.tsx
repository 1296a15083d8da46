import { useCallback, useEffect, useState } from 'react'
import { useKeys } from '../../app/keys.ts'
import { FindDialog } from './find-dialog.tsx'
import styles from './find.module.css'
import { findText } from './messages.ts'

/** In the frame: opens the find dialog by a press, by Ctrl+K, and by "/". */
export function FindBox() {
  const [open, setOpen] = useState(false)
  const show = useCallback(() => setOpen(true), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) show()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [show])
  useKeys({ '/': show })
  return (
    <>
      <button type="button" className={styles.box} onClick={show} aria-keyshortcuts="Control+K">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M7 2.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM10.4 10.4L14 14" />
        </svg>
        <span className={styles.words}>{findText.open}</span>
        <kbd className={styles.key}>Ctrl K</kbd>
      </button>
      {open && <FindDialog onClose={() => setOpen(false)} />}
    </>
  )
}
