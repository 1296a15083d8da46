/** What the owner of a phone asks for by a text message. */
export type TextReply = 'stop' | 'start' | 'help' | 'other'

/** What a text message to us says. */
export interface TextReading {
  readonly asks: TextReply
  /** It says more than a keyword, so an employee reads it. */
  readonly isForEmployee: boolean
  /** It may end the debit authorization, which an employee judges: a text stops no debit by itself. */
  readonly mayRevoke: boolean
}

/** Words that stop texts by themselves. 47 CFR 64.1200(a)(10) names the first seven. Source: docs/facts/delivery.md §7. */
const STOP = [
  'stop, quit, end, revoke, opt out, cancel, unsubscribe, optout, stopall, remove',
  'alto, parar, pare, para, detener, cancelar, no mas, basta, baja, salir',
].flatMap((line) => line.split(', '))
/** A "yes" or "sí" may answer something else, so it starts nothing. */
const START = ['start', 'unstop', 'iniciar', 'comenzar', 'empezar']
const HELP = ['help', 'info', 'ayuda', 'informacion']
/** Within a sentence: words that a reasonable person understands as an end of texts. */
const STOP_WITHIN =
  /\b(stop|unsubscribe|opt out|no more (texts?|messages?)|do ?n[o']?t text|quit texting|leave me alone|alto|no me (escriba|mande|envie)|dejen? de|no mas mensajes)\b/
const ABOUT_TEXTS = /\b(text(s|ing|ed)?|messag\w*|sms|mensaj\w*|textos?)\b/
const ABOUT_MONEY =
  /\b(payments?|debit\w*|money|charg\w*|withdraw\w*|authoriz\w*|ach|pagos?|dinero|cobr\w*|sacar\w*|saquen?|autoriz\w*)\b/
/** Beside words about money: that they are to end, or that they were never allowed. */
const REVOKES =
  /\b(stop|quit|end|cancel\w*|revok\w*|no more|do ?n[o']?t|never|un ?authorized|not authorized|take back|alto|par(ar|en?)|dejen?|dejar|basta|revoc\w*|no (me|se)|no autoriz\w*|no mas|nunca)\b/

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll(/[^a-z0-9' ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Reads a text message to us, in English or Spanish. A STOP within other words counts too, for any reasonable way to
 * revoke is good (47 CFR 64.1200(a)(10)); words about the debits are for an employee (12 CFR 1005.10(c)).
 */
export function readTextReply(text: string): TextReading {
  const words = plain(text)
  const keyword = keywordOf(words)
  if (keyword !== undefined) return { asks: keyword, isForEmployee: false, mayRevoke: false }
  const isAboutMoney = ABOUT_MONEY.test(words)
  const stops = STOP_WITHIN.test(words) && (!isAboutMoney || ABOUT_TEXTS.test(words))
  return {
    asks: stops ? 'stop' : 'other',
    isForEmployee: true,
    mayRevoke: isAboutMoney && REVOKES.test(words),
  }
}

function keywordOf(words: string): TextReply | undefined {
  if (STOP.includes(words)) return 'stop'
  if (START.includes(words)) return 'start'
  return HELP.includes(words) ? 'help' : undefined
}
