import type { ColumnQuestion } from './column-answer.ts'
import { columnText } from './column-messages.ts'

/** What the page calls a column: its number, and its heading where the file has one. */
export function columnName({ names }: ColumnQuestion, at: number): string {
  const name = names[at] ?? ''
  const number = at + 1
  return name === '' ? columnText('column', { number }) : columnText('namedColumn', { number, name })
}
