import { useEffect } from 'react'

/** For a step that takes the place of another within one route: to the top, and focus on its heading. */
export function useHeadingFocus(): void {
  useEffect(() => {
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])
}
