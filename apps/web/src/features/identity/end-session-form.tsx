import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { fieldFailureText } from '../../app/failure-text.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { requiredError } from './field-rules.ts'
import { PasswordField } from './password-field.tsx'
import { securityText } from './security-messages.ts'
import { sessionsText } from './sessions-messages.ts'
import { UsernameField } from './username-field.tsx'

interface EndSessionFormProps {
  account: string | undefined
  /** Undefined: every other than this one. */
  sessionId: string | undefined
  onDone: () => void
  onCancel: () => void
}

/** The password, asked for again before a session ends. */
export function EndSessionForm({ account, sessionId, onDone, onCancel }: EndSessionFormProps) {
  const label = securityText('currentPassword')
  const form = useSimpleForm({
    initial: { sessionPassword: '' },
    validate: ({ sessionPassword }) => ({ sessionPassword: requiredError(label, sessionPassword) }),
  })
  const { busy, start } = useAct(async (currentPassword: string) => {
    const which =
      sessionId === undefined ? ({ which: 'others' } as const) : ({ which: 'one', sessionId } as const)
    const result = await call('endSession', { body: { ...which, currentPassword } })
    if (result.ok) return onDone()
    form.refuse({ sessionPassword: fieldFailureText(result.failure) })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ sessionPassword }) => void start(sessionPassword))
      }}
    >
      <p>{sessionsText('endLead')}</p>
      <FormErrors form={form} />
      <UsernameField account={account} />
      <PasswordField {...form.field('sessionPassword')} label={label} autoComplete="current-password" />
      <ButtonRow>
        <Button variant="secondary" onClick={onCancel}>
          {securityText('cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          {sessionsText('endNow')}
        </Button>
      </ButtonRow>
    </form>
  )
}
