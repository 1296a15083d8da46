import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActionBar } from '@dolphin/ui/action-bar/action-bar'
import { Button } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { openDocument } from '../../api-client/document-file.ts'
import { fieldFailureText } from '../../app/failure-text.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { ConsentChoices, choicesOf, openConsents, type Ticked } from '../../form-engine/consent-choices.tsx'
import {
  PROOF_FIELD,
  proofCodeError,
  RecordsProof,
  typedProofCode,
} from '../../form-engine/records-proof.tsx'
import { agreementText } from './messages.ts'
import type { StepProps } from './step-props.ts'

/**
 * Consent to electronic records, with proof that the reader's device opens them: where it was not given with the
 * account, was withdrawn, or its text changed. Source: 15 USC 7001(c)(1)(C).
 */
export function ConsentStep({ details, draft, change, reread }: StepProps) {
  const consents = details.consents.filter(({ kind }) => kind !== ConsentKind.achAuthorization)
  const [ticked, setTicked] = useState<Ticked>(() => new Set(given(consents)))
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const proofCode = typedProofCode(draft.proofCode)
  const codeError = refusal ?? proofCodeError(draft.proofCode)
  const open = attempt > 0 ? openConsents(consents, ticked) : []
  const errors = [
    ...(attempt > 0 && codeError ? [{ fieldId: PROOF_FIELD, message: codeError }] : []),
    ...open,
  ]
  usePageTitle(agreementText('consentTitle'), errors.length > 0)
  const { busy, start } = useAct(async () => {
    const result = await call('signingConsent', {
      params: { requestCode: details.requestCode },
      body: { proofCode, consents: choicesOf(consents, ticked) },
    })
    if (result.ok) {
      change({ step: 'read', proofCode: '' })
      return reread()
    }
    if (result.failure.kind !== 'refused' || result.failure.status !== 422) {
      await showFailure(result.failure)
      return reread()
    }
    setRefusal(fieldFailureText(result.failure))
    setAttempt((count) => count + 1)
  })
  return (
    <Card>
      <StepHeading lead={agreementText('consentLead')}>{agreementText('consentTitle')}</StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAttempt((count) => count + 1)
          if (proofCode !== '' && openConsents(consents, ticked).length === 0) void start()
        }}
      >
        <ErrorSummary title={agreementText('summaryTitle')} errors={errors} attempt={attempt} />
        <RecordsProof
          openFile={() => openDocument(details.proofDocumentNo, agreementText('consentTitle'))}
          code={draft.proofCode}
          error={attempt > 0 ? codeError : undefined}
          onChange={(typed) => {
            setRefusal(undefined)
            change({ proofCode: typed })
          }}
        />
        <ConsentChoices
          consents={consents}
          ticked={ticked}
          onChange={setTicked}
          error={(kind) => open.find((consent) => consent.kind === kind)?.message}
        />
        <ActionBar>
          <Button type="submit" busy={busy}>
            {agreementText('continue')}
          </Button>
        </ActionBar>
      </form>
    </Card>
  )
}

/** What was agreed to before and still stands at the same text. */
const given = (consents: StepProps['details']['consents']): ConsentKind[] =>
  consents.filter((consent) => consent.given && !consent.outdated).map(({ kind }) => kind)
