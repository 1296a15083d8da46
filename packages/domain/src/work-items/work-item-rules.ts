import type { BankCalendar } from '../calendar/bank-calendar.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import type { Localized } from '../portfolios/localized.ts'
import type { WorkItemAct, WorkItemKind } from './codes.ts'

/**
 * What ends a work item. `byEmployee`: what was done is the solution, or whatever sees the cause again opens a new one.
 * `withCause`: its cause can outlive a note, so it is put off to a day and ends only once the cause is gone. `byTwo`: what
 * the bank sent is settled by two people, or by the entry that replaces it. Source: domain.md §14; docs/decisions/work-items.md.
 */
export type WorkItemEnd = 'byEmployee' | 'withCause' | 'byTwo'

/** How a kind of work item is treated. */
export interface WorkItemRule {
  readonly ends: WorkItemEnd
  /** Banking days from the day on which it was opened to the day on which it is due. Our decision. */
  readonly dueAfter: number
  readonly acts: readonly WorkItemAct[]
  /** What the borrower of the loan reads while it is open; null where it does not concern them. */
  readonly words: Localized | null
  /** While it is open, no debit leaves for the loans it may concern and none of theirs becomes checked. */
  readonly holdsDebits: boolean
}

const BANK_MESSAGE: Localized = {
  en: 'Our bank sent us a message that may be about one of your payments. We are checking it and take no payment until we know.',
  es: 'Nuestro banco nos envió un aviso que puede ser sobre uno de sus pagos. Lo estamos revisando y no cobramos nada hasta saberlo.',
}
const RETURN_REVIEW: Localized = {
  en: 'A payment was returned. We’re checking with the bank what happened.',
  es: 'Un pago fue devuelto. Estamos averiguando con el banco qué pasó.',
}
const UNDER_REVIEW: Localized = {
  en: 'We are checking this loan. You do not need to do anything now.',
  es: 'Estamos revisando este préstamo. No tiene que hacer nada por ahora.',
}

const bankEntry = { ends: 'byTwo', dueAfter: 1, words: BANK_MESSAGE, holdsDebits: true } as const
const bankFile = {
  ends: 'byTwo',
  dueAfter: 0,
  acts: ['askBank', 'importReturn', 'retryReturn', 'resolveException'],
  words: BANK_MESSAGE,
  holdsDebits: true,
} as const
const ofLoan = { ends: 'byEmployee', holdsDebits: false } as const
const unseen = { ends: 'byEmployee', words: null, holdsDebits: false } as const
const untilGone = { ...ofLoan, ends: 'withCause' } as const
const unseenUntilGone = { ...unseen, ends: 'withCause' } as const

