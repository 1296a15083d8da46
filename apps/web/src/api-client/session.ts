import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { deviceClock } from '../time/device-clock.ts'

/** Keys carry the product's name, because other pages may share the origin's storage. */
const ACCESS_TOKEN = 'dolphin.access-token'
const USER_CREDENTIAL = 'dolphin.user-credential'
const CHANNEL_ID = 'dolphin.channel-id'
const SIGNED_IN_AT = 'dolphin.signed-in-at'
const LAST_CONTACT = 'dolphin.last-contact'
/** Present where the session is limited to one application (domain.md §3). */
const LIMITED = 'dolphin.limited-session'

/** Source: domain.md §12. */
const IDLE_MS = 30 * MINUTE_MS
const ABSOLUTE_MS = 12 * HOUR_MS

export interface Tokens {
  readonly accessToken: string
  readonly userCredential: string
}

/** What opening a session answers, as far as the browser keeps it. */
export interface OpenedSession extends Tokens {
  /** Absent where no tickets come. */
  readonly channelId?: string
}

const listeners = new Set<() => void>()

/** The two headers of an authenticated call, kept in local storage (product.md §6). */
export function storedTokens(): Tokens | undefined {
  const accessToken = localStorage.getItem(ACCESS_TOKEN)
  const userCredential = localStorage.getItem(USER_CREDENTIAL)
  return accessToken === null || userCredential === null ? undefined : { accessToken, userCredential }
}

/** The channel of this session, where the server posts tickets. */
export const storedChannelId = (): string | undefined => localStorage.getItem(CHANNEL_ID) ?? undefined

/** Keeps what sign-in answered, or what opened a session limited to one application. */
export function storeTokens(tokens: OpenedSession, reach: 'customer' | 'application' = 'customer'): void {
  localStorage.setItem(ACCESS_TOKEN, tokens.accessToken)
  localStorage.setItem(USER_CREDENTIAL, tokens.userCredential)
  if (tokens.channelId !== undefined) localStorage.setItem(CHANNEL_ID, tokens.channelId)
  localStorage.setItem(SIGNED_IN_AT, String(deviceClock.now().getTime()))
  if (reach === 'application') localStorage.setItem(LIMITED, 'true')
  else localStorage.removeItem(LIMITED)
  noteContact()
}

/** Forgets who is signed in, here and in the other windows of this browser. */
export function clearTokens(): void {
  localStorage.removeItem(ACCESS_TOKEN)
  localStorage.removeItem(USER_CREDENTIAL)
  localStorage.removeItem(CHANNEL_ID)
  localStorage.removeItem(SIGNED_IN_AT)
  localStorage.removeItem(LAST_CONTACT)
  localStorage.removeItem(LIMITED)
  announce()
}

/** An answered call with our token keeps the session alive; every window of the browser may count on it. */
export function noteContact(): void {
  localStorage.setItem(LAST_CONTACT, String(deviceClock.now().getTime()))
  announce()
}

/** Milliseconds until the session ends by idle time or total length; undefined when no user is signed in. */
export function sessionEndsInMs(): number | undefined {
  if (!isSignedIn()) return undefined
  const now = deviceClock.now().getTime()
  const idleEnd = Number(localStorage.getItem(LAST_CONTACT) ?? now) + IDLE_MS
  const absoluteEnd = Number(localStorage.getItem(SIGNED_IN_AT) ?? now) + ABSOLUTE_MS
  return Math.min(idleEnd, absoluteEnd) - now
}

/** Tells when someone signs in or out, also in another window. */
export function subscribeSession(listener: () => void): () => void {
  const fromOtherWindow = (event: StorageEvent) => {
    if (event.key === ACCESS_TOKEN || event.key === LAST_CONTACT || event.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherWindow)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherWindow)
  }
}

/** Tells when someone signs out in another window of this browser. */
export function subscribeSignedOutElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === ACCESS_TOKEN && oldValue !== null && newValue === null) listener()
  })
}

/** True while both headers are kept. */
export const isSignedIn = (): boolean => storedTokens() !== undefined

/** True for a session without an account, which reaches one application only. */
export const isLimited = (): boolean => isSignedIn() && localStorage.getItem(LIMITED) !== null

/** True while a customer is signed in. */
export const isCustomer = (): boolean => isSignedIn() && !isLimited()

function announce(): void {
  for (const listener of listeners) listener()
}
