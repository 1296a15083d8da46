/** Which loan has a confirmation whose outcome this tab has not heard, and what was the newest change before it. */
const PREFIX = 'dolphin.confirming.'

/** Kept before the confirmation is sent, so that a reload asks what became of it instead of showing it anew. */
export const beginAct = (loanNo: string, known: string): void =>
  sessionStorage.setItem(PREFIX + loanNo, known)

/** The outcome is known. */
export const endAct = (loanNo: string): void => sessionStorage.removeItem(PREFIX + loanNo)

/** The newest change before an act whose outcome is not known; undefined where there is no such act. */
export const openAct = (loanNo: string): string | undefined =>
  sessionStorage.getItem(PREFIX + loanNo) ?? undefined
