import {
  COURTESIES,
  NO_REFUSALS,
  OTHER_NUMBERS,
  REFUSALS,
  STOP_WORDS,
  STOP_WORDS_MISSPELLED,
  WRONG_NUMBERS,
} from './refusal-words.ts'

/** What the owner of a phone asks for by a text message. `wrongNumber`: the phone is somebody else's. */
export type TextReply = 'stop' | 'wrongNumber' | 'start' | 'help' | 'other'

/** What a text message to us says. */
export interface TextReading {
  readonly asks: TextReply
  /** It says more than a keyword, so an employee reads it. */
  readonly isForEmployee: boolean
  /** It may end the debit authorization, which an employee judges: a text stops no debit by itself. */
  readonly mayRevoke: boolean
}

/** A "yes" or "sí" may answer something else, so it starts nothing. */
const START = ['start', 'unstop', 'iniciar', 'comenzar', 'empezar']
const HELP = ['help', 'info', 'ayuda', 'informacion']
const ABOUT_TEXTS = /\b(text(s|ing|ed)?|messag\w*|sms|mensaj\w*|textos?)\b/
const ABOUT_MONEY =
  /\b(payments?|auto ?pay|debit\w*|money|charg\w*|withdraw\w*|authoriz\w*|ach|loan|pagos?|dinero|cobr\w*|sacar\w*|saquen?|autoriz\w*|prestamo)\b/
/** Beside words about money: that they are to end, or that they were never allowed. */
const REVOKES =
  /\b(stop|quit|end|cancel\w*|revok\w*|no more|do ?n[o']?t|never|un ?authorized|not authorized|take back|alto|par(ar|en?)|dejen?|dejar|basta|revoc\w*|no (me|se)|no autoriz\w*|no mas|nunca)\b/
/** "Stop", and then more: that it ends texts is understood unless it is a visit, or about money. */
const STOP_FIRST =
  /^(please |pls |just |no |ok |por favor )*(stop|alto|unsubscribe|basta)\b(?! (by|in|over|at|off|on|through|payment|sign)\b)/

const oneOf = (phrases: readonly string[]): RegExp =>
  new RegExp(phrases.map((phrase) => `(?<![a-z0-9'])(?:${phrase})(?![a-z0-9'])`).join('|'))
const REFUSES = oneOf(REFUSALS)
const NO_REFUSAL = oneOf(NO_REFUSALS)
const WRONG_NUMBER = oneOf(WRONG_NUMBERS)
const OTHER_NUMBER = oneOf(OTHER_NUMBERS)
const COURTESY = new RegExp(`^(?:${COURTESIES.join('|')}|\\d+) | (?:${COURTESIES.join('|')}|\\d+)$`)

/** Lower-case words without accents, signs, letters written apart ("s t o p") and letters held down ("stopppp"). */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replaceAll(/[^a-z0-9'# ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(?<![a-z0-9'])[a-z](?: [a-z](?![a-z0-9'])){2,}/g, (letters) => letters.replaceAll(' ', ''))
    .replaceAll(/([a-z])\1{2,}/g, '$1')

/**
 * Reads a text message to us, in English or Spanish. A refusal within other words counts too, for any reasonable way to
 * revoke is good (47 CFR 64.1200(a)(10)); words about the debits are for an employee (12 CFR 1005.10(c)).
 */
export function readTextReply(text: string): TextReading {
  const words = plain(text)
  const keyword = keywordOf(words)
  if (keyword !== undefined) return { asks: keyword, isForEmployee: false, mayRevoke: false }
  const isAboutMoney = ABOUT_MONEY.test(words)
  return {
    asks: asksWithin(words, isAboutMoney),
    isForEmployee: true,
    mayRevoke: isAboutMoney && REVOKES.test(words),
  }
}

function asksWithin(words: string, isAboutMoney: boolean): TextReply {
  if (WRONG_NUMBER.test(words) && !OTHER_NUMBER.test(words)) return 'wrongNumber'
  if (NO_REFUSAL.test(words)) return 'other'
  const isAboutTexts = !isAboutMoney || ABOUT_TEXTS.test(words)
  return isAboutTexts && (REFUSES.test(words) || STOP_FIRST.test(words)) ? 'stop' : 'other'
}

function keywordOf(words: string): TextReply | undefined {
  if (START.includes(words)) return 'start'
  if (HELP.includes(words)) return 'help'
  const bare = withoutCourtesy(words)
  return [words, bare].some(isStopWord) ? 'stop' : undefined
}

const isStopWord = (word: string): boolean =>
  STOP_WORDS.includes(word) ||
  STOP_WORDS.includes(word.replaceAll(/([a-z])\1/g, '$1')) ||
  STOP_WORDS_MISSPELLED.some((right) => isOneLetterOff(word, right))

function withoutCourtesy(words: string): string {
  const fewer = words.replace(COURTESY, '')
  return fewer === words ? words : withoutCourtesy(fewer)
}

/** Whether one letter more, less or other makes one word of the other. */
function isOneLetterOff(word: string, right: string): boolean {
  const [long, short] = word.length > right.length ? [word, right] : [right, word]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = long.length === short.length ? short.slice(at + 1) : short.slice(at)
  return rest === long.slice(at + 1)
}
