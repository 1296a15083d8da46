import { ADDED_REPLY_KEYS, RENAMED_REPLY_KEYS } from '@dolphin/domain/stored-names'

const present: ReadonlyMap<string, string> = new Map(RENAMED_REPLY_KEYS)

/**
 * Reads a stored reply. Keys that had another name when it was stored get their present one, and keys that were added
 * since are null or what their table says, at any depth: a request repeated across a release gets the first result again.
 */
export const readStoredReply = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? inPresentShape(value) : value,
  )

function inPresentShape(stored: object): object {
  const entries = Object.entries(stored).map(([name, part]) => [present.get(name) ?? name, part] as const)
  const names = new Set(entries.map(([name]) => name))
  const added = ADDED_REPLY_KEYS.filter(
    ({ key, beside }) => !names.has(key) && beside.every((name) => names.has(name)),
  )
  return Object.fromEntries([...entries, ...added.map(({ key, value = null }) => [key, value] as const)])
}
