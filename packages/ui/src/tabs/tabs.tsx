import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Afterwards } from '../afterwards/afterwards.tsx'
import styles from './tabs.module.css'

export interface Tab {
  readonly name: string
  readonly label: string
  readonly content: ReactNode
}

interface TabsProps {
  /** What the tabs are views of, for screen readers. */
  label: string
  tabs: readonly Tab[]
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Several views of one thing, one at a time; on paper all of them. Arrow keys move between the tabs (WAI-ARIA tabs). */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const show = (index: number) => {
    setShown(index)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    show((shown + step + tabs.length) % tabs.length)
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} data-screen-only>
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={index === shown}
            aria-controls={`${id}-${tab.name}-panel`}
            tabIndex={index === shown ? 0 : -1}
            className={styles.tab}
            onClick={() => show(index)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.name}
          role="tabpanel"
          id={`${id}-${tab.name}-panel`}
          aria-labelledby={`${id}-${tab.name}`}
          className={index === shown ? undefined : styles.hidden}
        >
          {index === 0 ? tab.content : <Afterwards>{tab.content}</Afterwards>}
        </div>
      ))}
    </>
  )
}
