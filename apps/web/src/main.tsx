import '@dolphin/ui/theme/global-styles'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { setGatewayPrefix } from './api-client/call.ts'
import { setReactionTarget } from './api-client/reactions.ts'
import { bootData } from './app/boot.ts'
import { domainRedirect, isMobileDevice, redirectedPath } from './app/domain-redirect.ts'
import { loadPageAt } from './app/pages.ts'
import { rememberReturn } from './app/return-path.ts'
import { Shell } from './app/shell.tsx'

/** A page that has not come by then shows as waiting; so does one that cannot come, which says why. */
const PAGE_WAIT_MS = 1000

async function start(): Promise<void> {
  const { portfolio, gatewayPrefix, mirrorNo, base = '' } = bootData()
  if (mirrorNo !== undefined) (await import('./app/mirror.ts')).enterMirror(mirrorNo)
  const elsewhere = domainRedirect(location, portfolio, isMobileDevice(navigator.userAgent))
  if (elsewhere) return location.replace(elsewhere)
  const path = redirectedPath(location.search)
  if (path) history.replaceState(null, '', path)
  setGatewayPrefix(gatewayPrefix)
  setReactionTarget({ navigate: (path, options) => navigate(base + path, options), rememberReturn })
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  await Promise.race([loadPageAt(location.pathname.slice(base.length)).catch(() => {}), pause(PAGE_WAIT_MS)])
  document.getElementById('late')?.remove()
  // In slices: a phone answers while it renders
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Router base={base}>
          <Shell />
        </Router>
      </StrictMode>,
    ),
  )
}

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))

void start()
