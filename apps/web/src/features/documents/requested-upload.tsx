import { Banner } from '@dolphin/ui/banner/banner'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { FileInput } from '@dolphin/ui/file-input/file-input'
import { type CallValue, call } from '../../api-client/call.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { ChosenPicture } from './chosen-picture.tsx'
import { requestedText } from './requested-messages.ts'
import { rewrittenPicture } from './rewritten-picture.ts'
import { SendingProgress, useFileSending } from './sending.tsx'
import { sendingText } from './sending-messages.ts'

/** Source: contract.md "upload-bank-statement". */
const MOST_BYTES = 10 * 1024 * 1024
const PDF = /\.pdf$/i

export type Requested = CallValue<'listRequestedDocument'>
export type RequestView = Requested['requests'][number]

interface RequestedUploadProps {
  loanNo: string
  request: RequestView
  onSent: (sent: Requested) => void
}

/** Takes a picture or a file of one document, shows it and sends it with its progress. */
export function RequestedUpload({ loanNo, request: { requestNo, name }, onSent }: RequestedUploadProps) {
  const id = `document-${requestNo}`
  const form = useSimpleForm<Record<string, File | null>>({
    initial: { [id]: null },
    validate: (values) => ({ [id]: fileError(values[id] ?? null) }),
  })
  const file = form.values[id] ?? null
  const { busy, start, stop, percent, interrupted } = useFileSending<Requested>({
    send(sent, options) {
      const body = new FormData()
      body.set('loanNo', loanNo)
      body.set('requestNo', String(requestNo))
      body.set('file', sent)
      return call('uploadRequestedDocument', { body }, options)
    },
    onSent,
    onProblems: ([first]) => form.refuse({ [id]: first }),
  })
  const take = async (chosen: File | null) => {
    const isPicture = chosen !== null && chosen.type.startsWith('image/')
    const taken = isPicture ? await rewrittenPicture(chosen, 'image/jpeg', baseOf(chosen.name)) : chosen
    if (taken === undefined) return form.refuse({ [id]: requestedText('unreadable') })
    form.set(id, taken)
  }
  const send = interrupted ? sendingText('again') : requestedText('send')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(() => {
          if (file) void start(file)
        })
      }}
    >
      <FormErrors form={form} />
      {interrupted && (
        <Banner tone="warning" live>
          <p>{sendingText('interrupted')}</p>
        </Banner>
      )}
      <Field id={id} label={requestedText('field')} hint={requestedText('hint')} error={form.error(id)}>
        {(wiring) => (
          <FileInput
            {...wiring}
            accept="image/*,.pdf"
            prompt={requestedText('prompt')}
            fileName={file?.name ?? ''}
            onChange={(chosen) => void take(chosen)}
            onBlur={() => form.blur(id)}
          />
        )}
      </Field>
      <ChosenPicture file={file} />
      {busy && <SendingProgress percent={percent ?? 0} onStop={stop} />}
      <ButtonRow>
        <Button type="submit" busy={busy} aria-label={busy ? undefined : `${send}: ${name}`}>
          {busy ? sendingText('sending', { percent: percent ?? 0 }) : send}
        </Button>
      </ButtonRow>
    </form>
  )
}

const baseOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '') || 'document'

/** What can be said before it is sent; the server judges the content. */
function fileError(file: File | null): string | undefined {
  if (file === null) return requestedText('choose')
  if (file.size > MOST_BYTES) return requestedText('tooLarge')
  return file.type.startsWith('image/') || PDF.test(file.name) ? undefined : requestedText('otherType')
}
