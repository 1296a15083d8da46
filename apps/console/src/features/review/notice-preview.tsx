import { Button } from '@dolphin/ui/button/button'
import { Tabs } from '@dolphin/ui/tabs/tabs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Waiting } from '../../app/reading.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, type reads } from '../../calls/queries.ts'
import { caseText } from './case-messages.ts'
import styles from './review.module.css'

type Notice = CallValue<'previewDecline'>['notice']
type Preview = ReturnType<typeof reads<'previewDecline'>> | ReturnType<typeof reads<'previewCounter'>>

interface NoticePreviewProps {
  /** What is still to be chosen; undefined where the notice can be shown. */
  missing: string | undefined
  /** The call that previews it. */
  children: () => Preview
}

/** Shows, once it is asked for, the notice as it would be sent in both languages. */
export function NoticePreview({ missing, children }: NoticePreviewProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.preview}>
      <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? caseText.hideNotice : caseText.seeNotice}
      </Button>
      {open && missing !== undefined && <p className="muted">{missing}</p>}
      {open && missing === undefined && <ReadNotice preview={children()} />}
    </div>
  )
}

function ReadNotice({ preview: { queryKey, queryFn } }: { preview: Preview }) {
  const { data, error } = useQuery<{ notice: Notice }>({ queryKey, queryFn })
  const failure = failureOf(error)
  if (failure) return <p role="alert">{failureText(failure)}</p>
  return data === undefined ? <Waiting /> : <NoticeWords notice={data.notice} />
}

const LANGUAGES = ['en', 'es'] as const

function NoticeWords({ notice }: { notice: Notice }) {
  return (
    <Tabs
      label={caseText.notice}
      tabs={LANGUAGES.map((name) => ({
        name,
        label: caseText.languages[name],
        content: (
          <div
            className={styles.notice}
            lang={name}
            tabIndex={0}
            role="region"
            aria-label={notice[name].subject}
          >
            <p>
              <strong>{notice[name].subject}</strong>
            </p>
            <p>{notice[name].text}</p>
          </div>
        ),
      }))}
    />
  )
}
