import type { FailureData } from '@dolphin/contract/envelope'

/** Why there is no value: the server refused, or no answer came. */
export type CallFailure =
  | { readonly kind: 'refused'; readonly status: number; readonly code: number; readonly data: FailureData }
  | { readonly kind: 'network' }
