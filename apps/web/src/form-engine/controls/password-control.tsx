import { valueText } from '@dolphin/domain/form/form-value'
import { PasswordInput } from '@dolphin/ui/password-input/password-input'
import type { ControlProps } from '../control-props.ts'
import { formText } from '../messages.ts'
import { labeled } from './text-controls.tsx'

/** A password, hidden until the borrower shows it; it is neither kept as a draft nor sent back. */
export function PasswordControl(props: ControlProps) {
  return labeled(props, (wiring) => (
    <PasswordInput
      autoComplete="new-password"
      {...wiring}
      value={valueText(props.view.value)}
      showLabel={formText('show')}
      hideLabel={formText('hide')}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  ))
}
