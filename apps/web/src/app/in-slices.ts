import { useDeferredValue } from 'react'

/**
 * What was read, undefined until it may be shown: its first appearance is rendered in slices between which the page
 * answers, as an answer is otherwise rendered in one go. What comes after it is shown at once.
 * Source: docs/decisions/first-paint.md.
 */
export function useInSlices<Value>(found: Value | undefined): Value | undefined {
  const isDue = useDeferredValue(found !== undefined)
  return isDue ? found : undefined
}
