import type { CallValue } from '../api-client/call.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'

type MessageList = CallValue<'listMessage'>
type SecureMessage = MessageList['messages'][number]

const LOAN_NO = '118-0000017'

const QUESTION = { en: 'When will my money arrive?', es: '¿Cuándo llega mi dinero?' }
const ANSWER = {
  en: 'On Friday, March 6. We write to you as soon as it is on its way.',
  es: 'El viernes 6 de marzo. Le escribimos en cuanto esté en camino.',
}
const THANKS = {
  en: 'Thank you. May I pay on another day in April?',
  es: 'Gracias. ¿Puedo pagar otro día en abril?',
}
const UNREAD = {
  en: 'Yes. Open your loan and choose “Change a payment day”.',
  es: 'Sí. Abra su préstamo y elija “Cambiar un día de pago”.',
}

const message = (
  messageNo: string,
  from: SecureMessage['from'],
  words: { readonly en: string; readonly es: string },
  times: Pick<SecureMessage, 'sentAt' | 'readAt'>,
): SecureMessage => ({ messageNo, from, text: inPageLanguage(words), loanNo: LOAN_NO, ...times })

/** An empty message list. */
export const noMessages = (): MessageList => ({ messages: [], before: null, threads: [] })

/** Two conversations, the newer one with an answer that was not opened yet; its four messages, older ones behind them. */
export const someMessages = (): MessageList => ({
  messages: [
    message('m-4', 'lender', UNREAD, { sentAt: '2026-03-10T09:12:00-04:00', readAt: null }),
    message('m-3', 'customer', THANKS, {
      sentAt: '2026-03-09T16:40:00-04:00',
      readAt: '2026-03-10T09:05:00-04:00',
    }),
    message('m-2', 'lender', ANSWER, {
      sentAt: '2026-03-05T14:02:00-05:00',
      readAt: '2026-03-05T15:30:00-05:00',
    }),
    message('m-1', 'customer', QUESTION, {
      sentAt: '2026-03-05T13:45:00-05:00',
      readAt: '2026-03-05T14:00:00-05:00',
    }),
  ],
  before: 'm-1',
  threads: [
    {
      thread: LOAN_NO,
      lastFrom: 'lender',
      excerpt: inPageLanguage(UNREAD),
      lastAt: '2026-03-10T09:12:00-04:00',
      unread: 1,
    },
    {
      thread: 'account',
      lastFrom: 'customer',
      excerpt: inPageLanguage(QUESTION),
      lastAt: '2026-02-20T11:00:00-05:00',
      unread: 0,
    },
  ],
})
