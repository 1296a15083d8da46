import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders what is out of sight in a second step, in slices between which the page answers: what comes first is painted
 * earlier, and a finger is never kept waiting for a table that nobody has opened.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
