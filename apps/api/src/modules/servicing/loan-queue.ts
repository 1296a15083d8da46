/** Lets one piece of work for a loan go on at a time in this process. */
export type LoanTurns = <Result>(loanNo: string, work: () => Promise<Result>) => Promise<Result>

/**
 * For work that costs much before its transaction: whoever comes second can see what the first has done before paying
 * for it. Only a saving: on other nodes others go on, and what may happen once is decided by the database.
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
