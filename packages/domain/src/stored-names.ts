/**
 * Names that rows, jobs, audit chains and files hold, and that keep the value they were first written with. Code says
 * the name on the left; storage holds the value on the right. SQL texts and migrations name tables as stored. A value
 * never changes: data written under it must still be read. Source: docs/design/language.md, stored names.
 */
export const STORED_NAMES = {
  table: { signingSessions: 'ceremonies', eligibilityDecisions: 'guard_decisions' },
  /** Queues of the job runner: jobs wait under these names. */
  queue: { originateBatch: 'cut-batch', expireSigningSessions: 'expire-ceremonies' },
  /** Hash-chained with their event. */
  auditAction: {
    signingSessionOpened: 'ceremonyOpened',
    signingSessionConsented: 'ceremonyConsented',
    signingSessionDeclined: 'ceremonyDeclined',
    batchOriginated: 'batchCut',
    bankFileQuarantined: 'bankFileSetAside',
    bankFileImported: 'bankFileTaken',
    manualReviewRequested: 'personAsked',
    paperCheckRequested: 'paperCheckAsked',
    loanCanceled: 'loanCancelled',
    changeCanceled: 'changeCancelled',
  },
  /** Kinds of notices: file names of portfolios, rows of the outbox and of mails. */
  noticeKind: { loanCanceled: 'loanCancelled', changeCanceled: 'changeCancelled' },
  eligibilityRule: { newAuthorization: 'newPermission' },
  inboxFileStatus: { imported: 'taken', quarantined: 'setAside' },
  inboxEntryKind: { dishonored: 'dishonoured' },
  /** A key of the facts of an inbox entry. */
  inboxEntryFact: { dishonoredCode: 'dishonouredCode' },
  /** A folder at the bank's gateway. */
  bankFolder: { quarantine: 'set-aside' },
  /** The customer's key of rows about no known customer. */
  customerKey: { none: 'nobody' },
} as const

/** A stored value of one kind of names. */
export type StoredName<Kind extends keyof typeof STORED_NAMES> =
  (typeof STORED_NAMES)[Kind][keyof (typeof STORED_NAMES)[Kind]]

/** Keys of stored replies that got another name: the one that was written, and the present one. */
export const RENAMED_REPLY_KEYS = [
  ['cancellable', 'cancelable'],
  ['denied', 'ineligible'],
] as const

interface AddedReplyKey {
  readonly key: string
  /** Those that its object has beside it. */
  readonly beside: readonly string[]
  /** What it says in a reply that was stored before, where that is not null. */
  readonly value?: number
}

/** Keys that replies have since, null in one that was stored before unless said otherwise. */
export const ADDED_REPLY_KEYS: readonly AddedReplyKey[] = [
  { key: 'confirmAgainBy', beside: ['changeNo', 'cancelUntil'] },
  { key: 'payment', beside: ['changeNo', 'cancelUntil'] },
  { key: 'costDifference', beside: ['changeNo', 'cancelUntil'] },
  { key: 'canceledPayments', beside: ['changeNo', 'cancelUntil'], value: 0 },
  { key: 'prenotes', beside: ['fileName', 'creditTotal'] },
  { key: 'sentBack', beside: ['fileName', 'creditTotal'] },
  { key: 'entries', beside: ['notificationsOfChange', 'alreadyKnown'] },
  { key: 'kinds', beside: ['notificationsOfChange', 'alreadyKnown'] },
]
