import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call } from '../../api-client/call.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { showSnackbar } from '../../app/announcements.tsx'
import { fieldFailureText } from '../../app/failure-text.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { ConfirmAuthenticator, type ShownKey } from './authenticator-set-up.tsx'
import { CodeField } from './code-field.tsx'
import { codeError, requiredError } from './field-rules.ts'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityText } from './security-messages.ts'

type Step =
  | { readonly kind: 'rest' }
  | { readonly kind: 'password' }
  | { readonly kind: 'key'; readonly key: ShownKey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove' }

/** Sets an authenticator app up or switches it off; both need the password again. */
export function AuthenticatorSection({ on: initially }: { on: boolean }) {
  const [on, setOn] = useState(initially)
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const rest = () => setStep({ kind: 'rest' })
  return (
    <section aria-labelledby="authenticator">
      <h2 id="authenticator">{securityText('appTitle')}</h2>
      {step.kind === 'rest' && (
        <>
          <p>{securityText(on ? 'appOn' : 'appOff')}</p>
          <Button variant="secondary" onClick={() => setStep({ kind: on ? 'remove' : 'password' })}>
            {securityText(on ? 'appRemove' : 'appSetUp')}
          </Button>
        </>
      )}
      {step.kind === 'password' && (
        <AskPassword onKey={(key) => setStep({ kind: 'key', key })} onCancel={rest} />
      )}
      {step.kind === 'key' && (
        <ConfirmAuthenticator
          shown={step.key}
          onCancel={rest}
          onDone={(codes) => {
            setOn(true)
            setStep({ kind: 'codes', codes })
          }}
        />
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onSaved={rest} />}
      {step.kind === 'remove' && (
        <Remove
          onCancel={rest}
          onDone={() => {
            setOn(false)
            rest()
          }}
        />
      )}
    </section>
  )
}

function AskPassword({ onKey, onCancel }: { onKey: (key: ShownKey) => void; onCancel: () => void }) {
  const label = securityText('currentPassword')
  const form = useSimpleForm({
    initial: { authenticatorPassword: '' },
    validate: ({ authenticatorPassword }) => ({
      authenticatorPassword: requiredError(label, authenticatorPassword),
    }),
  })
  const { busy, start } = useAct(async (password: string) => {
    const result = await call('authenticator', { body: { step: 'start', password } })
    if (!result.ok) return form.refuse({ authenticatorPassword: fieldFailureText(result.failure) })
    const { secret, otpauthUrl } = result.value
    if (secret !== null && otpauthUrl !== null) onKey({ secret, otpauthUrl })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ authenticatorPassword }) => void start(authenticatorPassword))
      }}
    >
      <FormErrors form={form} />
      <PasswordField {...form.field('authenticatorPassword')} label={label} autoComplete="current-password" />
      <ButtonRow>
        <Button variant="secondary" onClick={onCancel}>
          {securityText('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {securityText('continue')}
        </Button>
      </ButtonRow>
    </form>
  )
}

type Removal = Readonly<Record<'authenticatorPassword' | 'authenticatorCode', string>>

function Remove({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [password, codeLabel] = [securityText('currentPassword'), securityText('appCodeOrRecovery')]
  const form = useSimpleForm({
    initial: { authenticatorPassword: '', authenticatorCode: '' },
    validate: (values) => ({
      authenticatorPassword: requiredError(password, values.authenticatorPassword),
      authenticatorCode: codeError(codeLabel, values.authenticatorCode),
    }),
  })
  const { busy, start } = useAct(async (typed: Removal) => {
    const code = typed.authenticatorCode.replace(/\s/g, '')
    const body = { step: 'remove', password: typed.authenticatorPassword, code } as const
    const result = await call('authenticator', { body })
    if (!result.ok) {
      const wrongPassword =
        result.failure.kind === 'refused' && result.failure.data.errors?.[0]?.elementKey === 'password'
      const message = fieldFailureText(result.failure)
      return form.refuse(wrongPassword ? { authenticatorPassword: message } : { authenticatorCode: message })
    }
    showSnackbar(securityText('appRemoved'), 'success')
    onDone()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit((values) => void start(values))
      }}
    >
      <FormErrors form={form} />
      <PasswordField
        {...form.field('authenticatorPassword')}
        label={password}
        autoComplete="current-password"
      />
      <CodeField {...form.field('authenticatorCode')} label={codeLabel} digits={false} />
      <ButtonRow>
        <Button variant="secondary" onClick={onCancel}>
          {securityText('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {securityText('appRemove')}
        </Button>
      </ButtonRow>
    </form>
  )
}
