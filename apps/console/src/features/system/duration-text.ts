import { ageText, agoText } from '../../time/instant-text.ts'

/** A duration as two instants, for the words that all pages use of ages. */
const span = (seconds: number) => [new Date(0).toISOString(), new Date(seconds * 1_000)] as const

/** "just now", "11 min ago". */
export const sinceText = (seconds: number): string => agoText(...span(seconds))

/** "under a minute", "11 min", "2 days". */
export function durationText(seconds: number): string {
  const text = ageText(...span(seconds))
  return text === 'now' ? 'under a minute' : text
}
