import { useEffect } from 'react'

/** A page that is still without a heading then has something else to say. */
const LONGEST_WAIT_MS = 10_000

/** For a step that takes the place of another within one route: to the top, and focus on its heading. */
export function useHeadingFocus(): void {
  useEffect(() => {
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [])
}

/**
 * Moves focus to the heading of a page that was opened, once, as soon as it has one: a page that reads first shows
 * its heading later. Who has moved on by then is left where they are. Answers how to stop waiting.
 */
export function focusHeading(place: HTMLElement): () => void {
  const tried = () => {
    const heading = place.querySelector<HTMLElement>('h1')
    if (!heading) return false
    if (isNowhere()) heading.focus({ preventScroll: true })
    return true
  }
  blurForeign(place)
  if (tried()) return () => {}
  const observer = new MutationObserver(() => {
    if (tried()) stop()
  })
  const timer = setTimeout(() => stop(), LONGEST_WAIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(place, { childList: true, subtree: true })
  return stop
}

/** Leaves the link or button of the frame that led here; an open window, and a field that the page chose, keep focus. */
function blurForeign(place: HTMLElement): void {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || place.contains(active) || active.closest('dialog')) return
  active.blur()
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body
