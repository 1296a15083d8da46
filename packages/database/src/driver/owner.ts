/** A customer: the same openId at another portfolio is somebody else. */
export interface Owner {
  readonly portfolioId: number
  readonly openId: string
}

/** A loan, by the key of its row. */
export interface LoanKey {
  readonly portfolioId: number
  readonly loanNo: string
}

/** A loan with the key that its rows lie under. docs/decisions/customer-key.md */
export interface KeyedLoan extends LoanKey {
  readonly customerKey: string
}

/** An application, by the key of its row. */
export interface ApplicationKey {
  readonly portfolioId: number
  readonly applicationNo: string
}
