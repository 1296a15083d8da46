import { Banner } from '@dolphin/ui/banner/banner'

/** What an employee is doing about the loan; nothing where there is nothing to say. */
export function StatusNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Banner tone="info">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Banner>
  )
}