/** Every kind of work item. Source: domain.md §14. */
export const WORK_ITEM_RULES: Readonly<Record<WorkItemKind, WorkItemRule>> = {
  unmatchedReturn: { ...bankEntry, acts: ['askBank', 'importReturn', 'retryReturn', 'resolveException'] },
  refusedReturn: {
    ...bankEntry,
    acts: ['askBank', 'importReturn', 'retryReturn', 'resolveException', 'enterPosting', 'readLoan'],
  },
  entryQuarantined: bankFile,
  unreadBankEntry: bankFile,
  fileQuarantined: bankFile,
  // The next file, its settlement, and the days in which the bank contests.
  returnSentBack: { ...bankEntry, dueAfter: 5, acts: ['askBank', 'readLoan'] },
  returnForReview: { ...ofLoan, dueAfter: 2, acts: ['callBorrower', 'readLoan'], words: RETURN_REVIEW },
  returnDisputed: {
    ...ofLoan,
    dueAfter: 2,
    acts: ['askBank', 'enterPosting', 'readLoan'],
    words: RETURN_REVIEW,
  },
  returnRateOver: { ...unseenUntilGone, dueAfter: 0, acts: ['stopDebits'] },
  heldCredit: {
    ...untilGone,
    dueAfter: 1,
    acts: ['signAgain', 'cancelLoan', 'callBorrower'],
    words: {
      en: 'Your money is not sent yet. If new dates wait for your signature, please sign them. We will contact you.',
      es: 'Su dinero todavía no se envía. Si hay nuevas fechas que esperan su firma, fírmelas. Nos comunicaremos con usted.',
    },
  },
  failedRefund: {
    ...untilGone,
    dueAfter: 2,
    acts: ['askForAccount', 'sendCheck', 'callBorrower'],
    words: {
      en: 'We owe you money back and could not send it to your account. We are arranging another way.',
      es: 'Le debemos dinero y no pudimos enviarlo a su cuenta. Estamos buscando otra forma.',
    },
  },
  creditReversal: {
    ends: 'byTwo',
    dueAfter: 5,
    acts: ['askBank', 'callBorrower', 'readLoan'],
    words: {
      en: 'We are taking back money that we sent by mistake. We take no payment until it is back.',
      es: 'Estamos recuperando dinero que enviamos por error. No cobramos ningún pago hasta recuperarlo.',
    },
    holdsDebits: true,
  },
  failedReversal: {
    ...ofLoan,
    dueAfter: 1,
    acts: ['callBorrower', 'askBank', 'enterPosting', 'readLoan'],
    words: {
      en: 'A bank transfer was wrong and could not be taken back by itself. We will contact you.',
      es: 'Una transferencia bancaria fue incorrecta y no se pudo recuperar automáticamente. Nos comunicaremos con usted.',
    },
  },
  receiptToCheck: {
    ...untilGone,
    dueAfter: 1,
    acts: ['checkReceipt', 'askBank', 'readLoan'],
    words: {
      en: 'We are asking the bank whether your check was paid. You do not need to do anything now.',
      es: 'Estamos preguntando al banco si su cheque se pagó. No tiene que hacer nada por ahora.',
    },
  },
  undeliveredNotice: {
    ...untilGone,
    dueAfter: 2,
    acts: ['sendByMail', 'callBorrower'],
    words: {
      en: 'A message to you could not be delivered. Please check your contact information.',
      es: 'Un mensaje para usted no se pudo entregar. Revise sus datos de contacto, por favor.',
    },
  },
  sendingRefused: { ...unseen, dueAfter: 0, acts: ['repairCause', 'runAgain'] },
  unreadReturnMail: { ...unseen, dueAfter: 2, acts: ['readReturnMail'] },
  revocationToCheck: {
    ...ofLoan,
    dueAfter: 0,
    acts: ['readMessages', 'callBorrower', 'endDebits', 'readLoan'],
    words: {
      en: 'We got your text about your payments and will contact you. You can end automatic payments on the loan page.',
      es: 'Recibimos su texto sobre sus pagos y nos comunicaremos con usted. Puede terminar los pagos automáticos en la página del préstamo.',
    },
  },
  textOfSeveral: { ...unseen, dueAfter: 1, acts: ['callBorrower'] },
  amendmentNotSigned: { ...unseen, dueAfter: 2, acts: ['callBorrower', 'enterPosting', 'readLoan'] },
  documentsReceived: { ...unseenUntilGone, dueAfter: 2, acts: ['reviewDocuments', 'readLoan'] },
  documentsOverdue: {
    ...unseenUntilGone,
    dueAfter: 2,
    acts: ['askAgain', 'callBorrower', 'decideReview', 'readLoan'],
  },
  strandedLoan: {
    ...untilGone,
    dueAfter: 1,
    acts: ['readLoan', 'callBorrower', 'enterPosting'],
    words: UNDER_REVIEW,
  },
  strandedMoney: {
    ...untilGone,
    dueAfter: 1,
    acts: ['enterPosting', 'sendCheck', 'readLoan'],
    words: {
      en: 'We hold money that is yours and are arranging to send it to you.',
      es: 'Tenemos dinero que es suyo y estamos preparando su envío.',
    },
  },
  failedRound: {
    ...ofLoan,
    dueAfter: 1,
    acts: ['repairCause', 'runAgain', 'readLoan'],
    words: UNDER_REVIEW,
  },
  jobGivenUp: { ...unseen, dueAfter: 1, acts: ['repairCause', 'runAgain'] },
  bankNotEnabled: { ...unseen, dueAfter: 2, acts: ['enableBank'] },
  otherAccountLinked: {
    ...ofLoan,
    dueAfter: 2,
    acts: ['askForLink', 'allowAccount', 'callBorrower', 'readLoan'],
    words: {
      en: 'The bank that you linked shows another account than your loan uses. A person looks at it. If you meant the account of your loan, link that one.',
      es: 'El banco que conectó muestra otra cuenta, no la de su préstamo. Una persona lo revisa. Si quería conectar la cuenta del préstamo, conéctela.',
    },
  },
  otherAccountAllowed: {
    ...ofLoan,
    dueAfter: 5,
    acts: ['callBorrower', 'withdrawAccount', 'readLoan'],
    words: {
      en: 'You can use the other account that you linked. Enter its numbers on your home page.',
      es: 'Puede usar la otra cuenta que conectó. Escriba sus números en su página de inicio.',
    },
  },
  applicationToReview: {
    ...unseenUntilGone,
    dueAfter: 2,
    acts: ['reviewApplication', 'callBorrower', 'readLoan'],
  },
  messageToAnswer: { ...unseenUntilGone, dueAfter: 1, acts: ['readMessages'] },
  loanPastDue: { ...unseenUntilGone, dueAfter: 2, acts: ['callBorrower', 'enterPosting', 'readLoan'] },
  legalFactNoted: {
    ...unseen,
    dueAfter: 0,
    acts: ['limitInterest', 'settleBankruptcy', 'enterPosting', 'readLoan'],
  },
  // Each is opened with the last day of its request.
  dataRequest: { ...unseenUntilGone, dueAfter: 5, acts: ['answerDataRequest', 'readMessages'] },
  bankLinkEnded: {
    ...untilGone,
    dueAfter: 2,
    acts: ['askForLink', 'callBorrower', 'readLoan'],
    words: {
      en: 'The link to your bank needs you. If it has ended, we take no payment until you link your bank again.',
      es: 'La conexión con su banco necesita su atención. Si terminó, no cobramos nada hasta que conecte su banco de nuevo.',
    },
  },
}

