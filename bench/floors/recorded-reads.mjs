import { HttpClient } from '../http-client.mjs'
import { startMeasuredServer } from '../measured-server.mjs'
import { startStatementRecorder } from './statement-recorder.mjs'

/**
 * What reads ask the database, and the text they answer, told by a node of its own over the same data.
 *
 * @template Name
 * @param {{ databaseUrl: string, dataFolder: string }} node as the measured server has them, so that sessions hold
 * @param {Map<Name, (client: Pick<HttpClient, 'send'>) => Promise<unknown>>} reads each makes one request
 * @returns {Promise<Map<Name, import('./bare-handler.ts').FloorWork>>}
 */
export async function recordReads({ databaseUrl, dataFolder }, reads) {
  const recorder = await startStatementRecorder(databaseUrl)
  try {
    const server = await startMeasuredServer({ databaseUrl: recorder.url, dataFolder })
    const client = new HttpClient(server.port)
    try {
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
        const asked = await recorder.record(() => read(listening))
        found.set(name, { databaseUrl, asked, body })
      }
      return found
    } finally {
      client.close()
      await server.stop()
    }
  } finally {
    recorder.close()
  }
}
