import { DAY_SECONDS } from '@dolphin/domain/time/durations'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { enters, everyEmployee, may } from './staff-rule.ts'
import {
  code,
  instant,
  isoDate,
  loanNo,
  maskedNumber,
  money,
  queryInteger,
  queryList,
  queryPortfolioId,
  routingNumber,
  sha256,
  text,
  typedName,
} from './wire.ts'
import { bankAccountTypeCode } from './wire-codes.ts'

/** The present time of the server. */
const serverClock = z.strictObject({
  now: instant,
  /** Seconds ahead of the machine's own clock. */
  aheadSeconds: z.int(),
  /** False in production. */
  movable: z.boolean(),
  timeZone: text(60),
  today: isoDate,
  isBankingDay: z.boolean(),
  nextBankingDay: isoDate,
})

/** Which disbursement is meant: the largest of the portfolio, with its approval to come, where nothing is said. */
const disbursement = {
  amount: money.optional(),
  /** Whether the loan is approved: where a person approves, no day is named before. */
  approval: z.enum(['pending', 'given']).default('pending'),
}

/** How pages show days and moments. */
const dateFormat = z.strictObject({
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
  /** Two letters, as the directory has them. */
  state: text(2).nullable(),
  /** Whether the bank takes ACH entries; null where it is not known. */
  takesAch: z.boolean().nullable(),
  /** The number that took this one's place after a merger, to which entries go; null where none did. */
  newRoutingNumber: routingNumber.nullable(),
})

export const assistantDateFormatCall = defineCall({
  name: 'assistantDateFormat',
  method: 'GET',
  path: '/dolphin-loan/assistant/date-format',
  feature: 'reference-data',
  access: 'public',
  request: {},
  reply: dateFormat,
  refusals: [],
  idempotent: false,
  summary: 'How pages show days and moments',
  source: 'product.md §7',
})

export const assistantGetBankInfoCall = defineCall({
  name: 'assistantGetBankInfo',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-bank-info',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ rn: text(32) }) },
  reply: bankInfo,
  refusals: [],
  idempotent: false,
  summary: 'The bank of a routing number',
  source: 'product.md §7',
})

