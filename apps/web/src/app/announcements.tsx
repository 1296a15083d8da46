import { Popup, type PopupKind } from '@dolphin/ui/popup/popup'
import { Snackbar } from '@dolphin/ui/snackbar/snackbar'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { appText } from './messages.ts'

type SnackbarTone = 'info' | 'success' | 'danger'

interface Announced {
  readonly snackbar: { readonly message: string; readonly tone: SnackbarTone; readonly round: number }
  readonly popup:
    | { readonly kind: PopupKind; readonly message: ReactNode; readonly closed: () => void }
    | undefined
}

let announced: Announced = { snackbar: { message: '', tone: 'info', round: 0 }, popup: undefined }
const listeners = new Set<() => void>()

function change(next: Partial<Announced>): void {
  announced = { ...announced, ...next }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a short message for about 2 s. */
export function showSnackbar(message: string, tone: SnackbarTone = 'info'): void {
  change({ snackbar: { message, tone, round: announced.snackbar.round + 1 } })
}

/** Shows a popup and resolves when it is closed. */
export function showPopup(kind: PopupKind, message: ReactNode): Promise<void> {
  return new Promise((resolve) => change({ popup: { kind, message, closed: resolve } }))
}

const TITLES = { successful: 'popupSuccessful', error: 'popupError', warning: 'popupWarning' } as const

/** The one snackbar and the one popup of the window. */
export function Announcements() {
  const { snackbar, popup } = useSyncExternalStore(subscribe, () => announced)
  const closeSnackbar = useCallback(() => change({ snackbar: { ...announced.snackbar, message: '' } }), [])
  const kind = popup?.kind ?? 'warning'
  return (
    <>
      <Snackbar
        round={snackbar.round}
        message={snackbar.message}
        tone={snackbar.tone}
        closeLabel={appText('close')}
        onClose={closeSnackbar}
      />
      <Popup
        open={popup !== undefined}
        kind={kind}
        title={appText(TITLES[kind])}
        closeLabel={appText('close')}
        onClose={() => {
          change({ popup: undefined })
          popup?.closed()
        }}
      >
        <p>{popup?.message}</p>
      </Popup>
    </>
  )
}
