import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { valueText } from '@dolphin/domain/form/form-value'
import { unmask } from '@dolphin/domain/form/masks'
import { DateInput } from '@dolphin/ui/date-input/date-input'
import { fieldOf } from '@dolphin/ui/field/field'
import { MonthInput } from '@dolphin/ui/month-input/month-input'
import { MoneyInput } from '@dolphin/ui/money-input/money-input'
import { TextArea, TextInput } from '@dolphin/ui/text-input/text-input'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { CalendarDate } from '../calendar-date.tsx'
import type { ControlProps } from '../control-props.ts'
import { fieldReason } from '../field-reason.ts'
import { useFormStore } from '../form-store-context.ts'
import { laidOut, patternOf, PHONE_PATTERN } from '../mask.ts'
import { MaskedInput } from '../masked-input.tsx'
import { controlText } from '../control-messages.ts'
import { hintOf, labelOf } from '../served-form.ts'

/** Only a form that was saved has any, so that it comes when it is asked for. */
const SavedSecret = lazy(async () => ({ default: (await import('./saved-secret.tsx')).SavedSecret }))

type Wiring = Pick<
  ComponentProps<typeof TextInput>,
  'id' | 'name' | 'autoComplete' | 'inputMode' | 'onBlur' | 'aria-describedby' | 'aria-invalid'
>

/**
 * The label, hint and error around one control, and the attributes it must carry. A function and no component:
 * a form has many fields, and each of them would pay for one more level.
 */
export function labeled(props: ControlProps, control: (wiring: Wiring) => ReactNode) {
  const { element, id, view, onBlur } = props
  const { autocomplete, inputMode } = element.controlProperty ?? {}
  return fieldOf({
    id,
    label: labelOf(element),
    hint: hintOf(element),
    error: view.error,
    optionalText: view.required ? undefined : controlText('optional'),
    hideLabel: element.foregroundProperty?.hideLabel ?? false,
    children: (wiring) => {
      const shown = control({
        ...wiring,
        name: element.elementKey,
        onBlur: () => onBlur(),
        ...(autocomplete ? { autoComplete: autocomplete } : {}),
        ...(inputMode ? { inputMode } : {}),
      })
      if (view.savedMask === undefined) return shown
      return (
        <Suspense>
          <SavedSecret view={view}>{shown}</SavedSecret>
        </Suspense>
      )
    },
  })
}

/** Text as typed: also numbers, whose rule says what is wrong better than a browser that swallows keys. */
function plain(props: ControlProps, defaults?: Partial<ComponentProps<typeof TextInput>>) {
  return labeled(props, (wiring) =>
    TextInput({
      ...defaults,
      ...wiring,
      value: valueText(props.view.value),
      onChange: (event) => props.onChange(event.currentTarget.value),
    }),
  )
}

/** One line of text; a definition may lay a mask over it. */
export function TextControl(props: ControlProps) {
  const mask = props.element.foregroundProperty?.mask
  if (mask === 'phone') return PhoneControl(props)
  return mask === 'ssn' ? SsnControl(props) : plain(props)
}

const NUMERIC = { inputMode: 'numeric', width: 'short' } as const
const EMAIL = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
/** One line: the token of a whole address is for fields of several (HTML, autofill). */
const STREET = { autoComplete: 'address-line1' } as const

export function NumberControl(props: ControlProps) {
  return plain(props, NUMERIC)
}

export function EmailControl(props: ControlProps) {
  return plain(props, EMAIL)
}

export function AddressControl(props: ControlProps) {
  return plain(props, STREET)
}

export function TextAreaControl(props: ControlProps) {
  return labeled(props, (wiring) => (
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
  ))
}

export function CurrencyControl(props: ControlProps) {
  return labeled(props, (wiring) => (
    <MoneyInput
      {...wiring}
      value={valueText(props.view.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  ))
}

const phoneText = (value: string): string => laidOut(PHONE_PATTERN, value)
const phoneValue = (text: string): string => unmask('phone', text)

export function PhoneControl(props: ControlProps) {
  return labeled(props, (wiring) => (
    <MaskedInput
      type="tel"
      width="medium"
      {...wiring}
      inputMode="tel"
      autoComplete={wiring.autoComplete ?? 'tel'}
      pattern={PHONE_PATTERN}
      value={valueText(props.view.value)}
      toText={phoneText}
      toValue={phoneValue}
      onChange={props.onChange}
    />
  ))
}

const ssnText = (value: string): string => laidOut(patternOf('ssn'), value)
const ssnValue = (text: string): string => unmask('ssn', text)

/** Shown while typed, so that it can be checked; once saved only its last four digits come back. */
export function SsnControl(props: ControlProps) {
  return labeled(props, (wiring) => (
    <MaskedInput
      width="short"
      {...wiring}
      pattern={patternOf('ssn')}
      value={valueText(props.view.value)}
      toText={ssnText}
      toValue={ssnValue}
      onChange={props.onChange}
    />
  ))
}

/** A birth date is only typed, because a calendar would have to page back through decades. */
const isBirthDate = ({ controlProperty }: FormElement): boolean => controlProperty?.autocomplete === 'bday'

/** Typed, month first, or picked from the calendar beside it; stored as YYYY-MM-DD once whole. */
export function DateControl(props: ControlProps) {
  const { element, view, onChange } = props
  return labeled(props, (wiring) => {
    const field = {
      ...wiring,
      placeholder: controlText('datePattern'),
      value: valueText(view.value),
      onChange: (day: string) => onChange(day),
    }
    if (element.foregroundProperty?.format === 'month')
      return <MonthInput {...field} placeholder={controlText('monthPattern')} />
    return isBirthDate(element) ? <DateInput {...field} /> : <PickedDate element={element} {...field} />
  })
}

function PickedDate({ element, ...field }: { element: FormElement } & ComponentProps<typeof DateInput>) {
  const { context } = useFormStore()
  return (
    <CalendarDate
      {...field}
      label={labelOf(element)}
      start={formatLocalDate(context.today)}
      reasonAgainst={(day) => fieldReason(element, context, day)}
    />
  )
}
