import { valueText } from '@dolphin/domain/form/form-value'
import { unmask } from '@dolphin/domain/form/masks'
import { typedDate, wireDate } from '@dolphin/ui/date-input/date-input'
import { Field } from '@dolphin/ui/field/field'
import { MoneyInput } from '@dolphin/ui/money-input/money-input'
import { PasswordInput } from '@dolphin/ui/password-input/password-input'
import { TextArea, TextInput } from '@dolphin/ui/text-input/text-input'
import type { ComponentProps, ReactNode } from 'react'
import type { ControlProps } from '../control-props.ts'
import { DATE_PATTERN, laidOut, patternOf, PHONE_PATTERN } from '../mask-options.ts'
import { MaskedInput } from '../masked-input.tsx'
import { formText } from '../messages.ts'
import { hintOf, labelOf } from '../served-form.ts'
import { SavedSecret } from './saved-secret.tsx'

type Wiring = Pick<
  ComponentProps<typeof TextInput>,
  'id' | 'name' | 'autoComplete' | 'inputMode' | 'onBlur' | 'aria-describedby' | 'aria-invalid'
>

/** The label, hint and error around one control, and the attributes it must carry. */
function Labelled({
  element,
  id,
  view,
  onBlur,
  children,
}: ControlProps & { children: (wiring: Wiring) => ReactNode }) {
  const { autocomplete, inputMode } = element.controlProperty ?? {}
  return (
    <Field
      id={id}
      label={labelOf(element)}
      hint={hintOf(element)}
      error={view.error}
      optionalText={view.required ? undefined : formText('optional')}
      hideLabel={element.foregroundProperty?.hideLabel ?? false}
    >
      {(wiring) => (
        <SavedSecret view={view}>
          {children({
            ...wiring,
            name: element.elementKey,
            onBlur: () => onBlur(),
            ...(autocomplete ? { autoComplete: autocomplete } : {}),
            ...(inputMode ? { inputMode } : {}),
          })}
        </SavedSecret>
      )}
    </Field>
  )
}

/** One line of text; a definition may lay a mask over it. */
export function TextControl(props: ControlProps) {
  const mask = props.element.foregroundProperty?.mask
  if (mask === 'phone') return <PhoneControl {...props} />
  if (mask === 'ssn') return <SsnControl {...props} />
  return <PlainControl {...props} />
}

/** Text as typed: also numbers, whose rule says what is wrong better than a browser that swallows keys. */
function PlainControl({
  defaults,
  ...props
}: ControlProps & { defaults?: Partial<ComponentProps<typeof TextInput>> }) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <TextInput
          {...defaults}
          {...wiring}
          value={valueText(props.view.value)}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

export function NumberControl(props: ControlProps) {
  return <PlainControl {...props} defaults={{ inputMode: 'numeric', width: 'short' }} />
}

export function EmailControl(props: ControlProps) {
  return (
    <PlainControl
      {...props}
      defaults={{
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
      }}
    />
  )
}

export function AddressControl(props: ControlProps) {
  return <PlainControl {...props} defaults={{ autoComplete: 'street-address' }} />
}

export function TextAreaControl(props: ControlProps) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <TextArea
          id={wiring.id}
          name={wiring.name}
          rows={props.element.controlProperty?.rows ?? 4}
          aria-describedby={wiring['aria-describedby']}
          aria-invalid={wiring['aria-invalid']}
          value={valueText(props.view.value)}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={() => props.onBlur()}
        />
      )}
    </Labelled>
  )
}

export function CurrencyControl(props: ControlProps) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <MoneyInput
          {...wiring}
          value={valueText(props.view.value)}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

export function PasswordControl(props: ControlProps) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <PasswordInput
          autoComplete="new-password"
          {...wiring}
          value={valueText(props.view.value)}
          showLabel={formText('show')}
          hideLabel={formText('hide')}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

const phoneText = (value: string): string => laidOut(PHONE_PATTERN, value)
const phoneValue = (text: string): string => unmask('phone', text)

export function PhoneControl(props: ControlProps) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <MaskedInput
          type="tel"
          width="medium"
          {...wiring}
          inputMode="tel"
          autoComplete={wiring.autoComplete ?? 'tel-national'}
          pattern={PHONE_PATTERN}
          value={valueText(props.view.value)}
          toText={phoneText}
          toValue={phoneValue}
          onChange={props.onChange}
        />
      )}
    </Labelled>
  )
}

const ssnText = (value: string): string => laidOut(patternOf('ssn'), value)
const ssnValue = (text: string): string => unmask('ssn', text)

/** Shown while typed, so that it can be checked; once saved only its last four digits come back. */
export function SsnControl(props: ControlProps) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <MaskedInput
          width="short"
          {...wiring}
          pattern={patternOf('ssn')}
          value={valueText(props.view.value)}
          toText={ssnText}
          toValue={ssnValue}
          onChange={props.onChange}
        />
      )}
    </Labelled>
  )
}

/** Typed, month first; stored as YYYY-MM-DD once whole. */
export function DateControl(props: ControlProps) {
  return (
    <Labelled {...props}>
      {(wiring) => (
        <MaskedInput
          width="short"
          placeholder="MM/DD/YYYY"
          {...wiring}
          pattern={DATE_PATTERN}
          value={valueText(props.view.value)}
          toText={typedDate}
          toValue={wireDate}
          onChange={props.onChange}
        />
      )}
    </Labelled>
  )
}
