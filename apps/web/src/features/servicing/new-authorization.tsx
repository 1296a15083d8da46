import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { BackButton, Button, ButtonRow, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type CallValue, call } from '../../api-client/call.ts'
import { openDocument } from '../../api-client/document-file.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { reads } from '../../api-client/with-queries.tsx'
import { accountText } from '../../app/wire-text.ts'
import { fieldFailureText } from '../../app/failure-text.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { QueryView } from '../../app/query-view.tsx'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { loanPath } from './change-kinds.ts'
import { momentText } from './moment-text.ts'
import { type DrawnMark, markError, wireMark } from '../agreements/mark.ts'
import { useMarkDraft } from '../agreements/mark-draft.ts'
import { MARK_FIELD, SignatureMark } from '../agreements/signature-mark.tsx'
import { changeText } from './change-messages.ts'
import styles from './repayment.module.css'
import type { LoanDetail } from './step-props.ts'
import { useSignerName } from './use-signer-name.ts'
import { forgetFigures } from './use-preview.ts'

type Template = CallValue<'getConsentTemplate'>['templates'][number]
type Given = CallValue<'authorization'>

/** A new permission to take the payments from the account: read, signed, kept as a paper. */
export function NewAuthorization({ detail }: { detail: LoanDetail }) {
  const [given, setGiven] = useState<Given>()
  const { portfolioId } = detail
  const templates = useQuery(
    reads('getConsentTemplate', { query: { portfolioId, kind: ConsentKind.achAuthorization } }),
  )
  if (given !== undefined) return <AuthorizationGiven given={given} />
  return (
    <QueryView query={templates}>
      {({ templates: [template] }) =>
        template === undefined ? null : (
          <SignAuthorization detail={detail} template={template} onGiven={setGiven} />
        )
      }
    </QueryView>
  )
}

interface SignAuthorizationProps {
  detail: LoanDetail
  template: Template
  onGiven: (given: Given) => void
}

function SignAuthorization({ detail, template, onGiven }: SignAuthorizationProps) {
  const { loanNo, account } = detail
  const [, navigate] = useLocation()
  const [drawn, setDrawn] = useState<DrawnMark>()
  const [attempt, setAttempt] = useState(0)
  const { choice, change, drop } = useMarkDraft(`authorization.${loanNo}`)
  const { busy, refusal, forget, give } = useGive(detail, template, (given) => {
    drop()
    onGiven(given)
  })
  const signerName = useSignerName()
  const wrong = refusal ?? markError(choice, drawn, signerName)
  const shown = attempt > 0 ? wrong : undefined
  usePageTitle(changeText('authorizationTitle'), shown !== undefined)
  return (
    <Card>
      <StepHeading
        lead={changeText('authorizationLead', { account: accountText(account?.accountMasked ?? '') })}
      >
        {changeText('authorizationTitle')}
      </StepHeading>
      <AuthorizationText template={template} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAttempt((count) => count + 1)
          if (wrong === undefined) void give(wireMark(choice, drawn))
        }}
      >
        <ErrorSummary
          title={changeText('summaryTitle')}
          errors={shown === undefined ? [] : [{ fieldId: MARK_FIELD, message: shown }]}
          attempt={attempt}
        />
        <SignatureMark
          draft={choice}
          signerName={signerName ?? ''}
          error={shown}
          onChange={(part) => {
            forget()
            change(part)
          }}
          onDrawn={(mark) => {
            forget()
            setDrawn(mark)
          }}
        />
        <ButtonRow>
          <BackButton onClick={() => navigate(loanPath(loanNo))}>{changeText('back')}</BackButton>
          <Button type="submit" busy={busy}>
            {changeText('authorizationSign')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}

const INVALID = 422

function useGive({ loanNo }: LoanDetail, { version }: Template, onGiven: (given: Given) => void) {
  const [refusal, setRefusal] = useState<string>()
  const { busy, start } = useAct(async (mark: ReturnType<typeof wireMark>) => {
    const result = await call('authorization', { body: { loanNo, version, mark } })
    if (result.ok) {
      onGiven(result.value)
      return forgetFigures()
    }
    if (result.failure.kind === 'refused' && result.failure.status === INVALID)
      return setRefusal(fieldFailureText(result.failure))
    await showFailure(result.failure)
    // The text may have changed meanwhile: the newest one is read before it is signed again.
    await forgetFigures()
  })
  return { busy, refusal, forget: () => setRefusal(undefined), give: start }
}

/** The words as the borrower's paper will have them. */
function AuthorizationText({ template: { title, text } }: { template: Template }) {
  return (
    <section className={styles.where}>
      <h2>{title}</h2>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  )
}

function AuthorizationGiven({ given: { loanNo, documentNo, authorizedAt } }: { given: Given }) {
  const { busy, start } = useAct(async () => {
    const result = await openDocument(documentNo, changeText('authorizationTitle'))
    if (!result.ok) await showFailure(result.failure)
  })
  usePageTitle(changeText('authorizedTitle'))
  return (
    <Card tone="accent">
      <StepHeading lead={changeText('authorizedLead', { moment: momentText(authorizedAt) })}>
        {changeText('authorizedTitle')}
      </StepHeading>
      <ButtonRow>
        <Button variant="secondary" busy={busy} onClick={() => void start()}>
          {changeText('authorizedPdf')}
        </Button>
        <Link href={loanPath(loanNo)} className={buttonClass('forward')}>
          {changeText('toLoan')}
        </Link>
      </ButtonRow>
    </Card>
  )
}
