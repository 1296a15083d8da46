/** Days past due from which a loan is its collectors' work anew. Our decision. Source: docs/design/console.md, Work. */
const AGES = [1, 15, 30, 60] as const

/** The age that a loan has reached, in days past due; undefined where nothing is past due. */
export const pastDueAge = (days: number): number | undefined => AGES.findLast((age) => days >= age)
