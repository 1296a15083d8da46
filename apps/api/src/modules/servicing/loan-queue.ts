/** Lets one piece of work for a loan go on at a time in this process. */
export type LoanTurns = <Result>(loanNo: string, work: () => Promise<Result>) => Promise<Result>

/**
 * For work that costs much before its transaction: the second caller sees the result of the first before paying for
 * it. Only a saving: other nodes run in parallel, and the database decides what may happen once.
 */
export function createLoanTurns(): LoanTurns {
  const last = new Map<string, Promise<unknown>>()
  return async (loanNo, work) => {
    const before = last.get(loanNo) ?? Promise.resolve()
    // Whether the one before came through is its caller's business.
    const mine = before.then(work, work)
    last.set(loanNo, mine)
    try {
      return await mine
    } finally {
      if (last.get(loanNo) === mine) last.delete(loanNo)
    }
  }
}
