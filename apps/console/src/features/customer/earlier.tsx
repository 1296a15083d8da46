import { Button } from '@dolphin/ui/button/button'
import { customerText } from './messages.ts'
import type { usePages } from './use-pages.ts'

/** The way to older lines; nothing where there are none. */
export function Earlier({ earlier }: Pick<ReturnType<typeof usePages>, 'earlier'>) {
  if (earlier === undefined) return null
  return (
    <Button variant="secondary" busy={earlier.busy} onClick={earlier.show}>
      {customerText.earlier}
    </Button>
  )
}
