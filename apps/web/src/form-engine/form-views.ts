import type { FormElement } from '@dolphin/domain/form/form-definition'
import type { FormValue } from '@dolphin/domain/form/form-value'
import type { Option } from '@dolphin/ui/select/select'

/** What one field shows; the same object as long as nothing of it changed. */
export interface FieldView {
  readonly value: FormValue | undefined
  readonly error: string | undefined
  readonly required: boolean
  readonly options: readonly Option[]
  /** The mask of a stored value that is not sent back, such as an SSN. */
  readonly savedMask: string | undefined
  /** Errors within the rows of a repeatable group, by "group.0.field". */
  readonly rowErrors: Readonly<Record<string, string>>
}

/** What the form as a whole shows. */
export interface FormSummary {
  readonly visible: readonly FormElement[]
  readonly attempt: number
  readonly errors: readonly { readonly elementKey: string; readonly message: string }[]
  /** Some field shows an error. */
  readonly isFaulty: boolean
}

export const NO_ROW_ERRORS: FieldView['rowErrors'] = {}

export function sameView(left: FieldView, right: FieldView): boolean {
  return (
    left.value === right.value &&
    left.error === right.error &&
    left.required === right.required &&
    left.savedMask === right.savedMask &&
    sameList(left.options, right.options) &&
    sameMessages(left.rowErrors, right.rowErrors)
  )
}

export function sameSummary(left: FormSummary, right: FormSummary): boolean {
  return (
    left.attempt === right.attempt &&
    left.isFaulty === right.isFaulty &&
    sameList(left.visible, right.visible) &&
    left.errors.length === right.errors.length &&
    left.errors.every(({ elementKey, message }, index) => {
      const other = right.errors[index]
      return other?.elementKey === elementKey && other.message === message
    })
  )
}

const sameMessages = (left: FieldView['rowErrors'], right: FieldView['rowErrors']): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)

/** Whether two lists hold the same things in the same order. */
export const sameList = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  left === right || (left.length === right.length && left.every((entry, index) => entry === right[index]))
