import type { Localized } from '../../portfolios/localized.ts'
import {
  interbank,
  newAccount,
  newAuthorization,
  review,
  suspended,
  TWO_BANKING_DAYS,
} from './return-shapes.ts'
import type { ReturnRule } from './return-rule.ts'

const R01_R09 = {
  deadline: TWO_BANKING_DAYS,
  countsAs: 'overall',
  reaction: 'representable',
  stops: 'nothing',
  insufficientFunds: true,
  suspends: null,
  repair: false,
  undoesPayment: true,
  chargesFee: true,
  notices: ['paymentReturned'],
  source: 'ach.md §2, re-presentation and return fee; domain.md §6 and §9; 12 CFR 1041.8',
} as const satisfies Partial<ReturnRule>

const CORPORATE_WORDS = {
  en: 'Your bank returned the payment as one that was not permitted for this kind of account.',
  es: 'Su banco devolvió el pago porque no se permite en este tipo de cuenta.',
}
const NOT_ALLOWED_WORDS = {
  en: 'You told your bank that you did not authorize this payment. We won’t take any more payments under that authorization.',
  es: 'Usted le dijo a su banco que no había autorizado este pago. No cobramos nada más con esa autorización.',
}

/** What may come back on money that was sent, for the borrower in Spanish. */
const CREDIT_MEANINGS: Readonly<Partial<Record<string, string>>> = {
  R02: 'Cuenta cerrada',
  R03: 'La cuenta no existe o no se encuentra',
  R04: 'El número de cuenta no es válido',
  R12: 'La cuenta pasó a otro banco',
  R13: 'El número de ruta no es válido',
  R14: 'La persona que maneja la cuenta ya no puede hacerlo',
  R15: 'El titular de la cuenta falleció',
  R16: 'La cuenta está congelada',
  R17: 'El banco no pudo procesar los datos',
  R20: 'La cuenta no admite estos movimientos',
  R23: 'El banco rechazó el dinero',
  R24: 'El banco lo tomó por un envío repetido',
  R28: 'El número de ruta tiene un error',
}

/**
 * What each return of a debit means and does, one row a code. Returns of credits: `creditReturnEffect`.
 * Counts, deadlines and what the lender may do: ach.md §2. Sub-statuses, repair and notices where the facts
 * are silent: our decision, docs/decisions/debit-eligibility-and-returns.md.
 */
