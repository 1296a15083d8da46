import { isOutstanding } from '@dolphin/domain/applications/document-request-state'
import { Banner } from '@dolphin/ui/banner/banner'
import { Button } from '@dolphin/ui/button/button'
import { Icon, type IconName } from '@dolphin/ui/icon/icon'
import { SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { useRef, useState } from 'react'
import { dayText } from '../../app/wire-text.ts'
import { requestedText } from './requested-messages.ts'
import styles from './requested.module.css'
import { type Requested, RequestedUpload, type RequestView } from './requested-upload.tsx'

interface RequestedDocumentProps {
  loanNo: string
  request: RequestView
  /** Of the card that it stands in. */
  under: 'h1' | 'h2'
  onSent: (sent: Requested) => void
}

const STATES = {
  asked: { icon: 'upload', text: 'asked' },
  received: { icon: 'clock', text: 'received' },
  accepted: { icon: 'check', text: 'accepted' },
  refused: { icon: 'warning', text: 'refused' },
} as const satisfies Record<RequestView['state'], { icon: IconName; text: string }>

/** One document: how it stands, why it is asked for, until when, and the way to send it. */
export function RequestedDocument({ loanNo, request, under, onSent }: RequestedDocumentProps) {
  const { name, state, overdue, answerBy, reason, mayUpload } = request
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAdding, setAdding] = useState(false)
  const { icon, text } = STATES[state]
  const Heading = under === 'h1' ? 'h2' : 'h3'
  const isAsked = isOutstanding(request)
  const sent = (value: Requested) => {
    setAdding(false)
    onSent(value)
    // The form goes away with what was sent; the reader stands at how it is now.
    heading.current?.focus()
  }
  return (
    <li className={styles.item}>
      <Heading ref={heading} tabIndex={-1} className={styles.name}>
        {name}
      </Heading>
      <p className={`${styles.state} ${styles[state]}`} role="status">
        <Icon name={icon} size={20} />
        {requestedText(text)}
      </p>
      {reason !== null && (
        <Banner tone="warning">
          <p>{reason}</p>
        </Banner>
      )}
      {overdue && (
        <Banner tone="warning">
          <p>{requestedText('overdue', { date: dayText(answerBy) })}</p>
        </Banner>
      )}
      <SummaryList rows={rowsOf(request, isAsked)} />
      {mayUpload && (isAsked || isAdding) && (
        <RequestedUpload loanNo={loanNo} request={request} onSent={sent} />
      )}
      {mayUpload && !isAsked && !isAdding && (
        <Button variant="secondary" onClick={() => setAdding(true)}>
          {requestedText('more')}
        </Button>
      )}
    </li>
  )
}

function rowsOf({ note, answerBy, overdue, files }: RequestView, isAsked: boolean) {
  return [
    ...(isAsked ? [{ label: requestedText('why'), value: note }] : []),
    ...(isAsked && !overdue ? [{ label: requestedText('by'), value: dayText(answerBy) }] : []),
    ...(files.length > 0 ? [{ label: requestedText('files'), value: String(files.length) }] : []),
  ]
}