export const availableDateCall = defineCall({
  name: 'availableDate',
  method: 'GET',
  path: '/dolphin-loan/assistant/available-date',
  feature: 'reference-data',
  access: 'public',
  request: {
    query: z.strictObject({
      /** The host's where none is named. */
      portfolioId: queryPortfolioId.optional(),
      kind: z.enum(['disbursement', 'firstPayment', 'payment']).default('disbursement'),
      ...disbursement,
    }),
  },
  reply: z.strictObject({
    kind: z.enum(['disbursement', 'firstPayment', 'payment']),
    dates: z.array(isoDate).max(120),
    defaultDate: isoDate.nullable(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The dates that can be picked',
  source: 'product.md §7',
})

export const configDateFormatCall = defineCall({
  name: 'configDateFormat',
  method: 'GET',
  path: '/dolphin-config/date-format',
  feature: 'reference-data',
  access: 'public',
  request: {},
  reply: dateFormat,
  refusals: [],
  idempotent: false,
  summary: 'How pages show days and moments',
  source: 'product.md §7',
})

export const countdownSameDayCall = defineCall({
  name: 'countdownSameDay',
  method: 'GET',
  path: '/dolphin-loan/assistant/countdown-same-day',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, ...disbursement }) },
  reply: z.strictObject({
    /** Zero where today is not promised. */
    secondsLeft: z.int().nonnegative(),
    /** Takes the day away. */
    cutOffAt: instant,
    fundsArriveOn: isoDate.nullable(),
    sameDay: z.boolean(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Time left until the same-day cut-off, and when money arrives',
  source: 'product.md §7',
})

export const getBankInfoCall = defineCall({
  name: 'getBankInfo',
  method: 'GET',
  path: '/dolphin-loan/online/get-bank-info',
  feature: 'reference-data',
  access: 'session',
  request: { query: z.strictObject({ rn: text(32).optional(), loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    ...bankInfo.shape,
    /** With loanNo: the loan's own account. */
    account: z.strictObject({ accountMasked: maskedNumber, accountType: bankAccountTypeCode }).nullable(),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The bank of a routing number, or the masked account of a loan',
  source: 'product.md §7',
})

export const getDefaultDisbursementDateCall = defineCall({
  name: 'getDefaultDisbursementDate',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-default-disbursement-date',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional(), ...disbursement }) },
  reply: z.strictObject({ date: isoDate.nullable(), cutOffAt: instant }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The date on which money is sent unless another is picked',
  source: 'product.md §7',
})

export const getDomainValueCall = defineCall({
  name: 'getDomainValue',
  method: 'GET',
  path: '/dolphin-config/get-domain-value',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ code: queryList(code, 40) }) },
  reply: z.strictObject({
    values: z.record(
      code,
      z
        .array(z.strictObject({ value: text(120), label: text(200), labelEs: text(200).exactOptional() }))
        .max(500),
    ),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The options of vocabularies by code: states, enumerations, labels',
  source: 'product.md §7',
})

export const getFutureDateCall = defineCall({
  name: 'getFutureDate',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-future-date',
  feature: 'reference-data',
  access: 'public',
  request: {
    query: z.strictObject({
      /** Today at the portfolio where none is named. */
      date: isoDate.optional(),
      /** Banking days to go forward; one where none are named. */
      days: queryInteger(0, 366).default(1),
    }),
  },
  reply: z.strictObject({ date: isoDate }),
  refusals: ['dateNotAvailable'],
  idempotent: false,
  summary: 'The day so many banking days after a day',
  source: 'product.md §7',
})

export const getHolidayCall = defineCall({
  name: 'getHoliday',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-holiday',
  feature: 'reference-data',
  access: 'public',
  staff: everyEmployee,
  request: { query: z.strictObject({ years: queryList(queryInteger(2000, 2100), 10).optional() }) },
  reply: z.array(z.strictObject({ holidayTimeStr: isoDate, name: text(120) })).max(200),
  refusals: [],
  idempotent: false,
  summary: 'Bank holidays of the years asked for; this and the next year without',
  source: 'product.md §7',
})

export const getNextBusinessDayCall = defineCall({
  name: 'getNextBusinessDay',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-next-business-day',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ date: isoDate.optional() }) },
  reply: z.strictObject({ date: isoDate }),
  refusals: ['dateNotAvailable'],
  idempotent: false,
  summary: 'The first banking day after a day, today without',
  source: 'product.md §7',
})

export const moveClockCall = defineCall({
  name: 'moveClock',
  method: 'POST',
  path: '/dolphin-ops/clock',
  feature: 'reference-data',
  access: 'operations',
  staff: may('system.clock', 'server'),
  request: {
    body: z.discriminatedUnion('to', [
      z.strictObject({ to: z.literal('instant'), instant }),
      z.strictObject({
        to: z.literal('later'),
        seconds: z
          .int()
          .min(1)
          .max(366 * DAY_SECONDS),
      }),
      /** 09:00 of the next banking day: after settlement, before the cut-offs. */
      z.strictObject({ to: z.literal('nextBankingDay') }),
    ]),
  },
  /** `target` is later than `now` where more steps are to come: ask for it again, as an instant. */
  reply: serverClock.extend({ target: instant, reached: z.boolean() }),
  refusals: ['clockNotMovable'],
  idempotent: true,
  summary:
    'Moves a demonstration server’s clock forward, some timetable rounds at a time; never in production',
  source: 'ours',
})

export const readClockCall = defineCall({
  name: 'readClock',
  method: 'GET',
  path: '/dolphin-ops/clock',
  feature: 'reference-data',
  access: 'operations',
  staff: everyEmployee,
  request: { query: z.strictObject({}) },
  reply: serverClock,
  refusals: [],
  idempotent: false,
  summary: 'The present time of the server, and the next banking day',
  source: 'ours',
})

export const addHolidayCall = defineCall({
  name: 'addHoliday',
  method: 'POST',
  path: '/dolphin-ops/holiday',
  feature: 'reference-data',
  access: 'operations',
  staff: enters('holiday.add', 'server'),
  request: {
    body: z.strictObject({
      /** A weekday from today on, on which banks are closed besides the holidays of the rule. */
      date: isoDate,
      name: typedName(120, 'Name the holiday'),
    }),
  },
  /** As it will be stored: a day that was closed already keeps its name. */
  reply: z.strictObject({ holidayTimeStr: isoDate, name: text(120), approval: enteredApproval }),
  refusals: ['dateNotAvailable'],
  idempotent: true,
  summary: 'Enters an unscheduled bank holiday for the calendar of all portfolios; another confirms it',
  source: 'ours',
})

const directoryVersion = z.strictObject({
  version: z.int().positive(),
  fileName: text(255),
  sha256,
  banks: z.int().nonnegative(),
  added: z.int().nonnegative(),
  changed: z.int().nonnegative(),
  removed: z.int().nonnegative(),
  enteredBy: text(120),
  confirmedBy: text(120),
  importedAt: instant,
})

export const listBankDirectoryCall = defineCall({
  name: 'listBankDirectory',
  method: 'GET',
  path: '/dolphin-ops/bank-directory',
  feature: 'reference-data',
  access: 'operations',
  staff: everyEmployee,
  request: {},
  reply: z.strictObject({ versions: z.array(directoryVersion).max(10_000) }),
  refusals: [],
  idempotent: false,
  summary: 'Every import of the directory of banks, the newest first',
  source: 'ours',
})

export const importBankDirectoryCall = defineCall({
  name: 'importBankDirectory',
  method: 'POST',
  path: '/dolphin-ops/bank-directory',
  feature: 'reference-data',
  access: 'operations',
  staff: enters('bankDirectory.import', 'server'),
  requestType: 'multipart',
  request: {
    body: z.strictObject({
      /** check reads and compares the file, and enters nothing. */
      mode: z.enum(['check', 'import']),
    }),
  },
  reply: z.strictObject({
    sha256,
    banks: z.int().nonnegative(),
    added: z.int().nonnegative(),
    changed: z.int().nonnegative(),
    removed: z.int().nonnegative(),
    /** Null where it was only checked. */
    approval: enteredApproval.nullable(),
  }),
  refusals: ['importRefused', 'payloadTooLarge'],
  idempotent: true,
  summary: 'Enters the Federal Reserve’s directory of ACH participants; another employee confirms it',
  source: 'ours',
})
