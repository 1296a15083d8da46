import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useLocation } from 'wouter'
import { FormErrors } from '../../form-engine/form-errors.tsx'
import { useSimpleForm } from '../../form-engine/use-simple-form.ts'
import { couponText } from './messages.ts'

/** Check any code: leads to its own page. */
export function CodeEntry() {
  const [, navigate] = useLocation()
  const form = useSimpleForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: code.trim() === '' ? couponText('missing') : undefined }),
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(({ code }) => navigate(`/coupon/verification/${encodeURIComponent(code.trim())}`))
      }}
    >
      <h2>{couponText('checkCode')}</h2>
      <FormErrors form={form} />
      <Field id="code" label={couponText('code')} error={form.error('code')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={form.values.code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => form.set('code', event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        {couponText('check')}
      </Button>
    </form>
  )
}
