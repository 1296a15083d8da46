import { isEntryOrder, SUBMIT_SECTIONS } from '@dolphin/domain/applications/sections'
import { US_STATES } from '@dolphin/domain/applications/us-states'
import { isSameDayInTime } from '@dolphin/domain/disbursement/same-day-ach'
import { cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { contrastRatio, isHexColor } from '@dolphin/domain/portfolios/hex-color'
import { CONTROL_CONTRAST } from '@dolphin/domain/portfolios/on-color'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { z } from 'zod'
import { sectionKey } from '../wire-codes.ts'
import { count, hostName, localized, money, positive, stateCode, version, words } from './data-fields.ts'

const PAGE_GROUND = '#ffffff'

const hexColor = z.string().refine(isHexColor, 'must be a #rrggbb color')

/** A path of our own or an https address; nothing that can run, leave quotes or climb folders. */
const safeUrl = z
  .string()
  .max(300)
  .regex(/^(https:\/\/[a-z0-9.-]+)?(\/[A-Za-z0-9._-]+)+$/u, 'must be an own path or an https address')
  .refine((url) => !url.includes('..'), 'must not climb folders')

/** Text on the colors is computed; the primary color also draws edges and icons on the page itself. */
const theme = z.strictObject({
  primaryColor: hexColor.refine(
    (color) => !isHexColor(color) || contrastRatio(color, PAGE_GROUND) >= CONTROL_CONTRAST,
    'is too faint on a white page: 3:1 is needed (WCAG 1.4.11)',
  ),
  secondaryColor: hexColor,
  thirdColor: hexColor,
  cornerRadius: z.number().int().min(0).max(24),
  headingFace: z.enum(['sans', 'serif']),
  headingWeight: z.literal([500, 600, 700, 800]),
  // Themes from before these looked like the values they get here.
  buttonRadius: z.number().int().min(0).max(24).default(12),
  gradientAngle: z.number().int().min(0).max(359).default(100),
  face: z.enum(['system', 'figtree', 'publicSans']).default('system'),
  header: z.enum(['bar', 'band']).default('bar'),
  patternUrl: safeUrl.nullable().default(null),
})

/** A rule about the whole portfolio computes with it, so it ends the check where it is no time; the time zone likewise. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/u, { error: 'must be a time as "14:00"', abort: true })

const timeZone = z.string().refine(
  (zone) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone.length > 0
    } catch {
      return false
    }
  },
  { error: 'must be an IANA time zone', abort: true },
)

/** ABA check digit: (3(d1+d4+d7) + 7(d2+d5+d8) + d3+d6+d9) mod 10 = 0. */
function hasCheckDigit(routingNumber: string): boolean {
  const weights = [3, 7, 1]
  return (
    Array.from(routingNumber).reduce((sum, digit, at) => sum + Number(digit) * (weights[at % 3] ?? 0), 0) %
      10 ===
    0
  )
}

const routingNumber = z
  .string()
  .regex(/^\d{9}$/u, 'must be nine digits')
  .refine(hasCheckDigit, 'has a wrong check digit')

const lender = z.strictObject({
  brandName: words(60),
  legalName: words(120),
  address: z.strictObject({
    street: words(80),
    city: words(40),
    state: stateCode,
    zip: z.string().regex(/^\d{5}(-\d{4})?$/u),
  }),
  phone: z.string().regex(/^[2-9]\d{9}$/u, 'must be ten digits'),
  email: z.email(),
  mailFrom: z.email().optional(),
  hours: localized(120),
  licenceText: localized(600),
  federalAgency: z.strictObject({ name: words(120), address: words(160) }),
})

const ach = z.strictObject({
  immediateDestination: routingNumber,
  immediateDestinationName: words(23),
  immediateOrigin: z.string().regex(/^[ 0-9A-Z]{10}$/u, 'must be ten characters'),
  immediateOriginName: words(23),
  companyName: words(16),
  companyId: z.string().regex(/^[0-9A-Z]{10}$/u, 'must be ten characters'),
  odfiId: z.string().regex(/^\d{8}$/u, 'must be eight digits'),
})

const passwordPolicy = z.strictObject({
  minimumLength: z.int().min(8, 'product.md §5 asks for at least 8'),
  maximumLength: z.int().min(64).max(256),
  identicalRun: z.int().min(3).max(3),
})

const provider = z.enum(['sandbox', 'plaid', 'mx'])

/** portfolio.json. Source: domain.md §1. */
/** What takes longer is no day to count on. */
const MOST_REVIEW_DAYS = 5

export const PortfolioSchema = z
  .strictObject({
    portfolioId: positive,
    version,
    theme,
    faviconUrl: safeUrl,
    domainOfWeb: hostName,
    domainOfWap: hostName,
    hosts: z.array(hostName),
    lender,
    timeZone,
    states: z
      .array(stateCode.refine((state) => US_STATES.some(({ code }) => code === state), 'is no state'))
      .min(1),
    originating: z.boolean(),
    approvalMode: z.enum(['automatic', 'manual']),
    /** Files published before it was asked for count on an approval on the day of the signature. */
    reviewBankingDays: z.int().min(0).max(MOST_REVIEW_DAYS).default(0),
    tribeReview: z.boolean(),
    arbitration: z.boolean(),
    /** Files published before it was asked for keep the order of product.md §3. */
    entryOrder: z
      .array(sectionKey)
      .refine(isEntryOrder, 'must name personal first and each section of the application once')
      .default([...SUBMIT_SECTIONS]),
    ibvProvider: provider,
    ibvFallbacks: z.array(z.enum(['sandbox', 'plaid', 'mx', 'statementUpload', 'person'])),
    ach,
    cutOff: z.strictObject({ sameDay: timeOfDay, batch: timeOfDay }),
    /** Files published before it was asked for do not offer it. */
    sameDayCredits: z
      .strictObject({ offered: z.boolean(), settlesAt: z.enum(['13:00', '17:00', '18:00']) })
      .default({ offered: false, settlesAt: '17:00' }),
    spinner: z.literal([1, 2, 3, 4, 5, 6, 7]),
    passwordPolicy,
    collectionDayCount: positive,
    pastDueGraceDays: count,
    /** Files published before it was asked for waive less than 15.00. */
    waiveRestBelow: money.transform(cents).default(cents(1_500n)),
    /** Files published before it was asked for: each act that releases money takes a touch of its own. */
    touchAbove: money.transform(cents).default(ZERO_CENTS),
    twoPeopleAbove: money.transform(cents).default(cents(50_000n)),
    statementFileTypes: z.array(z.enum(['csv', 'png', 'pdf'])).min(1),
  })
  .refine((portfolio) => new Set(portfolio.states).size === portfolio.states.length, {
    path: ['states'],
    error: 'a state is named twice',
  })
  .refine((portfolio) => !portfolio.ibvFallbacks.includes(portfolio.ibvProvider), {
    path: ['ibvFallbacks'],
    error: 'the provider is no fall-back for itself',
  })
  .refine(isSameDayInTime, {
    path: ['cutOff', 'sameDay'],
    error: 'the same-day file would miss its window, or the batch is earlier',
  }) satisfies z.ZodType<Portfolio>
