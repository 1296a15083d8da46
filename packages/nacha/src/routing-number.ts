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

/** The ninth digit that belongs to the first eight of a routing number (ABA checksum). */
export const checkDigitOf = (firstEight: string): string =>
  ((10 - ((weighted(firstEight) ?? 0) % 10)) % 10).toString()

/** Nine digits whose last is the check digit of the others. */
export function isRoutingNumber(text: string): boolean {
  if (text.length !== 9) return false
  const sum = weighted(text)
  return sum !== undefined && sum % 10 === 0
}
