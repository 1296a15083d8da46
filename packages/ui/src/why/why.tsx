import { type ReactNode, useState } from 'react'
import styles from './why.module.css'

interface WhyProps {
  /** What can be seen: "Why?". */
  label: string
  /** What it is about, for those who hear the label alone: "the APR"; empty where the label says it. */
  about: string
  /** Created on first opening: content that stays closed is not loaded. */
  children: () => ReactNode
}

/** A reason folded away beside a figure: the browser's own disclosure, with its keys and its state. */
export function Why({ label, about, children }: WhyProps) {
  const [asked, setAsked] = useState(false)
  return (
    <details
      className={styles.why}
      onToggle={(event) => {
        if (event.currentTarget.open) setAsked(true)
      }}
    >
      <summary>
        {label}
        {about !== '' && <span className="visually-hidden"> {about}</span>}
      </summary>
      {asked && <div className={styles.answer}>{children()}</div>}
    </details>
  )
}
