import { DESK_ROUTES } from '@dolphin/contract/desk-route-table'
import { deskSettings } from '../app/settings.ts'
import { type CallInput, type CallName, pathOf } from './call.ts'
import type { CallFailure } from './call-failure.ts'

/** The calls that answer a table of a list. */
export type TableCall = Extract<CallName, `export${string}`> & QueryCall
/** The calls that answer a file. */
export type FileCall = TableCall | 'statementFile' | 'exportPerson'

type QueryCall = {
  [Name in CallName]: CallInput<Name> extends { query: unknown } ? Name : never
}[CallName]

const TIMEOUT_MS = 60_000

/** Asks for a file and lets the browser save it; answers why it could not. */
export async function saveFile<Name extends FileCall>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallFailure | undefined> {
  try {
    const answer = await fetch(`${deskSettings().gatewayPrefix}${pathOf(DESK_ROUTES[name], input)}`, {
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
