import { useAct } from '@dolphin/ui/act/use-act'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { ErrorSummary } from '@dolphin/ui/error-summary/error-summary'
import { Field } from '@dolphin/ui/field/field'
import { TextArea } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { showSnackbar } from '../../app/announcements.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { showFailure } from '../../app/show-failure.ts'
import { dayText } from '../../app/wire-text.ts'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { myDataText } from './my-data-messages.ts'

const SHORTEST = 3
const LONGEST = 2_000

function detailsError(details: string): string | undefined {
  if (details.trim().length < SHORTEST) return myDataText('detailsMissing')
  return details.length > LONGEST ? myDataText('detailsTooLong', { count: LONGEST }) : undefined
}

/** What is wrong on file, in the customer's words; emptied once it is sent. */
export function CorrectionForm({ sent }: { sent: () => void }) {
  const [round, setRound] = useState(0)
  return (
    <Writing
      key={round}
      sent={() => {
        setRound((before) => before + 1)
        sent()
      }}
    />
  )
}

function Writing({ sent }: { sent: () => void }) {
  const form = useSimpleForm({
    initial: { details: '' },
    validate: ({ details }) => ({ details: detailsError(details) }),
  })
  usePageTitle(myDataText('title'), form.summary.length > 0)
  const { busy, start } = useAct(async (details: string) => {
    const result = await call('requestMyData', { body: { kind: 'correction', details: details.trim() } })
    if (!result.ok) return showFailure(result.failure)
    const { requestNo, answerBy } = result.value
    showSnackbar(myDataText('received', { requestNo, day: dayText(answerBy) }), 'success')
    sent()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ details }) => void start(details))
      }}
    >
      <h3>{myDataText('correct')}</h3>
      <ErrorSummary title={myDataText('summaryTitle')} errors={form.summary} attempt={form.attempt} />
      <Field
        id="details"
        label={myDataText('details')}
        hint={myDataText('detailsHint')}
        error={form.error('details')}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            name="details"
            autoComplete="off"
            value={form.values.details}
            onChange={({ target }) => form.set('details', target.value)}
          />
        )}
      </Field>
      <ButtonRow>
        <Button type="submit" busy={busy}>
          {myDataText('send')}
        </Button>
      </ButtonRow>
    </form>
  )
}
