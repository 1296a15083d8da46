/** A bug of ours: something the code promised does not hold. Never a way to refuse a person's input. */
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure'
}

/**
 * States what must be true here; throws AssertionFailure otherwise.
 * The message says the rule and never carries personal data.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message)
}
