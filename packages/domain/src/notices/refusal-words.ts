/**
 * The words by which people refuse texts, by meaning, in English and Spanish. Written as they read without accents, in
 * lower case. Change the version with the words: the audit names it. Source: 47 CFR 64.1200(a)(10)(ii), "any reasonable
 * means"; docs/field-cases.md, FC-77 and FC-78.
 */
export const REFUSAL_WORDS_VERSION = '2026-11-28'

/** Words that stop texts by themselves. 47 CFR 64.1200(a)(10) names the first seven. Source: docs/facts/delivery.md §7. */
export const STOP_WORDS: readonly string[] = [
  'stop, quit, end, revoke, opt out, cancel, unsubscribe, optout, stopall, stop all, remove, remove me, enough',
  'stp, sotp, stpo, st0p, stopt, stope, stop it, stop this, stop now, please stop, no more',
  'alto, parar, pare, paren, para, detener, detengan, cancelar, cancelen, no mas, basta, baja, salir, fin, ya no',
  'darme de baja, dar de baja, deme de baja, denme de baja, desuscribir, desuscribirme, arret, arrete',
].flatMap((line) => line.split(', '))

/** Long enough that one wrong letter leaves no other word. */
export const STOP_WORDS_MISSPELLED: readonly string[] = [
  'unsubscribe',
  'desuscribir',
  'desuscribirme',
  'stopall',
]

/** Said around a stop word without changing it. */
export const COURTESIES: readonly string[] = [
  'please, pls, plz, thanks, thank you, thx, ok, okay, now, hi, hello, sir, all, it, this, immediately',
  'por favor, porfavor, porfa, gracias, ya, hola, todo, ahora, senor, senora, inmediatamente',
].flatMap((line) => line.split(', '))

const CONTACT = '(text|message|msg|contact|write|bother|harass|spam)'
const CONTACTING = '(texting|messaging|contacting|calling|writing|bothering|harassing|spamming|emailing)'
const TEXTS = '(texts?|text messages?|messages?|msgs?|sms|notifications?|alerts?)'
const MENSAJES = '(mensajes?|mensajitos?|textos?|sms|notificaciones|avisos|alertas)'
const CEASE = '(stop|quit|cease|end|cancel|halt)'

/** Within a sentence: what a reasonable person understands as an end of texts. */
export const REFUSALS: readonly string[] = [
  // Stop doing it.
  `${CEASE} (all |your |the |with |sending |getting |receiving |me |any |these |those |fucking |damn |calling and )*(${CONTACTING}|${TEXTS})`,
  `${CEASE} (sending|blowing up) (me|my phone)`,
  'stop (it|this|that)( please| now| already)*$',
  '^(please |just )*stop (please|now|already|immediately)\\b',
  'please stop$',
  // Do not do it.
  `(do not|dont|don't|never|no longer|quit) (you )?(ever )?${CONTACT} (me|us|this number|my (phone|cell|number)|here)`,
  "(do not|dont|don't) (ever )?(text|message)",
  `(do not|dont|don't|never) (ever )?send (me |us |this number )?(any ?|more |any more |anymore |another )*(${TEXTS}|anything)`,
  "(do not|dont|don't|never) (ever )?call (me |this number )?(again|any ?more|ever|back)",
  `(do not|dont|don't|no longer) (want|wish|need|like)( to)?( get| receive| be getting)?( any| more| your| these)* ${TEXTS}`,
  `no (more )?${TEXTS}`,
  // Off the list.
  'unsubscribe( me)?',
  'opt(ing|ed)? (me )?out',
  '(remove|take|delete|get|drop) (me|my number|my phone|this number|my name) (off|from|out)',
  '(remove|delete|lose|erase|forget) (my|this) (phone )?number',
  '(revoke|withdraw)( my| the)? (consent|permission)',
  'leave me alone',
  // Spanish: stop doing it.
  '(deje|dejen|deja|dejame|para|pare|paren|cese|cesen) de (mandar|enviar|escribir|molestar|textear|llamar|contactar|acosar|mensajear)(me|nos|le)?',
  `(pare|paren|para|alto|basta)( ya)? (con|de|a) (los |las |tantos |tus |sus |mas )*${MENSAJES}`,
  `(cancele|cancelen|cancela|cancelar|detenga|detengan|elimine|eliminen) (los |las |mis |sus |estos )*${MENSAJES}`,
  'dej(e|en|a)(me|nme)? en paz|dejenme en paz|dejeme tranquil[oa]',
  // Spanish: do not do it.
  '(ya )?no (me |nos )(escriba|escriban|escribas|llame|llamen|llames|moleste|molesten|molestes|contacte|contacten|contactes|textee|texteen|textees|texten|busquen)( mas| otra vez| nunca| ya| a este numero)?',
  `(ya )?no (me |nos )(mande|manden|mandes|envie|envien|envies) (ya |mas |otro |otros |ningun |tantos |estos |sus )*(${MENSAJES}|nada)`,
  '(ya )?no (me |nos )(mande|manden|mandes|envie|envien|envies)( mas)?$',
  `no (quiero|deseo|necesito)( ya| recibir| mas| sus| estos| que me manden| que me envien)* ${MENSAJES}`,
  'no (quiero|deseo) que me (escriban|llamen|contacten|molesten|texteen|busquen)',
  `no mas ${MENSAJES}`,
  // Spanish: off the list.
  '(quite|quiten|quita|saque|saquen|saca|borre|borren|borra|elimine|eliminen|elimina)(me|nme|enme)? (me |mi |este |de |su |sus |la |numero |telefono )*(lista|listas|numero|telefono|contactos)',
  '(quitenme|quiteme|saquenme|saqueme|borrenme|borreme|eliminenme|elimineme) de (su|la|esta|sus) (lista|listas)',
  '(dar|darme|deme|denme|dame) de baja',
  '(desuscrib|desinscrib|desafili)\\w*',
]

