import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { Trouble } from '../../form/trouble.tsx'
import { agoText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { workText } from './messages.ts'
import { useLease } from './use-lease.ts'

interface ItemHoldProps {
  workItemNo: string
  takenBy: CallValue<'listWorkItem'>['items'][number]['takenBy']
  /** When the one who has it was last seen at it; null where the page does not know. */
  takenAt: string | null
  onTaken: () => void
  /** Another may have it by now, or it is closed. */
  onLookAgain: () => void
  /** Taking is the page’s first act; elsewhere another one is. */
  isFirst?: boolean
  /** What else may be done. */
  children?: ReactNode
}

/** Who has an open work item, and the button that takes it; renews what the employee has while the page is open. */
export function ItemHold({
  workItemNo,
  takenBy,
  takenAt,
  onTaken,
  onLookAgain,
  isFirst = false,
  children,
}: ItemHoldProps) {
  const { employeeId } = useSession()
  const [trouble, setTrouble] = useState<string>()
  const isMine = takenBy?.employeeId === employeeId
  const takeText = takenBy === null ? workText.take : workText.takeOver(takenBy.name)
  useLease({ workItemNo, isMine, onLost: onLookAgain })
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const takeOver = takenBy !== null
    const result = isMine
      ? await call('releaseWorkItem', { body: { workItemNo } })
      : await call('takeWorkItem', { body: { workItemNo, ...(takeOver ? { takeOver } : {}) } })
    if (result.ok && !isMine) return onTaken()
    if (!result.ok) setTrouble(failureText(result.failure))
    onLookAgain()
  })
  return (
    <>
      {takenBy !== null && (
        <p className="small muted">
          {isMine
            ? workText.yours
            : workText.taken(takenBy.name, takenAt === null ? null : agoText(takenAt, serverClock.now()))}
        </p>
      )}
      <Trouble text={trouble} />
      <div className="acts">
        <Button
          variant={isFirst && !isMine ? 'forward' : 'secondary'}
          busy={busy}
          onClick={() => void start()}
        >
          {isMine ? workText.release : takeText}
        </Button>
        {children}
      </div>
    </>
  )
}
