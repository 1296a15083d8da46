import type { ReactNode } from 'react'

/** Fields and their button: Enter in a field does what the button does, and the page says itself what is missing. */
export function ActForm({ onSubmit, children }: { onSubmit: () => Promise<void>; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
    </form>
  )
}
