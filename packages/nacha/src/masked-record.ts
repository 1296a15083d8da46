import { recordKind } from './record-kind.ts'

const HIDDEN = '(withheld)'

/** Of a number that may be an account's, the last four digits. */
const masked = (text: string): string =>
  text.replace(/[0-9A-Za-z-]*\d{4,}[0-9A-Za-z-]*/g, (number) => `••••${number.slice(-4)}`)

const ENTRY = /^6\d{11}(.{17})\d{10}.{15}(.{22})..\d{16}$/
const ADDENDA = /^7(?:98|99)[RC]\d{2}\d{15}.{6}\d{8}(.{44})\d{15}$/

/**
 * A line of a bank's file as people and logs may see it: without names, what banks write about people, and account
 * numbers but for their last four digits. Where columns are not where they should be, all that may be one is hidden.
 */
export function maskedRecord(record: string): string {
  const line = record.replace(/[^ -~]/g, '?')
  const entry = ENTRY.exec(line)
  if (entry !== null) {
    return `${line.slice(0, 12)}${masked(entry[1] ?? '').trim()} ${line.slice(29, 39)} ${HIDDEN} ${line.slice(76)}`
  }
  if (ADDENDA.test(line)) return `${line.slice(0, 35)} ${HIDDEN} ${line.slice(79)}`
  const kind = recordKind(line.padEnd(94))
  if (kind === 'entry' || kind === 'addenda' || kind === 'unknown') {
    return masked(line)
      .replace(/[A-Za-z]{2,}/g, 'xx')
      .trimEnd()
  }
  return line.trimEnd()
}
