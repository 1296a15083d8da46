import { HOUR_MS } from '@dolphin/domain/time/durations'
import '@dolphin/ui/theme/global-styles'
import { Page } from '@dolphin/ui/page/page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { setGatewayPrefix } from '../api-client/call.ts'
import { setReactionTarget } from '../api-client/reactions.ts'
import { storeTokens } from '../api-client/session.ts'
import { bootData } from '../app/boot.ts'
import { Later } from '../app/later.tsx'
import { persistState, type PersistedState } from '../app/persisted-state.ts'
import { Shell } from '../app/shell.tsx'
import { SiteFooter } from '../app/site-footer.tsx'
import { SiteHeader } from '../app/site-header.tsx'
import { ANYONE } from '../form-engine/draft.ts'
import { storeEncrypted } from '../storage/encrypted-storage.ts'
import { DRAFT_PREFIX } from '../storage/stored-keys.ts'
import { deviceClock } from '../time/device-clock.ts'
import { allScreens } from './all-screens.ts'
import { setColorMode } from './color-mode.ts'
import { pageHand } from './hand.ts'
import type { Screen } from './screen.ts'
import { ScreenList } from './screen-list.tsx'
import { type Stage, standIn } from './stand-ins.ts'

const WHOLE_SESSION_MS = 12 * HOUR_MS
const CALM_LOOKS = 4
const LOOK_MS = 40
/** A page whose own script is still to come looks still as well; one that never gets a heading is taken as it is. */
const LOOKS_FOR_HEADING = 100

async function start(): Promise<void> {
  document.getElementById('late')?.remove()
  const mode = new URLSearchParams(location.search).get('mode')
  if (mode === 'light' || mode === 'dark') setColorMode(mode)
  const name = /^\/dev\/screens\/([a-z0-9-]+)$/.exec(location.pathname)?.[1]
  if (name === undefined) return mount(<ScreenList screens={allScreens()} />)
  const screen = allScreens().find((one) => one.name === name)
  if (screen === undefined) throw new Error(`There is no screen ${name}`)
  await show(screen)
}

async function show(screen: Screen): Promise<void> {
  const stage = standIn(screen)
  setGatewayPrefix(bootData().gatewayPrefix)
  setReactionTarget({ navigate, rememberReturn: () => {} })
  await signIn(screen)
  history.replaceState(null, '', screen.path)
  if (screen.offline) Object.defineProperty(navigator, 'onLine', { value: false })
  mount(screen.content === undefined ? <Shell /> : <Framed>{screen.content()}</Framed>)
  await calm(stage, screen)
  await screen.act?.(pageHand)
  await calm(stage, screen)
  stage.freeze()
  const missing = stage.missing()
  if (missing.length > 0) throw new Error(`Nothing answers ${missing.join(', ')}`)
  document.documentElement.dataset['screen'] = 'ready'
}

/** The session and what else this device would have kept. */
async function signIn({ who, kept = {}, drafts = {}, sessionLeftMs }: Screen): Promise<void> {
  for (const [key, value] of Object.entries(kept)) await persistState(key as keyof PersistedState, value)
  for (const [name, values] of Object.entries(drafts))
    await storeEncrypted(DRAFT_PREFIX + name, { at: deviceClock.now().getTime(), owner: ANYONE, values })
  if (who === 'guest') return
  storeTokens({ accessToken: 'sample', userCredential: 'sample' }, who ?? 'customer')
  if (sessionLeftMs === undefined) return
  const began = deviceClock.now().getTime() - WHOLE_SESSION_MS + sessionLeftMs
  localStorage.setItem('dolphin.signed-in-at', String(began))
}

const Framed = ({ children }: { children: React.ReactNode }) => (
  <>
    <Page mainId="main" header={<SiteHeader />} footer={<SiteFooter />}>
      {children}
    </Page>
    <Later />
  </>
)

function mount(node: React.ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  createRoot(root).render(<StrictMode>{node}</StrictMode>)
}

/** Waits until nothing has been asked and the page, with its heading, has not changed for some looks. */
async function calm(stage: Stage, { unanswered }: Screen): Promise<void> {
  let before = ''
  let looks = 0
  for (let still = 0; still < CALM_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const now = document.body.outerHTML
    const isHeaded = unanswered !== undefined || looks > LOOKS_FOR_HEADING
    const stands = document.querySelector(isHeaded ? 'main' : 'main h1') !== null
    still = stage.pending() <= 0 && now === before && stands ? still + 1 : 0
    before = now
  }
}

void start().catch((cause: unknown) => {
  document.documentElement.dataset['screen'] = 'failed'
  document.documentElement.dataset['why'] = String(cause)
  throw cause
})
