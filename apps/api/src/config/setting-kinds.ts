import { z } from 'zod'

/** `true` or `false`; 1 and 0 mean the same. */
export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1')

/** One of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be ${words.join(' or ')}` })

interface Range {
  readonly from: number
  /** Without it there is no upper bound. */
  readonly to?: number
}

/** A whole number. Its digits alone are read: JavaScript also takes `0x10`, `1e3` and an empty text for numbers. */
export const wholeNumber = ({ from, to = Number.MAX_SAFE_INTEGER }: Range) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: `must be a whole number, ${rangeText(from, to)}`,
    })
    .transform(Number)

/** A number that may have decimals. */
export const decimalNumber = ({ from, to }: Required<Range>) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) >= from && Number(text) <= to, {
      error: `must be a number, ${rangeText(from, to)}`,
    })
    .transform(Number)

const rangeText = (from: number, to: number): string =>
  to === Number.MAX_SAFE_INTEGER ? `${from} or more` : `${from} to ${to}`
