import type { CallReply } from '@dolphin/contract/call'
import type { checkPortfolioCall } from '@dolphin/contract/portfolios-staff'
import type { DataProblem } from '@dolphin/contract/portfolio/portfolio-data'

/** What a check of a portfolio found. */
export type Finding = CallReply<typeof checkPortfolioCall>['findings'][number]

const MOST = 500
const LONGEST_PATH = 200
const LONGEST_MESSAGE = 700

const finding =
  (level: Finding['level']) =>
  (file: string, path: string, message: string): Finding => ({
    level,
    file: file.slice(0, LONGEST_PATH),
    path: path.slice(0, LONGEST_PATH),
    message: message.slice(0, LONGEST_MESSAGE),
  })

/** Something that keeps the portfolio from being published. */
export const refused = finding('refused')
/** Something worth knowing. */
export const note = finding('note')

/** A problem of the data as a sentence of its own that says what to do. */
export function problemFinding({ file, path, message }: DataProblem): Finding {
  const name = file.split('/').slice(1).join('/')
  const place = path === '' ? name : `"${path}" in ${name}`
  if (/^Invalid input: expected \w+, received undefined$/.test(message))
    return refused(file, path, `${place} is missing. Add it; "portfolio new" writes a complete folder.`)
  if (path === 'hosts' && message.includes('claims the host'))
    return refused(file, path, `${sentence(message)} Choose a host name that no other portfolio has.`)
  return refused(file, path, `${place} ${message.replace(/\.$/, '')}. Change it there and check again.`)
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

/** Refusals first, then by file; each said once, at most 500. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const once = new Map(findings.map((one) => [`${one.file} ${one.path} ${one.message}`, one]))
  return [...once.values()]
    .toSorted(
      (left, right) =>
        right.level.localeCompare(left.level) ||
        left.file.localeCompare(right.file) ||
        left.path.localeCompare(right.path),
    )
    .slice(0, MOST)
}

export const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ level }) => level === 'note')
