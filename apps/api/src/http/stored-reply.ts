import { RENAMED_REPLY_KEYS } from '@dolphin/domain/stored-names'

const present: ReadonlyMap<string, string> = new Map(RENAMED_REPLY_KEYS)

/**
 * Reads a stored reply. Keys that had another name when it was stored get their present one, at any depth: a request
 * repeated across a release gets the first result again.
 */
export const readStoredReply = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [present.get(name) ?? name, part]))
      : value,
  )
