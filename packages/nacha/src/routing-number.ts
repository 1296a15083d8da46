const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]
const ZERO = 0x30

/** The sum of digits by their weights, or undefined where there are other characters. */
function weighted(digits: string): number | undefined {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return undefined
    sum += digit * (WEIGHTS[index] ?? 0)
  }
  return sum
}

/** Nine digits whose last is the check digit of the others. */
export function isRoutingNumber(text: string): boolean {
  if (text.length !== 9) return false
  const sum = weighted(text)
  return sum !== undefined && sum % 10 === 0
}

/** The routing number that begins with these eight digits; undefined for any other text. */
export const routingNumberOf = (identification: string): string | undefined =>
  Array.from({ length: 10 }, (_, checkDigit) => `${identification}${checkDigit}`).find(isRoutingNumber)
