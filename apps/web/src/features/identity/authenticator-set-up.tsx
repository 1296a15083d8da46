import { Button, ButtonRow } from '@dolphin/ui/button/button'
import { encode } from 'uqr'
import { call } from '../../api-client/call.ts'
import { useAct } from '../../api-client/use-call.ts'
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
      <PictureCode text={shown.otpauthUrl} />
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

/** Draws the QR code from its cells, never from supplied markup; black on white in the dark scheme too. */
function PictureCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={securityText('appPicture')}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={cells.join('')} />
    </svg>
  )
}
