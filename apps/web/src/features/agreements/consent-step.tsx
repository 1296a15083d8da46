import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { fieldFailureText } from '../../app/failure-text.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { ConsentChoices, choicesOf, openConsents, type Ticked } from '../../form-engine/consent-choices.tsx'
import { agreementText } from './messages.ts'
import type { StepProps } from './step-props.ts'

const CODE_FIELD = 'proofCode'

/** Consent to electronic records, with proof that the reader's device opens them. Source: 15 USC 7001(c)(1)(C). */
export function ConsentStep({ details, draft, change, reread }: StepProps) {
  const consents = details.consents.filter(({ kind }) => kind !== ConsentKind.achAuthorization)
  const [ticked, setTicked] = useState<Ticked>(() => new Set(given(consents)))
  const [attempt, setAttempt] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const proofCode = draft.proofCode.replace(/\s/g, '')
  const codeError = refusal ?? (proofCode === '' ? agreementText('codeMissing') : undefined)
  const errors =
    attempt === 0
      ? []
      : [
          ...(codeError ? [{ fieldId: CODE_FIELD, message: codeError }] : []),
          ...openConsents(consents, ticked),
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
    <>
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
          <SamplePdf documentNo={details.proofDocumentNo} />
          <Field
            id={CODE_FIELD}
            label={agreementText('enterCode')}
            hint={agreementText('enterCodeHint')}
            error={attempt > 0 ? codeError : undefined}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                name={CODE_FIELD}
                width="short"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={draft.proofCode}
                onChange={(event) => {
                  setRefusal(undefined)
                  change({ proofCode: event.currentTarget.value })
                }}
              />
            )}
          </Field>
          <ConsentChoices
            consents={consents}
            ticked={ticked}
            onChange={setTicked}
            error={(kind) =>
              attempt > 0
                ? openConsents(consents, ticked).find((open) => open.kind === kind)?.message
                : undefined
            }
          />
          <ButtonRow>
            <Button type="submit" busy={busy}>
              {agreementText('continue')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
    </>
  )
}

function SamplePdf({ documentNo }: { documentNo: string }) {
  const { busy, start } = useAct(async () => {
    const opened = await openDocument(documentNo, agreementText('consentTitle'))
    if (!opened.ok) await showFailure(opened.failure)
  })
  return (
    <>
      <p>{agreementText('openSample')}</p>
      <p>
        <Button variant="secondary" busy={busy} onClick={() => void start()}>
          {agreementText('openSampleButton')}
        </Button>
      </p>
    </>
  )
}

/** What was agreed to before and still stands at the same text. */
const given = (consents: StepProps['details']['consents']): ConsentKind[] =>
  consents.filter((consent) => consent.given && !consent.outdated).map(({ kind }) => kind)
