import { get, set } from 'idb-keyval'

const KEY_NAME = 'dolphin.storage-key'
const IV_BYTES = 12

let key: Promise<CryptoKey> | undefined

/** One key per browser, made so that no script can read its bytes (design/security.md D3). */
function storageKey(): Promise<CryptoKey> {
  key ??= get<CryptoKey>(KEY_NAME).then(async (known) => {
    if (known) return known
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    await set(KEY_NAME, made)
    return made
  })
  return key
}

/** Without a secure context there is no cipher, without a database no key; then nothing is kept in the clear. */
const available = (): boolean =>
  typeof crypto !== 'undefined' &&
  'subtle' in crypto &&
  crypto.subtle !== undefined &&
  typeof indexedDB !== 'undefined'

/** Keeps a value under a key of local storage, encrypted by AES-GCM and bound to that key. */
export async function storeEncrypted(name: string, value: unknown): Promise<void> {
  if (!available()) return
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await crypto.subtle.encrypt(bound(name, iv), await storageKey(), plain)
  localStorage.setItem(name, toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)])))
}

/** The value kept under a key; nothing when there is none or when it was not sealed by this browser. */
export async function loadEncrypted(name: string): Promise<unknown> {
  const text = localStorage.getItem(name)
  if (text === null || !available()) return undefined
  try {
    const bytes = fromBase64(text)
    const iv = bytes.slice(0, IV_BYTES)
    const plain = await crypto.subtle.decrypt(bound(name, iv), await storageKey(), bytes.slice(IV_BYTES))
    return JSON.parse(new TextDecoder().decode(plain)) as unknown
  } catch {
    localStorage.removeItem(name)
    return undefined
  }
}

const bound = (name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
})

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes))

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)
