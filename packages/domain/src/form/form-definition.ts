import type { AllowedDates } from './allowed-dates.ts'
import type { Associate } from './associates.ts'
import type { MaskName } from './masks.ts'
import type { RuleName } from './rules/registry.ts'

/** Every control a definition may name. Source: domain.md §4. */
export const CONTROL_NAMES = [
  'text',
  'textarea',
  'number',
  'currency',
  'phone',
  'ssn',
  'email',
  'date',
  'select',
  'radioGroup',
  'checkboxGroup',
  'checkbox',
  'file',
  'address',
  'password',
  'heading',
  'repeatableGroup',
] as const

export type ControlName = (typeof CONTROL_NAMES)[number]

/** A rule by name, or with what it compares to: written into the definition, or supplied by the server. */
export type RuleUse =
  | RuleName
  | { readonly rule: RuleName; readonly argument: string | number }
  | { readonly rule: RuleName; readonly argumentFrom: string }

/** How a stored value is shown; a date as a month is asked for as one, and stored as its first day. */
export const VALUE_FORMATS = ['phone', 'ssn', 'currency', 'date', 'month'] as const
export type ValueFormat = (typeof VALUE_FORMATS)[number]

/**
 * What the page says back under a field once its answer is whole, so that the borrower can check it: the bank of a
 * routing number, the last four digits of an account, the next paydays of the pay that the form asks about.
 */
export const SAYS_BACK = ['bankName', 'accountTail', 'nextPaydays'] as const
export type SaysBack = (typeof SAYS_BACK)[number]

/** What a control is given besides its label; all of it plain data. */
export interface ControlProperty {
  /** Token of the HTML standard, so that browsers and password managers can fill the field. */
  readonly autocomplete?: string
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  readonly hint?: string
  readonly hintEs?: string
  /** Endings of file names, comma separated: ".csv,.png". */
  readonly accept?: string
  readonly rows?: number
  /** Offers the value unless the borrower chooses another. */
  readonly defaultValue?: string
  /** Whether the stored value is shown masked and never sent back to the browser. */
  readonly secret?: boolean
  readonly saysBack?: SaysBack
}

/** How an element stands on the page and what holds for it. Source: product.md §3. */
export interface ForegroundProperty {
  /** Of twelve columns; on phones every element takes the whole width. */
  readonly cols?: number
  readonly mandatory?: boolean
  readonly validateRules?: readonly RuleUse[]
  readonly format?: ValueFormat
  readonly mask?: MaskName
  readonly allowedDates?: readonly AllowedDates[]
  readonly labelPosition?: 'top' | 'left'
  readonly hideLabel?: boolean
}

/** One element of a form. Source: product.md §3. */
export interface FormElement {
  readonly elementKey: string
  /** English; it is also what stands in the messages. */
  readonly elementLabel: string
  readonly labelEs?: string
  readonly dataControl: ControlName
  /** Code of a list of options, see domain-values.ts. */
  readonly dataDomainValues?: string
  readonly controlProperty?: ControlProperty
  readonly foregroundProperty?: ForegroundProperty
  readonly templateElementId?: string
  readonly associates?: readonly Associate[]
  /** The fields of one row; only for a repeatable group. */
  readonly elements?: readonly FormElement[]
}

/** A form as the server delivers it by code. URLs are paths under the gateway prefix. */
export interface FormDefinition {
  readonly code: string
  readonly version: number
  readonly title: string
  readonly titleEs?: string
  readonly elements: readonly FormElement[]
  readonly readUrl: string
  readonly createUrl: string
  readonly updateUrl: string
}

/** A heading only structures the page; it is never answered. */
export function isAnswered(element: FormElement): boolean {
  return element.dataControl !== 'heading'
}
