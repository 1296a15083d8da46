import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'

export type PopupKind = 'successful' | 'error' | 'warning'

const TONES = { successful: 'success', error: 'danger', warning: 'warning' } as const

interface PopupProps {
  open: boolean
  kind: PopupKind
  /** "Successful", "Error" or "Warning", in the reader's language (product.md §8). */
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** Tells the outcome of an act and waits to be closed. */
export function Popup({ open, kind, title, closeLabel, onClose, children }: PopupProps) {
  return (
    <Dialog
      open={open}
      title={title}
      tone={TONES[kind]}
      onClose={onClose}
      actions={<Button onClick={onClose}>{closeLabel}</Button>}
    >
      {children}
    </Dialog>
  )
}
