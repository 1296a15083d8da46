/** The order in which everybody who needs several loans locks them. */
export const byLoan = (left: { readonly loanNo: string }, right: { readonly loanNo: string }): number =>
  left.loanNo < right.loanNo ? -1 : Number(left.loanNo > right.loanNo)
