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
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { inPageLanguage } from '../../messages/in-page-language.ts'
import { type CallFailure, call } from '../../api-client/call.ts'
import { whenReachable } from '../../api-client/connection.ts'
import { useAct } from '../../api-client/use-call.ts'
import { sendWithProgress } from '../../api-client/send-with-progress.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { bootData } from '../../app/boot.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { usePlace } from '../../app/place.ts'
import { persistState, persistedState } from '../../app/persisted-state.ts'
import { showFailure } from '../../app/show-failure.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import type { ApplicationView } from '../applications/application-view.ts'
import styles from './bank-link.module.css'
import { ChosenPicture } from './chosen-picture.tsx'
import { linkText } from './messages.ts'
import { pictureToPng } from './picture-to-png.ts'
import { type SentStatement, StatementPreview } from './statement-preview.tsx'

/** Source: contract.md "upload-bank-statement". */
const MOST_MEGABYTES = 10
const WHOLE = 100

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
    const file = photo && (await pictureToPng(photo))
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
            <p>{linkText('interrupted')}</p>
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
              ? linkText('uploading', { percent: percent ?? 0 })
              : linkText(interrupted ? 'sendAgain' : 'upload')}
          </Button>
        </ButtonRow>
      </form>
    </Card>
  )
}

function SendingProgress({ percent, onStop }: { percent: number; onStop: () => void }) {
  return (
    <div className={styles.sending}>
      <progress
        className={styles.progress}
        aria-label={linkText('uploadProgress')}
        max={WHOLE}
        value={percent}
      />
      <Button variant="quiet" onClick={onStop}>
        {linkText('stopSending')}
      </Button>
    </div>
  )
}

/** Sends a file, and sends it again once a lost connection is back, under the same key; what is wrong with it goes to the field and, where there is more, to the list of problems. */
function useSending(
  loanNo: string,
  onSent: (sent: SentStatement) => void,
  onProblem: (message: string) => void,
) {
  const [percent, setPercent] = useState<number>()
  const [problems, setProblems] = useState<readonly string[]>([])
  const [interrupted, setInterrupted] = useState(false)
  const [last, setLast] = useState<File>()
  const sending = useRef<AbortController>(undefined)
  const act = useAct(async (file: File) => {
    setProblems([])
    setInterrupted(false)
    setLast(file)
    const abort = new AbortController()
    sending.current = abort
    const body = new FormData()
    body.set('loanNo', loanNo)
    body.set('file', file)
    const result = await call(
      'uploadBankStatement',
      { body },
      { transport: sendWithProgress(setPercent), signal: abort.signal },
    )
    setPercent(undefined)
    if (result.ok) {
      const workflow = await persistedState('workflow')
      await persistState('workflow', { ...workflow, requestId: result.value.requestCode })
      return onSent(result.value)
    }
    const said = fileProblems(result.failure)
    if (said === undefined) {
      setInterrupted(result.failure.kind === 'network')
      return result.failure.kind === 'network' ? undefined : showFailure(result.failure)
    }
    setProblems(said)
    onProblem(said[0] ?? linkText('photoUnreadable'))
  })
  const again = useEffectEvent(() => {
    if (last) void act.start(last)
  })
  useEffect(() => (interrupted ? whenReachable(() => again()) : undefined), [interrupted])
  return { ...act, stop: () => sending.current?.abort(), percent, problems, interrupted }
}

/** 413, 415 and 422 speak of the file itself. */
const FILE_STATUSES: readonly number[] = [413, 415, 422]

function fileProblems(failure: CallFailure): readonly string[] | undefined {
  if (failure.kind !== 'refused' || !FILE_STATUSES.includes(failure.status)) return undefined
  const said = failure.data.errors?.map(({ message }) => message) ?? []
  return said.length > 0 ? said : [failure.data.message]
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
