import { withRecordedNode } from './recorded-node.mjs'

/** A server asks the rest by rounds of its own, seconds apart; each kind of request asks its own far more often. */
const LEAST_SHARE = 0.1
const TRANSACTION = /^(?:begin|commit|rollback)\b/i

const textsOf = (messages) => new Set(messages.flatMap(({ message }) => message.map(({ text }) => text)))

/** The statements that belong to the requests and not to the server's own rounds in between. */
function ownTexts(requests) {
  const seen = new Map()
  for (const text of requests.flatMap((messages) => [...textsOf(messages)]))
    seen.set(text, (seen.get(text) ?? 0) + 1)
  const own = [...seen].filter(
    ([text, times]) => !TRANSACTION.test(text) && times >= requests.length * LEAST_SHARE,
  )
  return new Set(own.map(([text]) => text))
}

/** One request's messages, of the sessions that asked something of its own. */
function ownMessages(messages, own) {
  const isOwn = ({ message }) => message.some(({ text }) => own.has(text))
  const sessions = new Set(messages.filter(isOwn).map(({ session }) => session))
  return messages
    .filter((heard) => isOwn(heard) || heard.message.some(({ text }) => TRANSACTION.test(text)))
    .filter(({ session }) => sessions.has(session))
    .map(({ message }) => message)
}

/**
 * What a write asks the database, request after request, for as long as is wished. It can be asked once more of a
 * database as this one was before: the same rows are there to be changed, and the same keys are still free.
 *
 * @param {{ databaseUrl: string, dataFolder: string }} node
 * @param {(client: import('../http-client.mjs').HttpClient, arrival: number) => Promise<unknown>} write
 * @returns {Promise<import('./bare-handler.ts').FloorWork['requests']>}
 */
export async function recordWrites(node, write, seconds) {
  return await withRecordedNode(node, async (client, listen) => {
    const requests = []
    const end = performance.now() + seconds * 1_000
    while (performance.now() < end) requests.push(await listen(() => write(client, requests.length)))
    const own = ownTexts(requests)
    return requests.map((messages) => ownMessages(messages, own))
  })
}
