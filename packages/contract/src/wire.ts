import { isPlainLine, isWrittenText, withLineFeeds } from '@dolphin/domain/identity/plain-line'
import { z } from 'zod'

/**
 * The pieces of which messages are made. Replies hold no transforms, so what a schema accepts is what it
 * sends; only query pieces turn text into numbers and lists, because a query is nothing but text.
 */

/** Dollars with exactly two places, "500.00". A number is refused: cents are parsed at the border. */
export const money = z.string().regex(/^(0|[1-9]\d{0,9})\.\d{2}$/, 'Enter an amount like 500.00')

/** Interest of one day, for information: dollars with four decimals, half-up, "4.9087"; two in a stored earlier reply. */
export const dailyInterest = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})\.\d{2}(\d{2})?$/, 'Enter an amount like 4.9087')

/** A difference or a posting: money that may be negative, "-12.50". */
export const signedMoney = z
  .string()
  .regex(/^-?(0|[1-9]\d{0,9})\.\d{2}$/, 'Enter an amount like 500.00 or -500.00')

/** Percent with two places, half-up, "258.32". */
export const percent = z.string().regex(/^-?(0|[1-9]\d{0,5})\.\d{2}$/, 'Enter a percentage like 12.50')

const A_DATE = 'Enter a date like 2026-03-02'

/** A day, "YYYY-MM-DD", one that the calendar has; it has no year 0. */
export const isoDate = z.iso.date(A_DATE).refine((text) => !text.startsWith('0000'), A_DATE)

/** A day of records: one that has days before and after it in every time zone. */
export const recordDay = isoDate.refine((text) => text >= '1900' && text < '9999', A_DATE)

/** A moment with its offset, "2026-03-02T14:05:00-05:00". */
export const instant = z.iso.datetime({ offset: true, error: 'Give an instant with its offset' })

export const portfolioId = z.int().min(1).max(999)

/** portfolioId, dash, 7 digits with a check digit. Source: domain.md §1. */
export const loanNo = z.string().regex(/^\d{3}-\d{7}$/, 'A loan number looks like 118-0000000')

export const workItemNo = z.string().regex(/^W\d{9,12}$/, 'A work item looks like W000000012')

const opaque = (label: string, longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_.-]+$/, `This ${label} cannot be right. Open it from its page again`)

export const applicationNo = opaque('application number', 40)
export const requestCode = opaque('request code', 64)
export const optionId = opaque('payment option', 64)
export const documentNo = opaque('document number', 64)
export const changeNo = opaque('change number', 64)
export const accountId = opaque('bank account', 64)
export const sessionId = opaque('session', 128)
export const channelId = opaque('channel', 128)
export const openId = opaque('customer', 64)
/** What a column of whole numbers holds. */
const MOST_STORED = 2_147_483_647
export const versionNo = z.int().min(0).max(MOST_STORED)
/** A number that things of one kind are counted by, from 1. */
export const serialNo = z.int().min(1).max(MOST_STORED)

/** Which thing a form writes to: the application for sections, the account for others. */
export const externalKey = opaque('form', 64)

/** A form or vocabulary code, such as `personal`. */
export const code = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'This code cannot be right')

/**
 * A link token. Any text passes: a wrong one must lead to the notification page (-92020043),
 * not to a complaint about its form.
 */
export const resource = z.string().min(1).max(256)

/** A link token that a link is made of again: letters, digits, dash and underscore, so that no path leads elsewhere. */
export const resourceInLink = resource.regex(/^[A-Za-z0-9_-]+$/, 'This link cannot be right. Open it again')

/** One line that shows as it was typed. */
export const plainLine = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine(isPlainLine, "This can't have < or >, a web address or hidden characters")

/** A name that a person types, on one line, shown as it was typed. */
export const typedName = (longest: number, empty: string) => plainLine(longest).min(1, empty)

export const email = z
  .email('Email must be a valid email')
  .max(254, 'Email should not be greater than 254 characters')

/** The policy itself is the domain's; 128 is its most. Source: design/security.md D1. */
export const password = z
  .string()
  .min(1, "Password can't be empty")
  .max(128, 'Password should not be greater than 128 characters')

export const loginCode = z.string().regex(/^\d{6}$/, 'Enter the 6 digits of the code')
/** Six digits, or a recovery code of ten letters and digits in place of the authenticator's. */
export const signInCode = z
  .string()
  .regex(/^(?:\d{6}|[0-9A-Za-z]{5}-?[0-9A-Za-z]{5})$/, 'Enter the 6 digits of the code, or a recovery code')
export const ssnLast4 = z.string().regex(/^\d{4}$/, 'Enter the last 4 digits')
export const routingNumber = z.string().regex(/^\d{9}$/, 'Routing number should be 9 digits')
export const accountNumber = z.string().regex(/^\d{4,17}$/, 'Account number should be 4 to 17 digits')
/** Only the last four are readable, "••••1234". */
export const maskedNumber = z.string().max(32)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits')
export const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'A color looks like #0b5fff')
export const usState = z.string().regex(/^[A-Z]{2}$/, 'A state has two letters')

/** Text of people, bounded so that no field is a way to fill the disk. */
export const text = (longest: number) => z.string().max(longest)

/** What a person writes, in lines of their own: as it was typed, with no hidden characters. */
export const written = (longest: number) =>
  z
    .string()
    .overwrite(withLineFeeds)
    .max(longest)
    .refine(isWrittenText, "This can't have hidden characters. Please type it again")

/** A path of ours, where a page is sent next. Never another site. */
export const pagePath = z.string().regex(/^\/(?!\/)[^\\\s]*$/, 'Only a path of this site')

/**
 * A number in a query or a path, where it arrives as text: text of digits, nothing else ("1e2" and "0x76"
 * are refused). Clients may pass the number.
 */
export const fromDigits = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess(
    (value: z.output<Schema> | string) =>
      typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value,
    schema,
  )

export const queryInteger = (least: number, most: number) => fromDigits(z.int().min(least).max(most))

export const queryPortfolioId = queryInteger(1, 999)

/** A list in a query: repeated (`code=a&code=b`), with commas (`code=a,b`), or both. */
export const queryList = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess(
    (value: readonly string[] | string) =>
      (Array.isArray(value) ? value : [value]).flatMap((part: unknown) =>
        typeof part === 'string' ? part.split(',') : [part],
      ),
    z.array(item).min(1).max(most),
  )

export const elementKey = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, 'This field is not part of the form')

const plainValue = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()])
const choices = z.array(text(120)).max(100)

/**
 * One answer: a plain value, several choices, or the rows of a repeatable group. Codes of enumerations are
 * kept as text ("17003"), as the domain's form values are.
 */
const answerValue = z.union([
  plainValue,
  choices,
  z.array(z.record(elementKey, z.union([plainValue, choices]))).max(20),
])

/** Answers of a form by element key; the form's own definition judges each value. */
export const answers = z.record(elementKey, answerValue)
