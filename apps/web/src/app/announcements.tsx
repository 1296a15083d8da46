import type { PopupKind } from '@dolphin/ui/popup/popup'
import type { ReactNode } from 'react'

type SnackbarTone = 'info' | 'success' | 'danger'

/** What the one snackbar and the one popup of the window say. */
export interface Announced {
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

/** Tells whenever something is announced or has been closed. */
export function subscribeAnnounced(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const announcedNow = (): Announced => announced

/** True while something waits to be shown. */
export const hasNews = (): boolean => announced.popup !== undefined || announced.snackbar.message !== ''

/** Shows a short message for about 2 s. */
export function showSnackbar(message: string, tone: SnackbarTone = 'info'): void {
  change({ snackbar: { message, tone, round: announced.snackbar.round + 1 } })
}

export function closeSnackbar(): void {
  change({ snackbar: { ...announced.snackbar, message: '' } })
}

/** Shows a popup and resolves when it is closed. */
export function showPopup(kind: PopupKind, message: ReactNode): Promise<void> {
  return new Promise((resolve) => change({ popup: { kind, message, closed: resolve } }))
}

export function closePopup(): void {
  const { popup } = announced
  change({ popup: undefined })
  popup?.closed()
}
