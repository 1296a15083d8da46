import { DESK_ROUTES } from '@dolphin/contract/desk-route-table'
import { deskSettings } from '../app/settings.ts'
import type { CallFailure, CallInput, CallName } from './call.ts'

/** The calls that answer a table of a list. */
export type TableCall = Extract<CallName, `export${string}`>

const TIMEOUT_MS = 60_000

/** Asks for a table and lets the browser save it; answers why it could not. */
export async function saveTable<Name extends TableCall>(
  name: Name,
  query: CallInput<Name>['query'],
): Promise<CallFailure | undefined> {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(asked.map(([key, value]) => [key, String(value)]))
  try {
    const answer = await fetch(`${deskSettings().gatewayPrefix}${DESK_ROUTES[name].path}?${search}`, {
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) return { kind: 'refused', ...((await answer.json()) as object) } as CallFailure
    save(await answer.blob(), fileNameIn(answer.headers.get('content-disposition')))
    return undefined
  } catch {
    return { kind: 'network' }
  }
}

const fileNameIn = (disposition: string | null): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'list.csv'

function save(file: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
