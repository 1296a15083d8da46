import { useKeys } from '../app/keys.ts'

interface RowKeys {
  readonly keys: readonly string[]
  readonly chosen: string | undefined
  readonly open: (key: string | undefined) => void
  readonly take: () => void
}

/** The key so many steps from the chosen one; the first where none is chosen. */
function stepFrom(keys: readonly string[], chosen: string | undefined, by: number): string | undefined {
  const at = chosen === undefined ? -1 : keys.indexOf(chosen)
  return keys[at < 0 ? 0 : Math.min(keys.length - 1, Math.max(0, at + by))]
}

/** `j` and `k` walk a list, "." shows what came in between. Source: docs/design/console.md, Keyboard. */
export function useRowKeys({ keys, chosen, open, take }: RowKeys): void {
  const step = (by: number) => open(stepFrom(keys, chosen, by))
  useKeys({ j: () => step(1), k: () => step(-1), '.': take })
}
