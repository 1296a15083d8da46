/** What was looked at, as people read it. */
export type ExplanationInput = { readonly name: string; readonly value: string }

/**
 * Why one amount, date, refusal or notice is what it is: from what, by which rule, and where the rule stands.
 * In full, for operations and auditors; borrowers' pages say the same in words of their own.
 */
export type Explanation = {
  readonly subject: string
  readonly value: string
  readonly rule: string
  readonly source: string
  readonly inputs: readonly ExplanationInput[]
  /** It gave the outcome: the rule that was applied, the bound that held. */
  readonly deciding?: true
}
