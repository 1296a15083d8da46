/** Idempotency keys of acts whose outcome is not known yet, so that a retry, even after a reload, is the same act. */
const PREFIX = 'dolphin.intent.'

/**
 * The key of this act: the one already used for the same call and body, else a new one (contract.md
 * "Idempotency").
 */
export function intentKey(call: string, body: unknown): string {
  const slot = slotOf(call, body)
  const known = sessionStorage.getItem(slot)
  if (known !== null) return known
  const key = newKey()
  sessionStorage.setItem(slot, key)
  return key
}

/** Ends an act: its outcome is known, so doing the same again is a new act. */
export function endIntent(call: string, body: unknown): void {
  sessionStorage.removeItem(slotOf(call, body))
}

function slotOf(call: string, body: unknown): string {
  return `${PREFIX}${call}.${digest(JSON.stringify(body) ?? '')}`
}

/** A version 4 UUID; randomUUID needs a secure context, which a plain-http preview on a phone is not. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** 53 bits that tell bodies apart; not a secret-keeping hash, and nothing reads the body back from it. */
function digest(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ point, 2654435761)
    low = Math.imul(low ^ point, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return ((low >>> 0) * 2 ** 21 + ((high >>> 0) & 0x1fffff)).toString(36)
}
