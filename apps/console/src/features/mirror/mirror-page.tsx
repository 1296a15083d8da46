import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { Link, useParams } from 'wouter'
import { EntryPage } from '../../app/entry-page.tsx'
import { IdleWatch } from '../../app/idle-watch.tsx'
import { PageHeading } from '../../app/page-heading.tsx'
import { ReadingFailed, Waiting } from '../../app/reading.tsx'
import { useSession } from '../../app/session.tsx'
import { type CallValue, call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, queryClient, reads } from '../../calls/queries.ts'
import { serverClock } from '../../time/server-clock.ts'
import { mirrorText } from './messages.ts'
import styles from './mirror.module.css'

type Mirror = CallValue<'showMirror'>

/**
 * The pages within are ours and ask by the desk's cookie, so this is no wall against them: it keeps a link of theirs from
 * leading the desk's own tab away.
 */
const SANDBOX = [
  'allow-scripts allow-same-origin allow-forms allow-downloads',
  'allow-popups allow-popups-to-escape-sandbox',
].join(' ')

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/**
 * A customer's own pages as they see them, in a frame that cannot be taken for theirs: who looks on, why, until when, and
 * the way to end it. Source: docs/design/console.md, Mirror.
 */
export function MirrorPage() {
  const { mirrorNo } = useParams<{ mirrorNo: string }>()
  const asked = reads('showMirror', { params: { mirrorNo } })
  const { data, error, refetch } = useQuery(asked)
  const leftMs = useLeft(data)
  const failure = data === undefined ? failureOf(error) : undefined
  if (failure) return <ReadingFailed failure={failure} onAgain={() => void refetch()} />
  if (data === undefined) return <Waiting />
  if (!data.open || leftMs <= 0) return <OverPage mirror={data} />
  return (
    <div className={styles.whole}>
      <Band
        mirror={data}
        leftMs={leftMs}
        onEnded={(ended) => queryClient.setQueryData(asked.queryKey, ended)}
      />
      <iframe
        className={styles.frame}
        title={mirrorText.frame(data.firstName)}
        src={`/mirror/${data.mirrorNo}/${data.portfolioId}/home`}
        sandbox={SANDBOX}
        onLoad={passActsOn}
      />
      <IdleWatch />
    </div>
  )
}

/** Milliseconds until the view ends by itself, known by the second. */
function useLeft(mirror: Mirror | undefined): number {
  const until = mirror === undefined ? 0 : Date.parse(mirror.until)
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look((count) => count + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return until - serverClock.now().getTime()
}

/** Who works in the frame is not idle at the desk. */
function passActsOn({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  for (const name of ['pointerdown', 'keydown'])
    currentTarget.contentWindow?.addEventListener(name, () => dispatchEvent(new Event(name)), {
      passive: true,
    })
}

interface BandProps {
  mirror: Mirror
  leftMs: number
  onEnded: (ended: Mirror) => void
}

function Band({ mirror, leftMs, onEnded }: BandProps) {
  const { name } = useSession()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    const ended = await call('endMirror', { body: { mirrorNo: mirror.mirrorNo } })
    if (ended.ok) onEnded(ended.value)
    else setTrouble(failureText(ended.failure))
  })
  return (
    <header className={styles.band} aria-label={mirrorText.region}>
      <div className={styles.whom}>
        <PageHeading title={mirrorText.title(mirror.firstName)} />
        <span className={`${styles.soft} ${styles.wide}`}>{mirror.portfolioName}</span>
      </div>
      <span className={styles.chip}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 015 0v2" />
        </svg>
        {mirrorText.readOnly}
      </span>
      <span className={`${styles.soft} ${styles.reason}`}>
        {mirrorText.reason(mirror.reason)} <span className={styles.wide}>{mirrorText.inHistory}</span>
      </span>
      <span className={styles.soft}>{name}</span>
      <span className={styles.time} role="timer">
        <b>{timeLeft(leftMs)}</b> {mirrorText.left}
      </span>
      <Button variant="secondary" busy={busy} onClick={() => void start()}>
        {mirrorText.end}
      </Button>
      {trouble !== undefined && <span role="alert">{trouble}</span>}
    </header>
  )
}

/** "14:21". */
function timeLeft(ms: number): string {
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS)
  return `${Math.floor(ms / MINUTE_MS)}:${String(seconds).padStart(2, '0')}`
}

function OverPage({ mirror: { openId } }: { mirror: Mirror }) {
  return (
    <EntryPage title={mirrorText.overTitle}>
      <p>{mirrorText.over}</p>
      <p>
        <Link href={`/customers/${openId}`}>{mirrorText.toFile}</Link>
      </p>
    </EntryPage>
  )
}
