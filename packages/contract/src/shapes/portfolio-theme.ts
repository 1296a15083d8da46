import { z } from 'zod'
import { hexColor, portfolioId, text, usState } from '../wire.ts'

/** What pages need of a brand: theme, domains, lender, limits. */
export const portfolioTheme = z.strictObject({
  portfolioId,
  version: z.int(),
  domainOfWeb: text(253),
  domainOfWap: text(253),
  faviconUrl: text(500),
  primaryColor: hexColor,
  secondaryColor: hexColor,
  thirdColor: hexColor,
  spinner: z.int().min(1).max(7),
  brandName: text(120),
  legalName: text(200),
  address: text(300),
  phone: text(20),
  email: text(254),
  /** Words in the reader's language. */
  hours: text(4_000),
  licenceText: text(4_000),
  states: z.array(usState).max(60),
  originating: z.boolean(),
  timeZone: text(60),
  passwordPolicy: z.strictObject({
    minimumLength: z.int(),
    maximumLength: z.int(),
    identicalRun: z.int(),
  }),
  statementFileTypes: z.array(z.enum(['csv', 'png', 'pdf'])).max(3),
})

/** The whole of it, for operations. */
export const portfolioWhole = z.strictObject({
  ...portfolioTheme.shape,
  approvalMode: z.enum(['automatic', 'manual']),
  tribeReview: z.boolean(),
  arbitration: z.boolean(),
  ibvProvider: text(40),
  cutOffSameDay: text(5),
  cutOffBatch: text(5),
  collectionDayCount: z.int(),
  pastDueGraceDays: z.int(),
})

/** How pages show days and moments. */
export const dateFormat = z.strictObject({
  date: text(40),
  time: text(40),
  dateTime: text(80),
  timeZone: text(60),
})

/** What a routing number says of its bank. An unknown one is an answer, not an error. */
export const bankInfo = z.strictObject({
  routingNumber: text(32),
  /** The checksum holds. */
  valid: z.boolean(),
  known: z.boolean(),
  bankName: text(120).nullable(),
  city: text(80).nullable(),
  state: usState.nullable(),
})
