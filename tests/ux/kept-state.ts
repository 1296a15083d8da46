import { expect, type Page } from '@playwright/test'

/** The whole of product.md §3's session state, by part; pages.md says what of a loan is kept. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  session: ['sessionId', 'openId', 'redirectUrlParameter', 'hasQualifiedPrincipal', 'consentPhone'],
  loan: ['loanNo', 'status'],
  workflow: ['applicationNo', 'sectionKey', 'resource', 'requestId'],
  coupon: ['couponCode'],
  onlineSignature: ['requestCode', 'signStatus'],
  portfolio: ['portfolioId'],
}

/** Beside the state: the two headers' values, the times of the session, the channel's, acts under way, drafts. */
const OTHER_KEYS =
  /^dolphin\.(?:access-token|user-credential|channel-id|signed-in-at|last-contact|limited-session|last-ticket|reloaded-for|intent\..+|confirming\..+|draft\..+)$/

const STATE = 'dolphin.state.'

interface Kept {
  readonly names: readonly string[]
  readonly state: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What this browser keeps, its state decrypted with the key that lies in the browser and cannot leave it. */
const keptBy = (page: Page): Promise<Kept> =>
  page.evaluate<Kept>(`(async () => {
    const opened = indexedDB.open('keyval-store')
    const db = await new Promise((done) => { opened.onsuccess = () => done(opened.result) })
    const asked = db.transaction('keyval').objectStore('keyval').get('dolphin.storage-key')
    const key = await new Promise((done) => { asked.onsuccess = () => done(asked.result) })
    db.close()
    const state = {}
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith('${STATE}'))) {
      const bytes = Uint8Array.from(atob(localStorage.getItem(name)), (one) => one.codePointAt(0))
      const how = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData: new TextEncoder().encode(name) }
      const plain = await crypto.subtle.decrypt(how, key, bytes.slice(12))
      state[name.slice(${STATE.length})] = JSON.parse(new TextDecoder().decode(plain))
    }
    return { names: [...Object.keys(localStorage), ...Object.keys(sessionStorage)], state }
  })()`)

/** Nothing but what product.md §3 allows is kept; answers the parts of the state that are. */
export async function expectKeptState(page: Page): Promise<readonly string[]> {
  const { names, state } = await keptBy(page)
  expect(names.filter((name) => !name.startsWith(STATE) && !OTHER_KEYS.test(name))).toEqual([])
  for (const [part, values] of Object.entries(state)) {
    const allowed = ALLOWED[part] ?? []
    expect(
      Object.keys(values).filter((field) => !allowed.includes(field)),
      part,
    ).toEqual([])
  }
  return Object.keys(state).toSorted()
}
