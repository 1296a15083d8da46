import type { CallValue } from '../../api-client/call.ts'
import type { ChangeKind } from './change-kinds.ts'

export type LoanDetail = CallValue<'paymentDetail'>
export type Choices = NonNullable<CallValue<'listChange'>['choices']>

/** What every form of a change is given. */
export interface ChangeFormProps {
  readonly kind: ChangeKind
  readonly detail: LoanDetail
  readonly choices: Choices
}
