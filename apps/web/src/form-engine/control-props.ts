import type { FormElement } from '@dolphin/domain/form/form-definition'
import type { FormValue } from '@dolphin/domain/form/form-value'
import type { ReactNode } from 'react'
import type { FieldView } from './form-views.ts'

/** What every control is given. */
export interface ControlProps {
  readonly element: FormElement
  /** The id of the control, to which the error summary links. */
  readonly id: string
  readonly view: FieldView
  /** What was typed; a control with fields of its own names the one by its path. */
  readonly onChange: (value: FormValue, path?: string) => void
  /** The field was left; a control with fields of its own names the one by its path. */
  readonly onBlur: (path?: string) => void
}

/**
 * Shows one element. A function that calls no hooks, so that a field can call it in place of one component more;
 * what needs hooks is a component within.
 */
export type Control = (props: ControlProps) => ReactNode

/** The id of a field by its path. */
export const fieldId = (path: string): string => `field-${path}`
