import { parseMoney } from '@dolphin/domain/money/cents'
import { parseDecimal } from '@dolphin/domain/money/rational'
import { z } from 'zod'

const CONTROL_CHARACTERS = /[^\P{Cc}\n]/u

/** Text for people: not empty, no control characters but line feeds, no markup. */
export const words = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine((text) => !CONTROL_CHARACTERS.test(text), 'has control characters')
    .refine((text) => !/[<>]/u.test(text), 'has markup: < and > are not allowed')

/** The same text in every language. */
export const localized = (maximum: number) => z.strictObject({ en: words(maximum), es: words(maximum) })

/** Dollars with two places, never negative. */
export const money = z.string().transform((text, context) => {
  const amount = parseMoney(text)
  if (amount !== undefined && amount >= 0n) return amount
  context.addIssue('must be money as "500.00", not negative')
  return z.NEVER
})

/** An exact decimal ratio, "2.60" for 260 %, not negative. */
export const ratio = z.string().transform((text, context) => {
  const value = parseDecimal(text)
  if (value !== undefined && value.numerator >= 0n) return value
  context.addIssue('must be a plain decimal as "2.60", not negative')
  return z.NEVER
})

/** A host name without scheme, port or path. */
export const hostName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u, 'must be a plain host name')

/** Two upper case letters. */
export const stateCode = z.string().regex(/^[A-Z]{2}$/u, 'must be a two-letter state code')

export const count = z.int().min(0)
export const positive = z.int().min(1)
export const version = z.number().int().positive()
/** Codes of rules, tiers and products: what an auditor will quote. */
export const code = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/u, 'must be a plain code')
