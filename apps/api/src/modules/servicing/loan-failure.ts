/** A loan that a run left out, and the code of its failure. The next run tries it again. */
export interface FailedLoan {
  readonly loanNo: string
  readonly failure: string
}

/** Carries the failure of one loan out of the transaction of many; `cause` is what was thrown. */
export class LoanFailure extends Error {
  override readonly name = 'LoanFailure'
  readonly loanNo: string

  constructor(loanNo: string, cause: unknown) {
    super('one loan of many failed', { cause })
    this.loanNo = loanNo
  }
}

/** For `catch` of work on one loan: throws LoanFailure. */
export const failedWith =
  (loanNo: string) =>
  (error: unknown): never => {
    throw new LoanFailure(loanNo, error)
  }

/** Runs a calculation on one loan; throws LoanFailure where it throws. */
export function ofLoan<T>(loanNo: string, calculate: () => T): T {
  try {
    return calculate()
  } catch (error) {
    return failedWith(loanNo)(error)
  }
}
