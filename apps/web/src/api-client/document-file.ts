import type { FailureData } from '@dolphin/contract/envelope'
import { ROUTES } from '@dolphin/contract/route-table'
import { bootData } from '../app/boot.ts'
import type { CallResult } from './call.ts'
import { pageLanguage } from '../messages/define-messages.ts'
import { reportConnection } from './connection.ts'
import { react } from './reactions.ts'
import { noteContact, storedTokens } from './session.ts'

/** A tab that shows a document needs its bytes only while it loads. */
const KEEP_BYTES_MS = 60_000

/** What a browser may show of ours, and how it is called when saved; anything else is only saved as bytes. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'image/png': 'png',
  'application/vnd.dolphin.personal-copy+json': 'json',
}

/**
 * Opens a document in a new tab, or saves it where the browser opens none. Must run inside a tap or click,
 * else the tab is blocked. The bytes come by a call with the session's headers, so that no address carries them.
 */
export const openDocument = (documentNo: string, title: string): Promise<CallResult<null>> =>
  openFile(pathOf(documentNo), title)

/** Opens the sample PDF of a mailed link in a new tab, before there is an account. */
export const openRecordsProof = (resource: string, title: string): Promise<CallResult<null>> =>
  openFile(`${ROUTES.recordsProof.path}?${new URLSearchParams({ resource }).toString()}`, title)

async function openFile(path: string, title: string): Promise<CallResult<null>> {
  const tab = window.open('', '_blank')
  const file = await readFile(path)
  if (!file.ok) {
    tab?.close()
    return file
  }
  if (tab) tab.location.href = cachedAddress(file.value)
  else saveFrom(file.value, title)
  return { ok: true, value: null }
}

/** Saves a document on the device under its title. */
export async function saveDocument(documentNo: string, title: string): Promise<CallResult<null>> {
  const file = await readFile(pathOf(documentNo))
  if (!file.ok) return file
  saveFrom(file.value, title)
  return { ok: true, value: null }
}

/** Saves the copy of one's own data, to read or for programs. */
export async function saveDataCopy(format: 'pdf' | 'json', title: string): Promise<CallResult<null>> {
  const file = await readFile(`${ROUTES.copyMyData.path}?${new URLSearchParams({ format }).toString()}`)
  if (!file.ok) return file
  saveFrom(file.value, title)
  return { ok: true, value: null }
}

const pathOf = (documentNo: string): string =>
  ROUTES.documentFile.path.replace('{documentNo}', encodeURIComponent(documentNo))

async function readFile(path: string): Promise<CallResult<Blob>> {
  const tokens = storedTokens()
  const headers = new Headers({ 'accept-language': pageLanguage() })
  if (tokens) {
    headers.set('Access-Token', tokens.accessToken)
    headers.set('User-Credential', tokens.userCredential)
  }
  try {
    const answer = await fetch(bootData().gatewayPrefix + path, { headers, credentials: 'same-origin' })
    reportConnection(true)
    if (answer.ok) {
      noteContact()
      return { ok: true, value: new Blob([await answer.arrayBuffer()], { type: shownType(answer) }) }
    }
    const envelope = (await answer.json()) as { status: number; code: number; data: FailureData }
    react(envelope)
    return { ok: false, failure: { kind: 'refused', ...envelope } }
  } catch {
    reportConnection(false)
    return { ok: false, failure: { kind: 'network' } }
  }
}

/** Never a type that could run as a page of ours. */
function shownType({ headers }: Response): string {
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  return type in EXTENSIONS ? type : 'application/octet-stream'
}

function cachedAddress(bytes: Blob): string {
  const address = URL.createObjectURL(bytes)
  setTimeout(() => URL.revokeObjectURL(address), KEEP_BYTES_MS)
  return address
}

function saveFrom(bytes: Blob, title: string): void {
  const link = document.createElement('a')
  link.href = cachedAddress(bytes)
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.${EXTENSIONS[bytes.type] ?? 'bin'}`
  link.click()
}
