import {
  REVERSAL_BANKING_DAYS,
  REVERSAL_HOURS,
  type ReversalReason,
  type ReversalRefusal,
} from '@dolphin/domain/payments/reversal'
import type { Localized } from '@dolphin/domain/portfolios/localized'

/** Nacha's reasons in words, for staff. */
export const REVERSAL_STAFF_WORDS: Readonly<Record<ReversalReason, string>> = {
  duplicate: 'sent twice',
  receiver: 'wrong account',
  amount: 'wrong amount',
  date: 'wrong day',
}

/** Why a reversal is too late, for staff. */
export const LATE_STAFF_WORDS: Readonly<Record<ReversalRefusal, string>> = {
  foundLater: 'its error was found after it was entered',
  foundBefore: 'its error was found before the entry settled',
  settledTooLongAgo: `the entry settled more than ${REVERSAL_BANKING_DAYS} banking days before`,
  foundTooLongAgo: `the batch left more than ${REVERSAL_HOURS} hours after the error was found`,
}

export const TAKEN_BY_MISTAKE: Localized = {
  en: 'We took this amount from your account by mistake and give it back.',
  es: 'Cobramos este monto de su cuenta por error y se lo devolvemos.',
}
export const SENT_BY_MISTAKE: Localized = {
  en: 'We sent this amount to your account by mistake and take it back.',
  es: 'Enviamos este monto a su cuenta por error y lo recuperamos.',
}

export const NOTHING_OWED_FOR_IT: Localized = {
  en: 'You owe nothing for it.',
  es: 'No debe nada por ello.',
}
export const STILL_OWED: Localized = {
  en: 'You still owe the payment itself. We will not take it again on our own: pay it from your home page, or contact us.',
  es: 'El pago todavía se debe. No lo cobramos otra vez por nuestra cuenta: páguelo desde su página de inicio o comuníquese con nosotros.',
}
export const LOAN_AS_UNSENT: Localized = {
  en: 'We take no payments until it is back. Then your loan is as if the money had never been sent, and you name the account for it.',
  es: 'No cobramos ningún pago hasta recuperarlo. Después su préstamo queda como si el dinero nunca se hubiera enviado, y usted indica la cuenta para recibirlo.',
}
