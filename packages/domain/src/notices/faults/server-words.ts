import type { DeliveryFault } from './delivery-fault.ts'

/** A mailbox that takes no more for now. */
const FULL = [
  'mailbox (is |was )?(full|over)',
  'inbox is full',
  'over ?quota',
  'quota (was |is |has been )?(exceeded|full)',
  'exceed(s|ed|ing)?( \\w+){0,3} (storage|quota|mailbox)',
  'storage (limit|allocation|quota)',
  'out of (storage|disk|space)',
  'buzon (esta )?lleno',
  'cuota( \\w+){0,2} (excedida|superada)',
]

const WHO = '(user|recipient|mailbox|address|account|person|email)'
/** An address that takes nothing any more. */
const DEAD = [
  `unknown ${WHO}`,
  `${WHO} (is |was )?(unknown|invalid|inactive|disabled|deactivated|deleted|closed)`,
  `no such ${WHO}`,
  `no (\\w+ )?${WHO}( \\w+){0,2} by that name`,
  `${WHO} (\\S+ )?(does not exist|doesn't exist|not found|is not known|no longer (exists|valid|available|in use))`,
  `(does not|doesn't|do not|don't) have (a|an) (\\S+ )?${WHO}`,
  `invalid (or inactive )?${WHO}`,
  `${WHO} (has been|was) (disabled|deactivated|suspended|closed|deleted|terminated)`,
  'bad destination mailbox',
  'recip(ient)?notfound',
  '(unrouteable|undeliverable) address',
  '(host|domain)( name)?( or domain name)? (not found|does not exist)',
  '(usuario|destinatario|buzon|direccion|cuenta) (desconocid[oa]|inexistente|no valid[oa]|no existe)',
  'no existe( \\w+){0,2} (usuario|destinatario|buzon|direccion|cuenta)',
]
/** Alone it says that an address is unknown; with a reason of ours it does not. */
const REFUSED_ADDRESS = ['recipient address rejected']

const TOO_BIG = ['too (big|large)', 'size (exceeds|limit|exceeded)', 'exceeds( \\w+){0,3} size']

const ABOUT_US = [
  'spam',
  'junk',
  '(black|block|deny|gr[ae]y) ?list(s|ed|ing)?',
  'blocked',
  'dmarc',
  'spf',
  'dkim',
  'reputation',
  'polic(y|ies)',
  'not authori[sz]ed',
  'authentication',
  'rate limit\\w*',
  'too many (messages|connections|recipients|emails)',
  'reverse dns',
  'relay\\w*( access)? (denied|not permitted|not allowed)',
  'sender( address)? (rejected|refused|blocked)',
  'virus',
]

const TROUBLE = [
  'tim(ed|e) ?out',
  'timeout',
  'connection (refused|reset|timed|lost)',
  'temporar(y|ily)',
  'try again',
  'retry time',
  'delivery time expired',
  'too long',
]

const withWords = (words: readonly string[]): RegExp => new RegExp(`\\b(${words.join('|')})\\b`)

/** In this order: a full mailbox "timed out" too, and spam is sent "to an invalid address". */
const FAULT_OF_WORDS: readonly (readonly [RegExp, DeliveryFault])[] = [
  [withWords(FULL), 'mailbox'],
  [withWords(DEAD), 'hard'],
  [withWords(TOO_BIG), 'message'],
  [withWords(ABOUT_US), 'sender'],
  [withWords(TROUBLE), 'soft'],
  [withWords(REFUSED_ADDRESS), 'hard'],
]

/** Why a server refused, by its own words in English or Spanish; undefined where they say nothing known. */
export function faultOfWords(text: string): DeliveryFault | undefined {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .replaceAll('\u2019', "'")
  return FAULT_OF_WORDS.find(([words]) => words.test(plain))?.[1]
}
