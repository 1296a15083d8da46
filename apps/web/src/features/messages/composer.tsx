import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { TextArea } from '@dolphin/ui/text-input/text-input'
import { useEffect, useState } from 'react'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showSnackbar } from '../../app/announcements.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { draftStore, loadDraft } from '../../form-engine/draft.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { messageText } from './messages.ts'
import { ACCOUNT_THREAD } from './thread-heads.ts'

const LONGEST = 4_000

function messageError(text: string): string | undefined {
  if (text.trim() === '') return messageText('required')
  return text.length > LONGEST ? messageText('tooLong', { count: LONGEST }) : undefined
}

interface ComposerProps {
  thread: string
  sent: () => void
}

/** Where a message is written; what is typed is kept on this device until it was sent. */
export function Composer({ thread, sent }: ComposerProps) {
  const name = `message.${thread}`
  const [draft] = useState(() => draftStore(name))
  const { begun, beginAnew } = useBegun(name)
  const { busy, start } = useAct(async (text: string) => {
    const about = thread === ACCOUNT_THREAD ? {} : { loanNo: thread }
    const result = await call('sendMessage', { body: { text: text.trim(), ...about } })
    if (!result.ok) return showFailure(result.failure)
    draft.drop()
    beginAnew()
    showSnackbar(messageText('sent'), 'success')
    sent()
  })
  if (begun === undefined) return null
  return (
    <Writing
      key={begun.round}
      initial={begun.text}
      keep={(text) => draft.keep({ text })}
      busy={busy}
      send={(text) => void start(text)}
    />
  )
}

/** What was typed and not sent before; undefined until that is known. */
function useBegun(name: string) {
  const [begun, setBegun] = useState<{ readonly round: number; readonly text: string }>()
  useEffect(() => {
    let gone = false
    void loadDraft(name).then((kept) => {
      if (gone) return
      const text = typeof kept?.['text'] === 'string' ? kept['text'] : ''
      setBegun({ round: 0, text })
      if (text !== '') showSnackbar(messageText('kept'))
    })
    return () => {
      gone = true
    }
  }, [name])
  const beginAnew = () => setBegun((before) => ({ round: (before?.round ?? 0) + 1, text: '' }))
  return { begun, beginAnew }
}

interface WritingProps {
  initial: string
  keep: (text: string) => void
  busy: boolean
  send: (text: string) => void
}

function Writing({ initial, keep, busy, send }: WritingProps) {
  const form = useSimpleForm({
    initial: { text: initial },
    validate: ({ text }) => ({ text: messageError(text) }),
  })
  usePageTitle(messageText('title'), form.summary.length > 0)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ text }) => send(text))
      }}
    >
      <ErrorSummary title={messageText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
      <Field
        id="text"
        label={messageText('write')}
        hint={messageText('writeHint')}
        error={form.error('text')}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            name="message"
            autoComplete="off"
            value={form.values.text}
            onChange={({ target }) => {
              form.set('text', target.value)
              keep(target.value)
            }}
          />
        )}
      </Field>
      <ButtonRow>
        <Button type="submit" busy={busy}>
          {messageText('send')}
        </Button>
      </ButtonRow>
    </form>
  )
}
