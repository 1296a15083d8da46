import type { FailureData } from '@dolphin/contract/envelope'
import { ROUTES } from '@dolphin/contract/route-table'
import { bootData } from '../app/boot.ts'
import type { CallResult } from './call.ts'
import { reportConnection } from './connection.ts'
import { react } from './reactions.ts'
import { noteContact, storedTokens } from './session.ts'

/** A tab that shows a document needs its bytes only while it loads. */
const KEEP_BYTES_MS = 60_000

/**
 * Opens a document in a new tab, or saves it where the browser opens none. Must run inside a tap or click,
 * else the tab is blocked. The bytes come by a call with the session's headers, so that no address carries them.
 */
export async function openDocument(documentNo: string, title: string): Promise<CallResult<null>> {
  const tab = window.open('', '_blank')
  const file = await readDocument(documentNo)
  if (!file.ok) {
    tab?.close()
    return file
  }
  const address = keptAddress(file.value)
  if (tab) tab.location.href = address
  else saveFrom(address, title)
  return { ok: true, value: null }
}

/** Saves a document on the device under its title. */
export async function saveDocument(documentNo: string, title: string): Promise<CallResult<null>> {
  const file = await readDocument(documentNo)
  if (!file.ok) return file
  saveFrom(keptAddress(file.value), title)
  return { ok: true, value: null }
}

async function readDocument(documentNo: string): Promise<CallResult<Blob>> {
  const path = ROUTES.documentFile.path.replace('{documentNo}', encodeURIComponent(documentNo))
  const tokens = storedTokens()
  const headers = new Headers(
    tokens ? { 'Access-Token': tokens.accessToken, 'User-Credential': tokens.userCredential } : {},
  )
  try {
    const answer = await fetch(bootData().gatewayPrefix + path, { headers, credentials: 'same-origin' })
    reportConnection(true)
    if (answer.ok) {
      noteContact()
      return { ok: true, value: new Blob([await answer.arrayBuffer()], { type: 'application/pdf' }) }
    }
    const envelope = (await answer.json()) as { status: number; code: number; data: FailureData }
    react(envelope)
    return { ok: false, failure: { kind: 'refused', ...envelope } }
  } catch {
    reportConnection(false)
    return { ok: false, failure: { kind: 'network' } }
  }
}

function keptAddress(bytes: Blob): string {
  const address = URL.createObjectURL(bytes)
  setTimeout(() => URL.revokeObjectURL(address), KEEP_BYTES_MS)
  return address
}

function saveFrom(address: string, title: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.pdf`
  link.click()
}
