import { SetupError } from '../../../../scripts/setup/step.mjs'
import { withRecordedNode } from './recorded-node.mjs'

/** A request is asked again until it has sent the same twice, for a server's own rounds come in between. */
const MOST_TRIES = 20
const CHANGES = /^\s*(?:begin|commit|rollback|insert|update|delete)\b/i

const isSame = (one, other) => one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** What a read asks each time; one that changes something is refused. */
async function messagesOf(listen, send) {
  let before
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const asked = (await listen(send)).map(({ message }) => message)
    const change = asked.flat().find(({ text }) => CHANGES.test(text))
    if (isSame(before, asked)) {
      if (change !== undefined) throw new SetupError(`a read changes something: ${change.text}`)
      return asked
    }
    before = asked
  }
  throw new SetupError(`a request asked something else each time: ${JSON.stringify(before)}`)
}

/**
 * What reads ask the database, and the text they answer, told by a node of its own over the same data.
 *
 * @template Name
 * @param {{ databaseUrl: string, dataFolder: string }} node
 * @param {Map<Name, (client: Pick<import('../http-client.mjs').HttpClient, 'send'>) => Promise<unknown>>} reads each
 *   makes one request
 * @returns {Promise<Map<Name, import('./bare-handler.ts').FloorWork>>}
 */
export async function recordReads(node, reads) {
  return await withRecordedNode(node, async (client, listen) => {
    const found = new Map()
    for (const [name, read] of reads) {
      let body = ''
      const listening = {
        async send(...request) {
          const answer = await client.send(...request)
          body = answer.text
          return answer
        },
      }
      const messages = await messagesOf(listen, () => read(listening))
      found.set(name, { databaseUrl: node.databaseUrl, requests: [messages], body })
    }
    return found
  })
}
