/** Entry descriptions with a meaning of their own. Source: ach.md §1 and §2. */
export const ReservedDescription = {
  /** A debit that came back R01 or R09 is presented again, at most twice. */
  retry: 'RETRY PYMT',
  /** The fee for a returned debit, one per item. */
  returnFee: 'RETURN FEE',
  /** An entry is taken back. */
  reversal: 'REVERSAL',
} as const

const RESERVED: readonly string[] = Object.values(ReservedDescription)

/** A reserved word in other letters would be taken for an ordinary one; banks match it exactly. */
export const isMisspelledReserved = (description: string): boolean => {
  const upper = description.trim().toUpperCase()
  return RESERVED.includes(upper) && description !== upper
}
