import { capitalizeName } from '@dolphin/domain/format/person-name'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reads } from '../../api-client/with-queries.tsx'
import { usePlace } from '../../app/place.ts'
import type { ChangeKind } from './change-kinds.ts'
import { type DrawnMark, markError, wireMark } from '../agreements/mark.ts'
import { useMarkDraft } from '../agreements/mark-draft.ts'
import { SignatureMark } from '../agreements/signature-mark.tsx'
import type { ChangeResult, Confirmation } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { confirmText } from './confirm-text.ts'

interface ConfirmChangeProps {
  kind: ChangeKind
  preview: ChangeResult
  busy: boolean
  onConfirm: (mark: Confirmation['mark']) => void
}

/** The act itself: its button says what it does, and where the change is signed, the signature comes before it. */
export function ConfirmChange({ kind, preview, busy, onConfirm }: ConfirmChangeProps) {
  const place = usePlace()
  const [tried, setTried] = useState(false)
  const [drawn, setDrawn] = useState<DrawnMark>()
  const { choice, change } = useMarkDraft(`change.${preview.loanNo}`)
  const wrong = preview.needsSignature ? markError(choice, drawn) : undefined
  const confirm = () => {
    setTried(true)
    if (wrong === undefined) onConfirm(preview.needsSignature ? wireMark(choice, drawn) : undefined)
    else document.getElementById('signatureMark')?.focus()
  }
  return (
    <>
      {preview.needsSignature && (
        <Sign>
          {(signerName) => (
            <SignatureMark
              draft={choice}
              signerName={signerName}
              error={tried ? wrong : undefined}
              onChange={change}
              onDrawn={setDrawn}
            />
          )}
        </Sign>
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

function Sign({ children }: { children: (signerName: string) => ReactNode }) {
  const person = useQuery(reads('getPersonalInfo', {})).data
  const name = person ? capitalizeName(`${person.name.firstName} ${person.name.lastName}`) : ''
  return (
    <section>
      <h2>{changeText('signTitle')}</h2>
      <p>{changeText('signLead')}</p>
      {children(name)}
    </section>
  )
}
