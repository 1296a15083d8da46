import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useId } from 'react'
import styles from './act-row.module.css'

interface ActRowProps {
  name: string
  /** What it is for, in one sentence. */
  effect: string
  /** Who is needed for it, in small letters; nothing where one is enough. */
  note?: string | undefined
  /** Why it is not possible now; null: it is. */
  obstacle: string | null
  onOpen: () => void
}

/** One act with what it is for; one that is not possible now stays, and says why. */
export function ActRow({ name, effect, note, obstacle, onOpen }: ActRowProps) {
  const why = useId()
  return (
    <li data-locked={obstacle !== null || undefined}>
      <Button variant="secondary" disabled={obstacle !== null} aria-describedby={why} onClick={onOpen}>
        {name}
      </Button>
      <span id={why}>
        {obstacle === null ? (
          <>
            {effect}
            {note !== undefined && <span className={`small muted ${styles.note}`}>{note}</span>}
          </>
        ) : (
          <>
            <span className="small muted">Not possible now. </span>
            {obstacle}
          </>
        )}
      </span>
    </li>
  )
}

/** The acts of a page, each with its button. */
export const ActRows = ({ children }: { children: ReactNode }) => <ul className={styles.acts}>{children}</ul>
