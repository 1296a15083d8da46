import { ActionBar, BackArrow } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { moneyText } from '../../app/wire-text.ts'
import { type DrawnMark, markError } from './mark.ts'
import { MARK_FIELD, SignatureMark } from './signature-mark.tsx'
import styles from './agreement.module.css'
import { AutomaticPayments, AUTOMATIC_FIELD } from './automatic-payments.tsx'
import { ConfirmSigning } from './confirm-signing.tsx'
import { DeclineSigning } from './decline-signing.tsx'
import { agreementText } from './messages.ts'
import type { SigningDraft } from './signing-draft.ts'
import { wordsOf } from './signing-words.ts'
import { automaticPaymentsOf, type SigningDetails, type StepProps } from './step-props.ts'
import { useSign } from './use-sign.ts'

/** How the signer signs, whether payments are automatic, and the last look before it counts. */
export function SignStep(props: StepProps & { onSigned: () => void }) {
  const { details, draft, change, reread } = props
  const [drawn, setDrawn] = useState<DrawnMark>()
  const [attempt, setAttempt] = useState(0)
  const [confirming, setConfirming] = useState(false)
  const { busy, refusal, sign, forget } = useSign(props)
  const automatic = automaticPaymentsOf(details)
  const wrongMark = refusal ?? markError(draft, drawn, details.signerName)
  const choiceError = automatic && draft.automatic === '' ? agreementText('automaticOpen') : undefined
  const errors = [
    ...(choiceError ? [{ fieldId: AUTOMATIC_FIELD, message: choiceError }] : []),
    ...(wrongMark ? [{ fieldId: MARK_FIELD, message: wrongMark }] : []),
  ]
  const shown = attempt > 0
  const words = wordsOf(details)
  usePageTitle(words('signTitle'), shown && errors.length > 0)
  const edit = (part: Partial<SigningDraft>) => {
    forget()
    change(part)
  }
  return (
    <>
      <Card>
        <StepHeading lead={agreementText('signLead')}>{words('signTitle')}</StepHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setAttempt((count) => count + 1)
            if (errors.length === 0) setConfirming(true)
          }}
        >
          <ErrorSummary
            title={agreementText('summaryTitle')}
            errors={shown ? errors : []}
            attempt={attempt}
          />
          {automatic && (
            <AutomaticPayments
              consent={automatic}
              value={draft.automatic}
              error={shown ? choiceError : undefined}
              onChange={(choice) => edit({ automatic: choice })}
            />
          )}
          <SignatureMark
            draft={draft}
            signerName={details.signerName}
            error={shown ? wrongMark : undefined}
            onChange={edit}
            onDrawn={(mark) => {
              forget()
              setDrawn(mark)
            }}
          />
          {details.cost && <Agreed cost={details.cost} />}
          <div className={styles.decline}>
            <DeclineSigning
              requestCode={details.requestCode}
              lead={words('declineLead')}
              onDeclined={reread}
            />
          </div>
          <ActionBar>
            <BackArrow label={agreementText('back')} onClick={() => change({ step: 'read' })} />
            <Button type="submit" busy={busy}>
              {words('signButton')}
            </Button>
          </ActionBar>
        </form>
      </Card>
      <ConfirmSigning
        open={confirming}
        busy={busy}
        details={details}
        automatic={automatic ? draft.automatic : ''}
        onClose={() => setConfirming(false)}
        onConfirm={() => void sign(drawn).then(() => setConfirming(false))}
      />
    </>
  )
}

/** What the signature comes to, in one sentence. */
function Agreed({ cost: { number, totalOfPayments, apr } }: { cost: NonNullable<SigningDetails['cost']> }) {
  return <p>{agreementText('agree', { number, total: moneyText(totalOfPayments), apr })}</p>
}
