import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders off-screen content in a second step, in slices between which the page responds. The first content paints
 * earlier, and a tap never waits for a table that is not open.
 */
export function Afterwards({ children }: { children: ReactNode }) {
  const isDue = useDeferredValue(true, false)
  return isDue && children
}
