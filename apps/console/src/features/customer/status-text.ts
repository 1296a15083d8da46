import { STATUS_NAMES } from './messages.ts'

const spaced = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

/** "203 Processing", "206 Terminated, paid off". */
export const statusText = ({
  loanStatus,
  subStatus,
}: {
  readonly loanStatus: number
  readonly subStatus: string | null
}): string => {
  const status = `${loanStatus} ${STATUS_NAMES[loanStatus] ?? ''}`.trim()
  return subStatus === null ? status : `${status}, ${spaced(subStatus)}`
}

/** A code of a record in words: "loanStatus" → "Loan status". */
export function eventText(event: string): string {
  const words = spaced(event)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
