import { REACTIONS } from '@dolphin/contract/reaction-table'
import { clearTokens, isLimited } from './session.ts'

type Navigate = (path: string, options: { replace: boolean }) => void

interface ReactionTarget {
  navigate: Navigate
  /** Where the reader stands, so that signing in again can lead back. */
  rememberReturn: () => void
}

const ASKS_WHO =
  /^\/(?:web-)?guidance(?:\/|$)|^\/(?:application|returning|complete-information|pending-application)\//

let target: ReactionTarget | undefined

/** The frame says how to move between pages; before that, a reaction changes nothing. */
export function setReactionTarget(next: ReactionTarget): void {
  target = next
}

/**
 * What the page does on a refusal that leads elsewhere (product.md §8): the catalog's path replaces the
 * route. A refusal that stays on the page is the caller's to show.
 */
export function react(failure: { readonly code: number }): void {
  const reaction = REACTIONS[failure.code]
  if (!target || !reaction?.startsWith('/')) return
  if (reaction === '/sign-in') {
    const asksAgain = isLimited() && asksWhoIsThere()
    if (!asksAgain) target.rememberReturn()
    clearTokens()
    if (asksAgain) return
  }
  target.navigate(reaction, { replace: true })
}

/** True on the pages that ask again who is there when a session without an account ends: it has no sign-in. */
export const asksWhoIsThere = (): boolean => ASKS_WHO.test(location.pathname)

/** True where `react` has already led the reader elsewhere, so that the caller shows nothing. */
export function leadsElsewhere(failure: { readonly code: number }): boolean {
  return REACTIONS[failure.code]?.startsWith('/') ?? false
}
