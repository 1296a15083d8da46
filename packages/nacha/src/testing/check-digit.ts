const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7]

/** The ninth digit that belongs to the first eight of a routing number (ABA checksum). */
export function checkDigitOf(firstEight: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(firstEight[index]), 0)
  return `${(10 - (sum % 10)) % 10}`
}
