import type { MoneyDeps } from '../../../deps.ts'
import { type InboxItem, inboxItems } from './inbox-file.ts'
import { openKeptFile } from './kept-files.ts'

/** An entry of a file that was kept, by the line of its first record. */
export interface KeptEntry {
  readonly sha256: string
  readonly line: number
}

/** What stands at a line of a file that was kept; undefined where the file was not kept or has nothing there. */
export async function findKept(
  deps: Pick<MoneyDeps, 'objects' | 'cipher'>,
  { sha256, line }: KeptEntry,
): Promise<InboxItem | undefined> {
  const bytes = await openKeptFile(deps, sha256)
  return bytes && itemAt(bytes, line)
}

function itemAt(bytes: Uint8Array, wanted: number): InboxItem | undefined {
  for (const item of inboxItems(bytes)) {
    const { line } = item.is === 'entry' ? item.entry : item.is === 'unread' ? item.unread : item.frame
    if (line === wanted) return item
  }
  return undefined
}
