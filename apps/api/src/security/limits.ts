import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
/** What a limit counts by. A network is an IPv4 address, or an IPv6 /64 and its /48 (client-network.ts). */
export type CountedBy =
  | 'network'
  | 'account'
  | 'known device'
  | 'account or known device'
  | 'session'
  | 'employee'
  | 'address'
  | 'link'
  | 'loan'
  | 'phone'
  | 'person'

/** Settings that say how many. */
export type LimitSetting = 'SIGN_IN_ATTEMPTS_PER_MINUTE' | 'a tenth of RATE_LIMIT_PER_MINUTE'

export interface Limit {
  readonly by: CountedBy
  /** How many in a window, or the name of the setting that says so. */
  readonly allowance: number | LimitSetting
  /** How long a window lasts, from the first that is counted in it. */
  readonly windowMs: number
  /** What is limited. */
  readonly what: string
}

/** A limit on wrong guesses at a secret, each of which waits out the one before. */
export interface GuessLimit {
  readonly by: CountedBy
  /** Wrong guesses that are checked, at most, while they are remembered. */
  readonly most: number
  readonly windowMs: number
  readonly what: string
}

const HALF_MINUTE_MS = 30_000

const of = <const By extends CountedBy>(
  by: By,
  allowance: Limit['allowance'],
  windowMs: number,
  what: string,
) => ({ by, allowance, windowMs, what })

const TRIES = 'SIGN_IN_ATTEMPTS_PER_MINUTE'
const EVENTS = 'a tenth of RATE_LIMIT_PER_MINUTE'

/**
 * Every limit on how often something is done, counted in the database and so shared by all nodes. `docs/limits.md` lists
 * the same, held equal by a test. Sizes and times of one request stand where they are checked.
 */
export const LIMITS = {
  signIn: of('network', TRIES, MINUTE_MS, 'passwords tried for many accounts'),
  signInOnDevice: of(
    'known device',
    TRIES,
    MINUTE_MS,
    'sign-ins of one device, whose hashes have places of their own',
  ),
  accountLinks: of('network', TRIES, MINUTE_MS, 'mails sent for many addresses'),
  resourceProofs: of('network', TRIES, MINUTE_MS, 'SSN endings tried on many links'),
  staffSignIn: of('network', TRIES, MINUTE_MS, 'passwords of staff tried'),
  staffEnrollment: of('network', TRIES, MINUTE_MS, 'invitations guessed'),
  firstAdministrator: of('network', TRIES, MINUTE_MS, 'codes of the first administrator guessed'),
  terminalEnrollment: of('network', TRIES, MINUTE_MS, 'terminals that ask to be let in'),
  terminalCodes: of('employee', TRIES, MINUTE_MS, 'codes of terminals guessed'),
  staffProofs: of('employee', TRIES, MINUTE_MS, 'proofs asked for by a stolen session'),
  linkMails: of('address', 4, HOUR_MS, 'a mailbox filled by a stranger'),
  signInCodes: of('account or known device', 12, HOUR_MS, 'codes sent by who knows the password'),
  signInCodeTries: of('account or known device', 50, DAY_MS, 'codes guessed by who knows the password'),
  contactCodes: of('account', 3, 10 * MINUTE_MS, 'codes sent to a new address or phone'),
  linkProofCodes: of('link', 20, HOUR_MS, 'proof codes of a link guessed'),
  signingProofCodes: of('link', 20, HOUR_MS, 'proof codes of a signing session guessed'),
  recordsProofs: of('network', 30, MINUTE_MS, 'PDF files rendered'),
  documentChecks: of('network', 30, MINUTE_MS, 'PDF files verified'),
  simulations: of('network', 60, MINUTE_MS, 'plans calculated without an account'),
  behaviorRecords: of('network', 60, MINUTE_MS, 'batches of page events stored'),
  eventsOfNetwork: of('network', EVENTS, MINUTE_MS, 'business events stored'),
  eventsOfSession: of('session', EVENTS, MINUTE_MS, 'business events stored for one session'),
  applications: of('network', 60, HOUR_MS, 'applications begun without an account: beyond a busy household'),
  bankLinkOpenings: of('loan', 1, HALF_MINUTE_MS, 'bank links opened at the same time'),
  bankLinks: of('loan', 20, DAY_MS, 'sessions opened at a provider, which cost'),
  institutionSearches: of('loan', 60, MINUTE_MS, 'searches of a provider: each letter may be one'),
  statements: of('loan', 10, DAY_MS, 'statements that a person reads'),
  filesOfPerson: of('person', 30, HOUR_MS, 'files read for one person, whichever loans they are for'),
  filesOfNetwork: of('network', 240, HOUR_MS, 'files read for one network'),
  statementColumns: of('loan', 30, DAY_MS, 'statements read again'),
  requestedDocuments: of('loan', 20, DAY_MS, 'documents that a person reads'),
  accountMatches: of('loan', 5, HOUR_MS, 'account numbers guessed from their ending'),
  agreementMails: of('loan', 5, HOUR_MS, 'agreements mailed again'),
  agreementMailPause: of('loan', 1, MINUTE_MS, 'agreements mailed twice'),
  couponCodes: of('account', 60, HOUR_MS, 'coupon codes guessed'),
  customerFinds: of('employee', 60, HOUR_MS, 'customers looked through one by one'),
  secureMessages: of('account', 60, HOUR_MS, 'a disk filled with messages'),
  dataCopies: of('account', 10, DAY_MS, 'copies of all data, each of which reads every table'),
  dataRequests: of('account', 10, DAY_MS, 'people kept busy with requests about data'),
  textMessages: of('account', 30, HOUR_MS, 'a disk filled with texts'),
  repeatedTexts: of('phone', 1, DAY_MS, 'a text that the carrier delivers again'),
  textAnswers: of('phone', 1, DAY_MS, 'two machines that answer each other'),
  unknownTextAnswers: of('phone', 1, 90 * DAY_MS, 'texts from phones of no customer'),
} as const satisfies Readonly<Record<string, Limit>>

