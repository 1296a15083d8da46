import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { FileInput } from '@dolphin/ui/file-input/file-input'
import { PageContent, PageHeading } from '@dolphin/ui/page/page'
import { useState } from 'react'
import { type CallValue, call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { fieldFailureText } from '../../app/failure-text.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { documentText } from './messages.ts'
import { Verdict } from './verdict.tsx'

const FIELD = 'file'
/** Source: contract.md "Envelope". */
const MOST_BYTES = 10 * 1024 * 1024
const SERVER_FAILURE = 500

/** /verify: is this PDF ours and whole? Open to everybody, because a paper travels further than an account. */
export default function VerifyPage() {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [verdict, setVerdict] = useState<CallValue<'verifyDocument'>>()
  const error = refusal ?? faultOf(file)
  const errors = attempt > 0 && error ? [{ fieldId: FIELD, message: error }] : []
  usePageTitle(documentText('verifyTitle'), errors.length > 0)
  const { busy, start } = useAct(async (chosen: File) => {
    const body = new FormData()
    body.set('file', chosen)
    const result = await call('verifyDocument', { body })
    if (result.ok) return setVerdict(result.value)
    if (result.failure.kind !== 'refused' || result.failure.status >= SERVER_FAILURE) {
      return showFailure(result.failure)
    }
    setRefusal(fieldFailureText(result.failure))
  })
  if (verdict) return <Verdict verdict={verdict} fileName={file?.name ?? ''} onAgain={again} />
  function again() {
    setVerdict(undefined)
    setFile(null)
    setAttempt(0)
  }
  return (
    <PageContent width="narrow">
      <Card>
        <PageHeading lead={documentText('verifyLead')}>{documentText('verifyTitle')}</PageHeading>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setAttempt((count) => count + 1)
            if (file && !error) void start(file)
          }}
        >
          <ErrorSummary title={documentText('summaryTitle')} errors={errors} attempt={attempt} />
          <Field id={FIELD} label={documentText('file')} error={errors[0]?.message}>
            {(wiring) => (
              <FileInput
                {...wiring}
                accept="application/pdf,.pdf"
                prompt={documentText('prompt')}
                fileName={file?.name ?? ''}
                onChange={(chosen) => {
                  setRefusal(undefined)
                  setFile(chosen)
                }}
              />
            )}
          </Field>
          <ButtonRow>
            <Button type="submit" busy={busy}>
              {documentText(busy ? 'checking' : 'check')}
            </Button>
          </ButtonRow>
        </form>
      </Card>
    </PageContent>
  )
}

/** What speaks against a file before it is sent; the server judges by its bytes. */
function faultOf(file: File | null): string | undefined {
  if (file === null) return documentText('hasFile')
  if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') return documentText('notPdf')
  return file.size > MOST_BYTES ? documentText('tooLarge') : undefined
}
