import type { ReactNode } from 'react'
import { Afterwards } from '../afterwards/afterwards.tsx'

interface FoldedProps {
  summary: string
  children: ReactNode
}

/** The browser's own disclosure. What is folded away is there for "find in page", but never holds up the page. */
export function Folded({ summary, children }: FoldedProps) {
  return (
    <details>
      <summary>{summary}</summary>
      <Afterwards>{children}</Afterwards>
    </details>
  )
}
