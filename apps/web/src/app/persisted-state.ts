import { removeStored } from '../storage/stored-keys.ts'

/**
 * What outlives a reload: product.md §3's session state and nothing else. consentPhone is kept as the number
 * of the contact type, a loan as loanNo and status; the rest is fetched again (pages.md).
 */
export interface PersistedState {
  session: {
    sessionId?: string
    openId?: string
    redirectUrlParameter?: string
    hasQualifiedPrincipal?: boolean
    consentPhone?: number
  }
  loan: { loanNo: string; status: number }
  workflow: { applicationNo?: string; sectionKey?: string; resource?: string; requestId?: string }
  coupon: { couponCode: string }
  onlineSignature: { requestCode: string; signStatus: number }
  portfolio: { portfolioId: number }
}

/** The cipher comes when it is needed. Where it cannot be loaded nothing is kept, and no page fails for that. */
const cipher = () => import('../storage/encrypted-storage.ts').catch(() => undefined)

const PREFIX = 'dolphin.state.'

/** Keeps one part of the state, encrypted. */
export async function persistState<Key extends keyof PersistedState>(
  key: Key,
  value: PersistedState[Key],
): Promise<void> {
  await (await cipher())?.storeEncrypted(PREFIX + key, value)
}

/** One part of the state as last kept. */
export async function persistedState<Key extends keyof PersistedState>(
  key: Key,
): Promise<PersistedState[Key] | undefined> {
  return (await (await cipher())?.loadEncrypted(PREFIX + key)) as PersistedState[Key] | undefined
}

/** Whether a part was ever kept on this device, without opening it. */
export const hasPersistedState = (key: keyof PersistedState): boolean =>
  localStorage.getItem(PREFIX + key) !== null

/** Forgets everything at sign-out. */
export function clearPersistedState(): void {
  removeStored(PREFIX)
}
