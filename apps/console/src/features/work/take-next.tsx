import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useKeys } from '../../app/keys.ts'
import { type CallInput, type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { workText } from './messages.ts'

interface TakeNextProps {
  /** What the list shows, as its filters say. */
  among: CallInput<'takeNextWorkItem'>['body']
  onTaken: (item: NonNullable<CallValue<'takeNextWorkItem'>['item']>) => void
  /** Nothing was taken, and why. */
  onNone: (line: string) => void
}

/** Takes the free item that is due first; `e` does, too. */
export function TakeNext({ among, onTaken, onNone }: TakeNextProps) {
  const { busy, start } = useAct(async () => {
    const result = await call('takeNextWorkItem', { body: among })
    if (!result.ok) onNone(failureText(result.failure))
    else if (result.value.item === null) onNone(workText.nothingFree)
    else onTaken(result.value.item)
  })
  useKeys({ e: () => void start() })
  return (
    <Button variant="secondary" busy={busy} aria-keyshortcuts="e" onClick={() => void start()}>
      {workText.takeNext}
    </Button>
  )
}
