import { useDeferredValue } from 'react'

/**
 * Whether what is due may be shown: its first appearance is rendered in slices between which the page answers, as an
 * answer is otherwise rendered in one go. What comes after it is shown at once.
 * Source: docs/decisions/first-paint.md.
 */
export function useDueInSlices(isDue: boolean): boolean {
  return useDeferredValue(isDue) && isDue
}

/** What was read, undefined until it may be shown. */
export function useInSlices<Value>(found: Value | undefined): Value | undefined {
  return useDueInSlices(found !== undefined) ? found : undefined
}
