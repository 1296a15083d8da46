import { csvOrPngFile, csvPngOrPdfFile, hasFile, maxFileSize } from '@dolphin/domain/form/rules/files'
import { NotificationCode } from '@dolphin/domain/loans/codes'
import { Banner } from '@dolphin/ui/banner/banner'
import { BackButton, Button, ButtonRow } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { FileInput } from '@dolphin/ui/file-input/file-input'
import { Folded } from '@dolphin/ui/folded/folded'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { inPageLanguage } from '../../messages/in-page-language.ts'
import { call } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { usePlace } from '../../app/place.ts'
import { persistState, persistedState } from '../../app/persisted-state.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import type { ApplicationView } from '../applications/application-view.ts'
import { ChosenPicture } from '../documents/chosen-picture.tsx'
import { rewrittenPicture } from '../documents/rewritten-picture.ts'
import { SendingProgress, useFileSending } from '../documents/sending.tsx'
import { sendingText } from '../documents/sending-messages.ts'
import styles from './bank-link.module.css'
import { linkText } from './messages.ts'
import { type SentStatement, StatementPreview } from './statement-preview.tsx'

/** Source: contract.md "upload-bank-statement". */
const MOST_MEGABYTES = 10

type FileType = 'csv' | 'png' | 'pdf'

const TYPE_LIMITS = { csv: 'limitCsv', png: 'limitPng', pdf: 'limitPdf' } as const

/** A statement in place of a link: a file or photo with its progress, what was read of it, then 104; left is 205. */
export function StatementUpload({ view }: { view: ApplicationView }) {
  const [sent, setSent] = useState<SentStatement>()
  const [, navigate] = useLocation()
  const place = usePlace()
  const onSent = (arrived: SentStatement) => {
    if (!arrived.columnsAsked) return setSent(arrived)
    place.go({ upload: 'columns', statement: arrived.requestCode }, { replace: true })
  }
  if (sent === undefined) return <StatementForm loanNo={view.loanNo} onSent={onSent} />
  return (
    <Card>
      <StatementPreview
        sent={sent}
        onDone={() => navigate(`/notification/${NotificationCode.bankStatementUploadSuccess}`)}
        onMore={() => setSent(undefined)}
      />
    </Card>
  )
}

function StatementForm({ loanNo, onSent }: { loanNo: string; onSent: (sent: SentStatement) => void }) {
  const { portfolioId } = bootData().portfolio
  const { data: portfolio } = useQuery(reads('getPortfolio', { query: { portfolioId } }))
  const types = portfolio?.statementFileTypes ?? ['csv', 'png']
  const [, navigate] = useLocation()
  const form = useSimpleForm<{ file: File | null }>({
    initial: { file: null },
    validate: ({ file }) => ({ file: fileError(file, types) }),
  })
  usePageTitle(linkText('uploadTitle'), form.summary.length > 0)
  const { busy, start, stop, percent, problems, interrupted } = useSending(loanNo, onSent, (message) =>
    form.refuse({ file: message }),
  )
  // The first one stands at the field.
  const more = problems.slice(1)
  const takePhoto = async (photo: File | null) => {
    const file = photo && (await rewrittenPicture(photo, 'image/png', 'statement-photo'))
    if (file) form.set('file', file)
    else if (photo) form.refuse({ file: linkText('photoUnreadable') })
  }
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
        {interrupted && (
          <Banner tone="warning">
            <p>{sendingText('interrupted')}</p>
          </Banner>
        )}
        {more.length > 0 && (
          <Banner tone="danger">
            <ul className={styles.list}>
              {more.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Banner>
        )}
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
        <Folded summary={linkText('uploadLimits')}>
          <ul className={styles.list}>
            <li>{linkText('limitMonths')}</li>
            {types.map((type) => (
              <li key={type}>{linkText(TYPE_LIMITS[type])}</li>
            ))}
            <li>{linkText('limitNot')}</li>
          </ul>
        </Folded>
        <ChosenPicture file={form.values.file} />
        <Field id="photo" label={linkText('photoField')} hint={linkText('photoHint')}>
          {(wiring) => (
            <FileInput
              {...wiring}
              accept="image/*"
              capture="environment"
              prompt={linkText('photoPrompt')}
              fileName=""
              onChange={(photo) => void takePhoto(photo)}
            />
          )}
        </Field>
        {busy && <SendingProgress percent={percent ?? 0} onStop={stop} />}
        <ButtonRow>
          <BackButton
            onClick={() => {
              stop()
              navigate(`/notification/${NotificationCode.cancelUpload}`)
            }}
          >
            {linkText('cancelUpload')}
          </BackButton>
          <Button type="submit" busy={busy}>
            {busy
              ? sendingText('sending', { percent: percent ?? 0 })
              : interrupted
                ? sendingText('again')
                : linkText('upload')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}

/** Sends a statement as this device's newest attempt; what is wrong with it goes to the field and, where there is more, to the list of problems. */
function useSending(
  loanNo: string,
  onSent: (sent: SentStatement) => void,
  onProblem: (message: string) => void,
) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const sending = useFileSending<SentStatement>({
    send(file, options) {
      setProblems([])
      const body = new FormData()
      body.set('loanNo', loanNo)
      body.set('file', file)
      return call('uploadBankStatement', { body }, options)
    },
    async onSent(sent) {
      const workflow = await persistedState('workflow')
      await persistState('workflow', { ...workflow, requestId: sent.requestCode })
      onSent(sent)
    },
    onProblems(found) {
      setProblems(found)
      onProblem(found[0])
    },
  })
  return { ...sending, problems }
}

/** The first message of product.md §5's file rules; what a portfolio takes beyond them stands in its data. */
function fileError(file: File | null, types: readonly FileType[]): string | undefined {
  const context = { argument: null, today: portfolioToday() }
  const kind = types.includes('pdf') ? csvPngOrPdfFile : csvOrPngFile
  const wrong = [hasFile, kind].find((rule) => !rule.check(file, context))
  if (wrong) return inPageLanguage(wrong.message(linkText('uploadField'), null))
  const fits = maxFileSize.check(file, { ...context, argument: MOST_MEGABYTES })
  return fits ? undefined : inPageLanguage(maxFileSize.message(linkText('uploadField'), MOST_MEGABYTES))
}
