import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at the foot. */
  actions?: ReactNode
  /** Colors the upper edge; the title says the same in words. */
  tone?: 'plain' | 'success' | 'danger' | 'warning'
}

/** A modal window of at most 600 px; the browser keeps focus inside, Escape closes it. */
export function Dialog({ open, title, onClose, children, actions, tone = 'plain' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[tone]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </>
      )}
    </dialog>
  )
}