/** Kinds whose cause can outlive a note: the server asks whether it is gone before an item of theirs is closed by hand. */
export type KindWithCause = (typeof KINDS_WITH_CAUSE)[number]

/** They are put off to a day, with what was done. */
export const KINDS_WITH_CAUSE = [
  'returnRateOver',
  'heldCredit',
  'failedRefund',
  'receiptToCheck',
  'undeliveredNotice',
  'documentsReceived',
  'documentsOverdue',
  'strandedLoan',
  'strandedMoney',
  'bankLinkEnded',
  'dataRequest',
  'applicationToReview',
  'messageToAnswer',
  'loanPastDue',
] as const satisfies readonly WorkItemKind[]

/** Kinds that hold the debits of the loans they may concern. */
export const HOLDING_KINDS: readonly WorkItemKind[] = (
  Object.entries(WORK_ITEM_RULES) as [WorkItemKind, WorkItemRule][]
).flatMap(([kind, { holdsDebits }]) => (holdsDebits ? [kind] : []))

/** What is open while a loan waits for its bank to be linked again, or for another account in its place. */
export const NEW_LINK_KINDS = [
  'bankLinkEnded',
  'otherAccountLinked',
  'otherAccountAllowed',
] as const satisfies readonly WorkItemKind[]

/** What no employee has to do any more once its loan is over. */
export const ENDED_WITH_LOAN = [...NEW_LINK_KINDS, 'loanPastDue'] as const satisfies readonly WorkItemKind[]

/**
 * The day on which a work item is due: banking days after the day on which it was opened, or after the next banking
 * day where that one is none.
 */
export function workItemDue(kind: WorkItemKind, openedOn: LocalDate, calendar: BankCalendar): LocalDate {
  return calendar.addBankingDays(calendar.onOrAfter(openedOn), WORK_ITEM_RULES[kind].dueAfter)
}

/** Banking days for which a credit may be held before it needs a person. Source: domain.md §14. */
const HELD_CREDIT_DAYS = 2

/** Whether a credit that is held since a day needs a person: two banking days have passed. */
export const isHeldTooLong = (heldSince: LocalDate, today: LocalDate, calendar: BankCalendar): boolean =>
  today >= heldSince && calendar.countBankingDays(heldSince, today) >= HELD_CREDIT_DAYS

/** What the borrower reads of these kinds, each sentence once, in the order given. */
export function borrowerWords(kinds: readonly WorkItemKind[]): Localized[] {
  return [...new Set(kinds.flatMap((kind) => WORK_ITEM_RULES[kind].words ?? []))]
}
