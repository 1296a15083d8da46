import { csvOrPngFile } from '@dolphin/domain/form/rules/csv-or-png-file'
import { csvPngOrPdfFile } from '@dolphin/domain/form/rules/csv-png-or-pdf-file'
import { hasFile } from '@dolphin/domain/form/rules/has-file'
import { maxFileSize } from '@dolphin/domain/form/rules/max-file-size'
import { NotificationCode } from '@dolphin/domain/loan/notification-code'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { FileInput } from '@dolphin/ui/file-input/file-input'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { useAct } from '../../api-client/use-call.ts'
import { sendWithProgress } from '../../api-client/send-with-progress.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { failureText } from '../../app/failure-text.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import type { ApplicationView } from '../../origination/application-view.ts'
import styles from './link-state-view.module.css'
import { linkText } from './messages.ts'

/** Source: contract.md, upload-bank-statement. */
const MOST_MEGABYTES = 10

type FileType = 'csv' | 'png' | 'pdf'

/** A statement in place of a link: a file with its progress; sent leads to 104, left to 205 (pages.md). */
export function StatementUpload({ view }: { view: ApplicationView }) {
  const { portfolioId } = bootData().portfolio
  const { data: portfolio } = useQuery(reads('getPortfolio', { query: { portfolioId } }))
  const types = portfolio?.statementFileTypes ?? ['csv', 'png']
  const [, navigate] = useLocation()
  const [sent, setSent] = useState<number>()
  const form = useSimpleForm<{ file: File | null }>({
    initial: { file: null },
    validate: ({ file }) => ({ file: fileError(file, types) }),
  })
  usePageTitle(linkText('uploadTitle'), form.summary.length > 0)
  const { busy, start } = useAct(async (file: File) => {
    const body = new FormData()
    body.set('loanNo', view.loanNo)
    body.set('file', file)
    const result = await call('uploadBankStatement', { body }, { transport: sendWithProgress(setSent) })
    setSent(undefined)
    if (result.ok) return navigate(`/notification/${result.value.notification}`)
    const isAboutFile = result.failure.kind === 'refused' && FILE_STATUSES.includes(result.failure.status)
    if (!isAboutFile) return showFailure(result.failure)
    form.refuse({ file: failureText(result.failure) })
  })
  return (
    <Card>
      <StepHeading lead={linkText('uploadLead')}>{linkText('uploadTitle')}</StepHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit(({ file }) => {
            if (file) void start(file)
          })
        }}
      >
        <ErrorSummary title={linkText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
        <Field
          id="file"
          label={linkText('uploadField')}
          hint={linkText('uploadHint', { types: types.map((type) => type.toUpperCase()).join(', ') })}
          error={form.error('file')}
        >
          {(wiring) => (
            <FileInput
              {...wiring}
              accept={types.map((type) => `.${type}`).join(',')}
              prompt={linkText('uploadPrompt')}
              fileName={form.values.file?.name ?? ''}
              onChange={(file) => form.set('file', file)}
              onBlur={() => form.blur('file')}
            />
          )}
        </Field>
        {sent !== undefined && (
          <progress
            className={styles.progress}
            aria-label={linkText('uploadProgress')}
            max={100}
            value={sent}
          />
        )}
        <ButtonRow>
          <BackButton onClick={() => navigate(`/notification/${NotificationCode.cancelUpload}`)}>
            {linkText('cancelUpload')}
          </BackButton>
          <Button type="submit" busy={busy}>
            {busy ? linkText('uploading', { percent: sent ?? 0 }) : linkText('upload')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}

/** 413, 415 and 422 speak of the file itself. */
const FILE_STATUSES: readonly number[] = [413, 415, 422]

/** The first message of product.md §5's file rules; what a portfolio takes beyond them stands in its data. */
function fileError(file: File | null, types: readonly FileType[]): string | undefined {
  const context = { argument: null, today: portfolioToday() }
  const kind = types.includes('pdf') ? csvPngOrPdfFile : csvOrPngFile
  const wrong = [hasFile, kind].find((rule) => !rule.check(file, context))
  if (wrong) return wrong.message(linkText('uploadField'), null)
  const fits = maxFileSize.check(file, { ...context, argument: MOST_MEGABYTES })
  return fits ? undefined : maxFileSize.message(linkText('uploadField'), MOST_MEGABYTES)
}
