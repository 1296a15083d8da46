/**
 * What a touch of a passkey is over, for an act that releases money. `about` says where its amount stands: in the request,
 * else at the loan that it names, the loan of a statement, or the approval that is entered again.
 */
export interface TouchRule {
  readonly about: 'request' | 'loan' | 'statement' | 'approval'
  readonly title: string
  /** Fields of the body that are shown to who touches, each with its label; none holds what a person typed freely. */
  readonly shows: Readonly<Record<string, string>>
  /** With this value in its body the call does nothing yet. */
  readonly unless?: { readonly field: string; readonly value: unknown }
}
