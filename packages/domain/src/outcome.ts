/** The answer of a rule: a value, or one reason out of a closed list. Refusals are returned, never thrown. */
export type Outcome<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** The rule says yes. */
export const ok = <T>(value: T): Outcome<T, never> => ({ ok: true, value })

/** The rule says no, for this reason. */
export const refused = <E>(error: E): Outcome<never, E> => ({ ok: false, error })
