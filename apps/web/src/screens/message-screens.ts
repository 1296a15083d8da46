import { inPageLanguage } from '../messages/in-page-language.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { aHome, aHomeLoan } from '../testing/sample-home.ts'
import { noMessages, someMessages } from '../testing/sample-messages.ts'
import type { Screen } from './screen.ts'

const group = 'Papers and messages'
const history = '/messages'
const room = `${history}?thread=118-0000017`

const answers: ContractAnswers = {
  listDisbursementLoan: { data: aHome(2, [aHomeLoan()]) },
  listMessage: { data: someMessages() },
  readMessage: { data: { read: 1 } },
}
const silent: ContractAnswers = { ...answers, listMessage: { data: noMessages() } }

const draft = () => inPageLanguage({ en: 'I would like to move my April', es: 'Quisiera cambiar mi pago de' })

/** Secure messages: the history list, the room, and what is written in it (product.md §9, chat views). */
export const messageScreens = (): readonly Screen[] => [
  { name: 'messages-empty', group, path: history, answers: silent },
  { name: 'messages-unread', group, path: history, answers },
  { name: 'messages-waiting', group, path: history, answers, unanswered: ['listMessage'] },
  { name: 'messages-room', group, path: room, answers },
  { name: 'messages-room-empty', group, path: room, answers: silent },
  {
    name: 'messages-room-draft',
    group,
    path: room,
    answers,
    drafts: { 'message.118-0000017': { text: draft() } },
  },
  {
    name: 'messages-room-errors',
    group,
    path: room,
    answers,
    act: (hand) => hand.pressAt('main form button[type="submit"]'),
  },
  {
    name: 'messages-room-not-sent',
    group,
    path: room,
    answers,
    cut: ['sendMessage'],
    act: async (hand) => {
      await hand.type('main textarea', draft())
      await hand.pressAt('main form button[type="submit"]')
      await hand.see('dialog[open]')
    },
  },
]
