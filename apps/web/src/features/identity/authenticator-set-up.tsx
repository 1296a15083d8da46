import { useAct } from '@dolphin/ui/act/use-act'
import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { PictureCode } from '@dolphin/ui/picture-code/picture-code'
import { call } from '../../api-client/call.ts'
import { fieldFailureText } from '../../app/failure-text.ts'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import styles from './authenticator.module.css'
import { CodeField } from './code-field.tsx'
import { codeError } from './field-rules.ts'
import { securityText } from './security-messages.ts'

export interface ShownKey {
  readonly secret: string
  readonly otpauthUrl: string
}

interface ConfirmAuthenticatorProps {
  shown: ShownKey
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** The key as a picture and to type; it counts once the app has made a code with it. */
export function ConfirmAuthenticator({ shown, onDone, onCancel }: ConfirmAuthenticatorProps) {
  const label = securityText('appCode')
  const form = useSimpleForm({
    initial: { authenticatorCode: '' },
    validate: ({ authenticatorCode: code }) => ({ authenticatorCode: codeError(label, code) }),
  })
  const { busy, start } = useAct(async (typed: string) => {
    const body = { step: 'confirm', code: typed.replace(/\D/g, '') } as const
    const result = await call('authenticator', { body })
    if (result.ok) return onDone(result.value.recoveryCodes)
    form.refuse({ authenticatorCode: fieldFailureText(result.failure) })
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ authenticatorCode: code }) => void start(code))
      }}
    >
      <FormErrors form={form} />
      <h3>{securityText('appScan')}</h3>
      <PictureCode text={shown.otpauthUrl} label={securityText('appPicture')} />
      <p>{securityText('appScanLead')}</p>
      <p>
        <code className={styles.key} translate="no">
          {shown.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <CodeField {...form.field('authenticatorCode')} label={label} />
      <ButtonRow>
        <Button variant="secondary" onClick={onCancel}>
          {securityText('cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {securityText('appConfirm')}
        </Button>
      </ButtonRow>
    </form>
  )
}
