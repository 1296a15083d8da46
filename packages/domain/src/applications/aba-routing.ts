/** Weights of the nine digits; the weighted sum must be a multiple of ten. Source: ABA routing number policy. */
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** First two digits that are assigned to anyone, from and to included. */
const ASSIGNED_PREFIXES = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const

/** First two digits of banks and thrifts, where consumers have accounts. */
const CONSUMER_PREFIXES = [
  [1, 12],
  [21, 32],
] as const

const hasPrefix = (routingNumber: string, ranges: readonly (readonly [number, number])[]): boolean => {
  const prefix = Number(routingNumber.slice(0, 2))
  return ranges.some(([from, to]) => from <= prefix && prefix <= to)
}

/** Whether a text is a routing number that could be assigned: nine digits, check digit, known prefix. */
export function isAbaRouting(text: string): boolean {
  // All zeros satisfies the sum but is assigned to no bank.
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return sum % 10 === 0 && hasPrefix(text, ASSIGNED_PREFIXES)
}

/** Whether it can also be a consumer's bank: not a number of the government, of a check or of a wire. */
export function isConsumerRouting(text: string): boolean {
  return isAbaRouting(text) && hasPrefix(text, CONSUMER_PREFIXES)
}
