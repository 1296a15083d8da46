/** What the owner of a phone asks for by a text message. */
export type TextReply = 'stop' | 'start' | 'help' | 'other'

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
/** The debit authorization, not the texts: an employee reads it. */
const ABOUT_MONEY = /\b(payments?|debits?|money|charg\w*|withdraw\w*|pagos?|dinero|cobr\w*|debitos?)\b/

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9' ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Reads a text message to us, in English or Spanish. A STOP within other words counts too, for any reasonable way to
 * revoke is good (47 CFR 64.1200(a)(10)).
 */
export function readTextReply(text: string): TextReply {
  const words = plain(text)
  if (STOP.includes(words)) return 'stop'
  if (START.includes(words)) return 'start'
  if (HELP.includes(words)) return 'help'
  return STOP_WITHIN.test(words) && !ABOUT_MONEY.test(words) ? 'stop' : 'other'
}