export const RETURN_RULES = {
  R01: {
    ...R01_R09,
    meaning: 'Insufficient funds',
    words: {
      en: 'Your bank returned the payment because there was not enough money in the account.',
      es: 'Su banco devolvió el pago porque no había suficiente dinero en la cuenta.',
    },
  },
  R02: newAccount({
    meaning: 'Account closed',
    words: {
      en: 'Your bank returned the payment because the account is closed.',
      es: 'Su banco devolvió el pago porque la cuenta está cerrada.',
    },
    countsAs: 'administrative',
  }),
  R03: newAccount({
    meaning: 'No account, or unable to locate it',
    words: {
      en: 'Your bank could not find the account, or the name does not belong to it.',
      es: 'Su banco no encontró la cuenta o el nombre no corresponde a ella.',
    },
    countsAs: 'administrative',
  }),
  R04: newAccount({
    meaning: 'Invalid account number structure',
    words: {
      en: 'Your bank returned the payment because the account number is not one of theirs.',
      es: 'Su banco devolvió el pago porque el número de cuenta no es de ese banco.',
    },
    countsAs: 'administrative',
  }),
  R05: newAuthorization({
    meaning: 'Corporate entry class on a consumer account without authority',
    words: CORPORATE_WORDS,
    needsReview: true,
  }),
  R06: review({
    meaning: 'Returned at the request of the originating bank',
    words: {
      en: 'The banks agreed to send the payment back. We’ll tell you what happens next.',
      es: 'Los bancos acordaron devolver el pago. Le diremos cómo sigue.',
    },
    deadline: { unit: 'none' },
    countsAs: 'none',
    stops: 'item',
    source: 'ach.md §2: follow the request',
  }),
  R07: newAuthorization({
    meaning: 'Authorization revoked by the customer',
    words: {
      en: 'You told your bank that you withdrew your authorization. We won’t take any more payments from the account.',
      es: 'Usted le dijo a su banco que retiró su autorización. No cobramos nada más de la cuenta.',
    },
    needsReview: false,
  }),
  R08: {
    meaning: 'Payment stopped',
    words: {
      en: 'You asked your bank to stop this payment. We take it again only if you allow it again.',
      es: 'Usted le pidió a su banco que detuviera este pago. Lo cobramos otra vez solo si lo permite de nuevo.',
    },
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    reaction: 'newAuthorization',
    stops: 'item',
    insufficientFunds: false,
    suspends: null,
    repair: false,
    undoesPayment: true,
    chargesFee: false,
    notices: ['paymentReturned'],
    source: 'ach.md §2; domain.md §9; 12 CFR 1005.10(c)',
  },
  R09: {
    ...R01_R09,
    meaning: 'Uncollected funds',
    words: {
      en: 'Your bank returned the payment because deposits in the account had not cleared yet.',
      es: 'Su banco devolvió el pago porque los depósitos de la cuenta aún no estaban disponibles.',
    },
  },
  R10: newAuthorization({
    meaning: 'Customer does not know the originator, or gave it no authority',
    words: NOT_ALLOWED_WORDS,
    needsReview: true,
  }),
  R11: {
    meaning: 'Entry not in accordance with the terms of the authorization',
    words: {
      en: 'You told your bank that this payment was not as agreed. Automatic payments stop until we have put it right.',
      es: 'Usted le dijo a su banco que este pago no era como se acordó. Los pagos automáticos se detienen hasta que lo arreglemos.',
    },
    deadline: { unit: 'calendarDays', days: 60 },
    countsAs: 'unauthorized',
    reaction: 'correctable',
    stops: 'authorization',
    insufficientFunds: false,
    suspends: null,
    repair: false,
    undoesPayment: true,
    chargesFee: false,
    notices: ['paymentReturned', 'debitsStopped'],
    source: 'ach.md §2; domain.md §9: one corrected entry within 60 days of the settlement of the return',
  },
  R12: newAccount({
    meaning: 'Branch sold to another bank',
    words: {
      en: 'Your account has moved to another bank, so its routing number has changed.',
      es: 'Su cuenta pasó a otro banco, así que cambió su número de ruta.',
    },
    countsAs: 'overall',
  }),
  R13: newAccount({
    meaning: 'Receiving bank not qualified to participate, or bad routing number',
    words: {
      en: 'The routing number does not belong to a bank that takes these payments.',
      es: 'El número de ruta no es de un banco que acepte estos pagos.',
    },
    countsAs: 'overall',
    deadline: { unit: 'nextFile' },
  }),
  R14: suspended({
    meaning: 'Representative payee deceased or unable to continue',
    words: {
      en: 'The bank told us that the person who manages the account can no longer do so.',
      es: 'El banco nos dijo que la persona que maneja la cuenta ya no puede hacerlo.',
    },
    suspends: 'suspendedNoFuturePayment',
  }),
  R15: suspended({
    meaning: 'Beneficiary or account holder deceased',
    words: {
      en: 'The bank told us that the account holder has died. Please call us.',
      es: 'El banco nos dijo que el titular de la cuenta falleció. Llámenos, por favor.',
    },
    suspends: 'suspendedNoFuturePayment',
  }),
  R16: suspended({
    meaning: 'Account frozen, or entry returned by legal order',
    words: {
      en: 'The account is frozen, so no payment can be taken from it.',
      es: 'La cuenta está congelada, así que no se puede cobrar de ella.',
    },
    suspends: 'suspendedMiscellaneous',
  }),
  R17: review({
    meaning: 'File record edit criteria, or questionable circumstances',
    words: {
      en: 'Your bank could not process the payment with the account details it was given.',
      es: 'Su banco no pudo procesar el pago con los datos de cuenta que recibió.',
    },
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    stops: 'account',
    source: 'ach.md §2: review and fraud check',
  }),
  R20: newAccount({
    meaning: 'Non-transaction account',
    words: {
      en: 'Payments cannot be taken from this kind of account.',
      es: 'No se puede cobrar de este tipo de cuenta.',
    },
    countsAs: 'overall',
  }),
  R23: {
    meaning: 'Credit entry refused by the receiver',
    words: {
      en: 'The money we sent was refused and returned to us.',
      es: 'El dinero que enviamos fue rechazado y volvió a nosotros.',
    },
    deadline: { unit: 'none' },
    countsAs: 'none',
    reaction: 'returnedCredit',
    stops: 'item',
    insufficientFunds: false,
    suspends: null,
    repair: false,
    undoesPayment: false,
    chargesFee: false,
    notices: [],
    source: 'ach.md §2; domain.md §9: of a credit only',
  },
  R24: review({
    meaning: 'Duplicate entry',
    words: {
      en: 'Your bank returned a payment that looked like one it had taken already.',
      es: 'Su banco devolvió un pago que parecía uno ya cobrado.',
    },
    deadline: TWO_BANKING_DAYS,
    countsAs: 'overall',
    stops: 'item',
    source: 'ach.md §2: do not resend',
  }),
  R28: newAccount({
    meaning: 'Routing number check digit error',
    words: { en: 'The routing number has a mistake in it.', es: 'El número de ruta tiene un error.' },
    countsAs: 'overall',
    deadline: { unit: 'nextFile' },
  }),
  R29: newAuthorization({
    meaning: 'Corporate customer advises not authorized',
    words: CORPORATE_WORDS,
    needsReview: true,
    deadline: TWO_BANKING_DAYS,
  }),
  R31: review({
    meaning: 'Permissible return entry (CCD and CTX, by agreement of the banks)',
    words: { en: 'The banks agreed to send the payment back.', es: 'Los bancos acordaron devolver el pago.' },
    deadline: { unit: 'none' },
    countsAs: 'overall',
    stops: 'item',
    source: 'ach.md §2: corporate entries by agreement',
  }),
  R51: newAuthorization({
    meaning: 'Item related to a re-presented check is ineligible or improper',
    words: NOT_ALLOWED_WORDS,
    needsReview: true,
  }),
  R61: interbank('Dishonored: misrouted return'),
  R62: interbank('Dishonored: return of an erroneous or reversing debit'),
  R63: interbank('Dishonored: incorrect dollar amount'),
  R64: interbank('Dishonored: incorrect individual identification'),
  R65: interbank('Dishonored: incorrect transaction code'),
  R66: interbank('Dishonored: incorrect company identification'),
  R67: interbank('Dishonored: duplicate return'),
  R68: interbank('Dishonored: untimely return'),
  R69: interbank('Dishonored: field errors'),
  R70: interbank('Dishonored: permissible return not accepted'),
  R71: interbank('Contested: misrouted dishonored return'),
  R72: interbank('Contested: untimely dishonored return'),
  R73: interbank('Contested: the original return was timely'),
  R74: interbank('Contested: corrected return'),
  R75: interbank('Contested: the return was not a duplicate'),
  R76: interbank('Contested: no errors found'),
  R77: interbank('Contested: dishonor of R62 not accepted'),
} as const satisfies Readonly<Record<string, ReturnRule>>

/** A return code that the product reacts to. */
export type ReturnCode = keyof typeof RETURN_RULES

export const RETURN_CODES = Object.keys(RETURN_RULES) as readonly ReturnCode[]

/** Whether the table has a code from a bank file; any other code goes to manual review. */
export const isReturnCode = (code: string): code is ReturnCode => Object.hasOwn(RETURN_RULES, code)

/** Whether an entry that carried a token came back because the token is dead. Source: docs/facts/vendors.md "Plaid". */
export const endsToken = (code: ReturnCode): boolean => code === 'R03' || code === 'R04'

/** The description of a returned credit. */
export const creditReturnWords = (code: ReturnCode): Localized => ({
  en: `${RETURN_RULES[code].meaning} (${code}).`,
  es: `${CREDIT_MEANINGS[code] ?? 'El banco devolvió el dinero'} (${code}).`,
})

/** The row of a code. */
export const returnRule = (code: ReturnCode): ReturnRule => RETURN_RULES[code]
