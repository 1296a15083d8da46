import { isSignedIn, subscribeSignedOutElsewhere } from '../../api-client/session.ts'

/**
 * Reloads a page that would still show what its reader has since signed out of: in another window, or before the
 * browser's back button brought the page back as it stood. The reloaded page asks for what it may show.
 */
export function leaveWhenSignedOut(): void {
  subscribeSignedOutElsewhere(() => location.reload())
  addEventListener('pageshow', (event) => {
    if (event.persisted && !isSignedIn()) location.reload()
  })
}
