import { Button } from '@dolphin/ui/button/button'
import { Tabs } from '@dolphin/ui/tabs/tabs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Waiting } from '../../app/reading.tsx'
import type { CallValue } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { failureOf, reads } from '../../calls/queries.ts'
import { caseText } from './case-messages.ts'
import styles from './review.module.css'

type Notice = CallValue<'previewDecline'>['notice']

interface NoticePreviewProps {
  loanNo: string
  reasonCodes: readonly string[]
}

/** Shows, once it is asked for, the notice of adverse action with the chosen reasons in both languages. */
export function NoticePreview({ loanNo, reasonCodes }: NoticePreviewProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.preview}>
      <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? caseText.hideNotice : caseText.seeNotice}
      </Button>
      {open && reasonCodes.length === 0 && <p className="muted">{caseText.chooseFirst}</p>}
      {open && reasonCodes.length > 0 && <ReadNotice loanNo={loanNo} reasonCodes={reasonCodes} />}
    </div>
  )
}

function ReadNotice({ loanNo, reasonCodes }: NoticePreviewProps) {
  const { data, error } = useQuery(
    reads('previewDecline', { body: { loanNo, reasonCodes: [...reasonCodes] } }),
  )
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
