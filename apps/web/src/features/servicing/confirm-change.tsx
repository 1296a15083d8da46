import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { usePlace } from '../../app/place.ts'
import type { ChangeKind } from './change-kinds.ts'
import { type DrawnMark, type MarkChoice, markError, wireMark } from '../agreements/mark.ts'
import { useMarkDraft } from '../agreements/mark-draft.ts'
import { MARK_FIELD, SignatureMark } from '../agreements/signature-mark.tsx'
import type { ChangeResult, Confirmation } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { confirmText } from './confirm-text.ts'
import { useSignerName } from './use-signer-name.ts'

interface ConfirmChangeProps {
  kind: ChangeKind
  preview: ChangeResult
  busy: boolean
  /** What the server said of the signature that was sent; undefined once it is another. */
  markRefusal: string | undefined
  onMark: () => void
  onConfirm: (mark: Confirmation['mark']) => void
}

/** The act itself: its button says what it does, and where the change is signed, the signature comes before it. */
export function ConfirmChange({ kind, preview, busy, markRefusal, onMark, onConfirm }: ConfirmChangeProps) {
  const place = usePlace()
  const [tried, setTried] = useState(false)
  const [drawn, setDrawn] = useState<DrawnMark>()
  const { choice, change } = useMarkDraft(`change.${preview.loanNo}`)
  const { needsSignature } = preview
  const signerName = useSignerName(needsSignature)
  const wrong = needsSignature ? (markRefusal ?? markError(choice, drawn, signerName)) : undefined
  const confirm = () => {
    setTried(true)
    if (wrong === undefined) onConfirm(needsSignature ? wireMark(choice, drawn) : undefined)
    else document.getElementById(MARK_FIELD)?.focus()
  }
  return (
    <>
      {needsSignature && (
        <section>
          <h2>{changeText('signTitle')}</h2>
          <p>{changeText('signLead')}</p>
          <SignatureMark
            draft={choice}
            signerName={signerName ?? ''}
            error={tried ? wrong : undefined}
            onChange={(part: Partial<MarkChoice>) => {
              onMark()
              change(part)
            }}
            onDrawn={(mark) => {
              onMark()
              setDrawn(mark)
            }}
          />
        </section>
      )}
      <ButtonRow>
        <BackButton onClick={() => place.go({ step: undefined })}>{changeText('changeChoices')}</BackButton>
        <Button busy={busy} onClick={confirm}>
          {busy ? changeText('confirming') : confirmText(kind, preview)}
        </Button>
      </ButtonRow>
    </>
  )
}
