import { Button } from '@dolphin/ui/button/button'
import { Field } from '@dolphin/ui/field/field'
import { TextInput } from '@dolphin/ui/text-input/text-input'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { couponText } from './messages.ts'

/** Check any code: leads to its own page. */
export function CodeEntry() {
  const [, navigate] = useLocation()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') return setError(couponText('missing'))
        setError(undefined)
        navigate(`/coupon/verification/${encodeURIComponent(code.trim())}`)
      }}
    >
      <h2>{couponText('checkCode')}</h2>
      <Field id="code" label={couponText('code')} error={error}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        {couponText('check')}
      </Button>
    </form>
  )
}