/** What looks like a refusal and is none: it is negated, or "stop" is another word. */
export const NO_REFUSALS: readonly string[] = [
  "(do not|dont|don't|never|cannot|can not|cant|can't|will not|wont|won't|did not|didn't|why did you|if you) (ever )?(stop|unsubscribe|opt out|remove|cancel)",
  'no (pare|paren|deje|dejen|cancele|cancelen) de',
  "(did not|didnt|didn't|never) (get|receive|got|send) (any|your|the|my)",
]

/** The number belongs to somebody else, who must learn nothing of a loan. */
export const WRONG_NUMBERS: readonly string[] = [
  "(you|u|ya)( have| got|'ve got| ve got| all have)+ (got )?(the |a )?wrong (number|person|guy|lady|phone|one)",
  "(this is|its|it's|it is|that's|thats) (the |a )?wrong (number|person|phone)",
  '^(sorry |hi |hello |um |no )*wrong (number|person|phone|#)',
  'wrong (number|person)$',
  'not (the )?(right|correct) (number|person)',
  "(there is|there's|theres) (no one|nobody|none) (here )?(by|with|named|called)",
  '(no one|nobody) (here )?(by|with) (that|this) name',
  "(i am|i'm|im) not (that|this|the) (person|guy|woman|man|lady|borrower|customer)",
  "(i am|i'm|im) not (who|whoever) you",
  "(this is not|this isn't|this isnt|not) (his|her|their) (number|phone)",
  "(do not|dont|don't) know (any|this|that|who) (person|one|name|guy|this person is|that person is|that is|this is)",
  '(number|phone) (belongs to|is now) (someone|somebody) else',
  '(numero|telefono|persona|contacto) (equivocad[oa]|incorrect[oa]|erroneo)',
  'no soy (esa|la|esta) persona',
  'no soy (quien|el que|la que) (busca|buscan|usted cree|creen)',
  '(se|te) (equivoco|equivocaron|equivocaste|ha equivocado|han equivocado) de (numero|persona|telefono)',
  '(esta|estan|estas) equivocad[oa]s? de (numero|persona|telefono)',
  '(este|ese) (no es|ya no es) (su|el) (numero|telefono)',
  'aqui no (vive|hay|es|esta) (nadie|ninguna persona|esa persona)',
  'no conozco a (esa|esta|ninguna|nadie)',
]

/** A number of something else than this phone. */
export const OTHER_NUMBERS: readonly string[] = [
  '(account|routing|card|loan|reference|confirmation|license|social|check|cuenta|ruta|tarjeta|prestamo|cheque)( number)?',
  '(i|we) (typed|entered|gave|put|used|wrote|dialed|called|have the wrong|had the wrong|sent|submitted|filled)',
  '(puse|di|escribi|marque|use|mande|envie) (el|un|mi)',
  'is this (the|a) wrong',
]
