import type { NachaError } from './nacha-error.ts'
import { RECORD_LENGTH } from './record-layout.ts'

/** One record of 94 characters and its number in the file, from 1. */
export interface NumberedLine {
  readonly text: string
  readonly number: number
}

/** Cuts a text that has no line ends into records. */
const unbroken = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / RECORD_LENGTH) }, (_, index) =>
    text.slice(index * RECORD_LENGTH, (index + 1) * RECORD_LENGTH),
  )

/** The records of a text: line ends of either kind or none, cut trailing blanks restored, empty last lines dropped. */
export function recordLines(text: string): { lines: NumberedLine[]; errors: NachaError[] } {
  const body = text.replace(/\r\n?/g, '\n').replace(/\s+$/, '')
  const raw = body.includes('\n') ? body.split('\n') : unbroken(body)
  const errors = raw.flatMap((line, index): NachaError[] => {
    const length = line.trimEnd().length
    return length > RECORD_LENGTH || length === 0
      ? [
          {
            record: 'file',
            field: 'record',
            value: `${length} characters`,
            problem: 'has 94',
            line: index + 1,
          },
        ]
      : []
  })
  const lines = raw.map((line, index) => ({
    text: line.trimEnd().slice(0, RECORD_LENGTH).padEnd(RECORD_LENGTH),
    number: index + 1,
  }))
  return { lines, errors }
}
