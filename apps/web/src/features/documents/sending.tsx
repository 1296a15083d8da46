import { Button } from '@dolphin/ui/button/button'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallFailure, CallResult, Transport } from '../../api-client/call.ts'
import { whenReachable } from '../../api-client/connection.ts'
import { sendWithProgress } from '../../api-client/send-with-progress.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showFailure } from '../../app/show-failure.ts'
import { sendingText } from './sending-messages.ts'
import styles from './sending.module.css'

const WHOLE = 100

/** How much of a file has left, and the way to stop it. */
export function SendingProgress({ percent, onStop }: { percent: number; onStop: () => void }) {
  return (
    <div className={styles.sending}>
      <progress
        className={styles.progress}
        aria-label={sendingText('progress')}
        max={WHOLE}
        value={percent}
      />
      <Button variant="quiet" onClick={onStop}>
        {sendingText('stop')}
      </Button>
    </div>
  )
}

interface FileSending<Sent> {
  /** Makes the call; its key is the same for the same file, so that a second try is the same act. */
  readonly send: (
    file: File,
    options: { readonly transport: Transport; readonly signal: AbortSignal },
  ) => Promise<CallResult<Sent>>
  readonly onSent: (sent: Sent) => void | Promise<void>
  /** What is wrong with the file; the first one stands at the field. */
  readonly onProblems: (problems: readonly [string, ...string[]]) => void
}

/** Sends a file, and sends it again once a lost connection is back; `percent` is undefined while none leaves. */
export function useFileSending<Sent>({ send, onSent, onProblems }: FileSending<Sent>) {
  const [percent, setPercent] = useState<number>()
  const [interrupted, setInterrupted] = useState(false)
  const [last, setLast] = useState<File>()
  const sending = useRef<AbortController>(undefined)
  const act = useAct(async (file: File) => {
    setInterrupted(false)
    setLast(file)
    const abort = new AbortController()
    sending.current = abort
    const result = await send(file, { transport: sendWithProgress(setPercent), signal: abort.signal })
    setPercent(undefined)
    if (result.ok) return onSent(result.value)
    const problems = fileProblems(result.failure)
    if (problems !== undefined) return onProblems(problems)
    setInterrupted(result.failure.kind === 'network')
    return result.failure.kind === 'network' ? undefined : showFailure(result.failure)
  })
  const again = useEffectEvent(() => {
    if (last) void act.start(last)
  })
  useEffect(() => (interrupted ? whenReachable(() => again()) : undefined), [interrupted])
  return { ...act, stop: () => sending.current?.abort(), percent, interrupted }
}

/** 413, 415 and 422 speak of the file itself. */
const FILE_STATUSES: readonly number[] = [413, 415, 422]

function fileProblems(failure: CallFailure): readonly [string, ...string[]] | undefined {
  if (failure.kind !== 'refused' || !FILE_STATUSES.includes(failure.status)) return undefined
  const [first, ...more] = failure.data.errors?.map(({ message }) => message) ?? []
  return first === undefined ? [failure.data.message] : [first, ...more]
}
