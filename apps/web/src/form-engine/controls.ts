import type { ControlName, FormElement } from '@dolphin/domain/form/form-definition'
import type { Control } from './control-props.ts'
import { lazyControl } from './lazy-control.tsx'
import {
  CheckboxControl,
  CheckboxGroupControl,
  HeadingControl,
  RadioGroupControl,
  SelectControl,
} from './controls/choice-controls.tsx'
import {
  AddressControl,
  CurrencyControl,
  DateControl,
  EmailControl,
  NumberControl,
  PhoneControl,
  SsnControl,
  TextAreaControl,
  TextControl,
} from './controls/text-controls.tsx'

const FileControl = lazyControl(async () => (await import('./controls/file-control.tsx')).FileControl)
const PasswordControl = lazyControl(
  async () => (await import('./controls/password-control.tsx')).PasswordControl,
)
const RepeatableGroup = lazyControl(async () =>
  (await import('./controls/repeatable-group.tsx')).repeatableGroup((element) => controlOf(element)),
)

/** One line per control the server may name; a gap does not compile. */
export const CONTROLS = {
  text: TextControl,
  textarea: TextAreaControl,
  number: NumberControl,
  currency: CurrencyControl,
  phone: PhoneControl,
  ssn: SsnControl,
  email: EmailControl,
  date: DateControl,
  select: SelectControl,
  radioGroup: RadioGroupControl,
  checkboxGroup: CheckboxGroupControl,
  checkbox: CheckboxControl,
  file: FileControl,
  address: AddressControl,
  password: PasswordControl,
  heading: HeadingControl,
  repeatableGroup: RepeatableGroup,
} satisfies Record<ControlName, Control>

/** The control of an element. A name that this build does not know is an error with its code (contract.md). */
export function controlOf(element: FormElement): Control {
  if (Object.hasOwn(CONTROLS, element.dataControl)) return CONTROLS[element.dataControl]
  throw Object.assign(new Error(`No control is named ${element.dataControl}`), { code: 'MODULE_NOT_FOUND' })
}
