import { describe, expect, test } from 'vitest'
import { readTextReply, type TextReply } from './text-reply.ts'

const asks = (text: string): TextReply => readTextReply(text).asks
const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const REFUSED = lines(`
  REVOKE
  optout
  OPT-OUT
  Opt out
  STOPALL
  Stop. Thank you
  stop!!
  STOP 12345
  S T O P
  s.t.o.p
  STOPP
  STOOOP
  st0p
  Unsuscribe
  unsubcribe
  Unsubscribe me please
  Please stop
  pls stop
  please stop texting me
  Please stop calling and texting me
  Stop sending me these messages
  stop blowing up my phone
  quit texting me
  quit
  END
  dont text me again
  don’t ever text this number
  Do not contact me
  don't send me any more texts
  never message me again
  I don't want any more messages
  no more texts
  Remove me from your list
  take me off your list
  take my number off
  lose my number
  delete my number please
  I want to opt out
  opt me out
  I revoke my consent
  how do I unsubscribe from this
  leave me alone
  don't call me anymore
  STOP I am at work
  stop, and stop charging me by text
  Alto
  ALTO por favor
  fin
  pare por favor
  paren ya
  Basta!
  ya no me escriban
  No me manden mas mensajes
  No me mande más mensajes por favor
  no me envíen nada
  no me envíe
  no me escriba
  no me molesten
  no me llamen más
  dejen de mandarme mensajes
  deje de escribirme
  pare de molestar
  paren con los mensajes
  no quiero más mensajes
  no deseo recibir sus textos
  no quiero que me escriban
  no más mensajes
  quítenme de su lista
  sáqueme de la lista
  borren mi número
  elimine mi numero de su lista
  quiero darme de baja
  denme de baja
  cancelen los mensajes
  déjenme en paz
  Arrete
`)

const NOT_REFUSED = lines(`
  Can I stop by your office tomorrow?
  I will stop by on Friday
  Stop by when you can
  Count me in! We have got to STOP this terrible bill from passing!!
  don't stop my payment plan
  please do not stop my payments
  I can't stop thinking about this loan
  never stop the good work
  where is the bus stop
  Stop taking payments from my account
  stop payment on my check
  cancel my loan
  Cancel my application
  I revoke my authorization for ACH
  I paid off my loan, end of story
  end of the month works for me
  I quit my job
  I was let go and can't pay until the end of March
  I never got your text
  I didn't receive any texts
  did you send me a text?
  please call me
  can you text me the amount
  call my attorney
  I filed chapter 7 bankruptcy
  My husband passed away
  no
  Yes
  TD
  thanks
  ok
  Para mi pago del viernes
  para pagar mañana
  para cuándo es mi pago
  el pago es muy alto
  no me mandaron el recibo
  no me enviaron el contrato
  no me han llamado
  no me manden el cheque por correo
  va a pare de llover
  espero que pare de llover
  no paren de intentar
  no dejen de cobrar el viernes
  deje el dinero en mi cuenta
  puedo pasar por la oficina
  ya no tengo ese banco
  ya no trabajo ahí
  me dieron de baja en el trabajo
  mande el recibo a mi correo
  don't send the check by mail
  don't call me at work
  remove the fee please
  take 50 off my payment
  I want to end my loan early
`)

const WRONG = lines(`
  wrong number
  Wrong number!
  wrong person
  You have the wrong number, who is this
  u got the wrong person
  You've got the wrong number
  sorry wrong number
  this is the wrong number
  I'm not that person
  there is no one here by that name
  nobody by that name
  not the right number
  I don't know who this is
  this number belongs to someone else
  wrong number, stop texting
  Número equivocado
  numero incorrecto
  persona equivocada
  No soy esa persona
  no soy la persona que buscan
  se equivocó de número
  está equivocado de número
  este no es su número
  aquí no vive esa persona
  no conozco a esa persona
`)

const NOT_WRONG = lines(`
  I gave you the wrong number
  I typed the wrong account number
  the wrong account number is on my loan
  wrong routing number
  is this the wrong number for payments?
  you charged the wrong card number
  my number is 302 555 0147
  I have a new number
  puse el número equivocado de mi cuenta
  el número de cuenta es incorrecto
`)

describe('what refuses texts, by meaning (47 CFR 64.1200(a)(10)(ii); docs/field-cases.md, FC-77)', () => {
  test.each(REFUSED)('"%s" stops texts', (text) => expect(asks(text)).toBe('stop'))
  test.each(NOT_REFUSED)('"%s" does not', (text) => expect(asks(text)).toBe('other'))
})

describe('what says that the phone is somebody else’s (docs/field-cases.md, FC-78)', () => {
  test.each(WRONG)('"%s" is a wrong number', (text) => expect(asks(text)).toBe('wrongNumber'))
  test.each(NOT_WRONG)('"%s" is not', (text) => expect(asks(text)).toBe('other'))
})

test('START, HELP and their like are no refusals', () => {
  for (const text of ['START', 'UNSTOP']) expect(asks(text)).toBe('start')
  expect(asks('HELP')).toBe('help')
})

test('a refusal that is nothing but that needs no employee; every other text does', () => {
  for (const text of ['S T O P', 'STOPP', 'Unsuscribe', 'pare por favor', 'Stop. Thank you'])
    expect(readTextReply(text).isForEmployee, text).toBe(false)
  for (const text of ['wrong number', 'Remove me from your list', 'Stop taking payments from my account'])
    expect(readTextReply(text).isForEmployee, text).toBe(true)
  expect(readTextReply("don't stop my payment plan").mayRevoke).toBe(true)
})