export type LimitName = keyof typeof LIMITS

/** Wrong guesses without a wait. Source: design/security.md "Figures". */
export const FREE_GUESSES = 4

/**
 * Every limit on guesses. Of an account at most a hundred wrong passwords are checked before its owner has to set a new one
 * by a mailed link: those of strangers, and those of one known device. Source: design/security.md "Figures".
 */
export const GUESS_LIMITS = {
  password: { by: 'account', most: 90, windowMs: 30 * DAY_MS, what: 'passwords guessed by strangers' },
  passwordOnDevice: {
    by: 'known device',
    most: 10,
    windowMs: 30 * DAY_MS,
    what: 'passwords guessed on a device on which the account signed in before',
  },
  currentPassword: { by: 'account', most: 100, windowMs: DAY_MS, what: 'passwords guessed in a session' },
  authenticator: { by: 'account', most: 100, windowMs: DAY_MS, what: 'codes of the app guessed' },
  staffPassword: { by: 'address', most: 100, windowMs: DAY_MS, what: 'passwords of staff guessed' },
} as const satisfies Readonly<Record<string, GuessLimit>>

export type GuessLimitName = keyof typeof GUESS_LIMITS

/** A limit on how much there is at once in one node's memory. */
export interface QueueLimit {
  readonly by: CountedBy | 'node'
  readonly allowance: number
  readonly what: string
}

/**
 * Every limit on what is there at once. Two hashes at once take 15 ms each on a small machine: all that may wait is done
 * before a browser gives up.
 */
export const QUEUE_LIMITS = {
  waitingOfNetwork: {
    by: 'network',
    allowance: 40,
    what: 'password hashes that wait for strangers, or for known devices, of a network',
  },
  waitingOfDevice: { by: 'known device', allowance: 4, what: 'password hashes that wait for a known device' },
  strangersWaiting: { by: 'node', allowance: 400, what: 'password hashes that wait for all strangers' },
  socketsOfSession: { by: 'session', allowance: 20, what: 'channels open: more than anyone has pages' },
  knownWaiting: { by: 'node', allowance: 200, what: 'password hashes that wait for all known devices' },
  uploadsHeld: { by: 'node', allowance: 6, what: 'files in memory, of 10 MB each' },
  uploadsHeldOfNetwork: { by: 'network', allowance: 2, what: 'files of a network in memory' },
  uploadsHeldOfPerson: { by: 'person', allowance: 1, what: 'files of a person in memory' },
  uploadsInLine: { by: 'node', allowance: 120, what: 'files in memory or waiting' },
  uploadsInLineOfNetwork: { by: 'network', allowance: 12, what: 'files of a network in memory or waiting' },
  uploadsInLineOfPerson: { by: 'person', allowance: 2, what: 'files of a person in memory or waiting' },
} as const satisfies Readonly<Record<string, QueueLimit>>

/** A limit on how long something lasts, or lasts without so many bytes. */
export interface TimeLimit {
  readonly ms: number
  readonly leastBytes: number | undefined
  readonly what: string
}

/**
 * How long a file may take. A wait is shorter than a silent connection lasts, for its body is not read meanwhile. Who
 * brings fewer bytes in a place is slower than a phone on a bad line, and leaves the place to others.
 */
export const UPLOAD_TIMES = {
  uploadWait: { ms: 40_000, leastBytes: undefined, what: 'a file that waits for its place' },
  uploadPace: { ms: 10_000, leastBytes: 200_000, what: 'a place held by a sender that drips' },
} as const satisfies Readonly<Record<string, TimeLimit>>
