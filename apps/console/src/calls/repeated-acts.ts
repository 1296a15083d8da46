/** As in the catalog: the act is being worked on, and is asked for again with the same key. */
export const GOES_ON_CODE = -95010009

/** Keys of acts whose outcome is not known yet, so that a second try is the same act. */
const open = new Map<string, string>()

const slotOf = (call: string, body: unknown): string => `${call} ${JSON.stringify(body)}`

/** The key of this act: the one already used for the same call and body, else a new one. */
export function actKey(call: string, body: unknown): string {
  const slot = slotOf(call, body)
  const key = open.get(slot) ?? crypto.randomUUID()
  open.set(slot, key)
  return key
}

/** The outcome is known: the same again is a new act. */
export function endAct(call: string, body: unknown): void {
  open.delete(slotOf(call, body))
}
