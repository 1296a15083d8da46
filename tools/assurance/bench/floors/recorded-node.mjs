import { HttpClient } from '../http-client.mjs'
import { startMeasuredServer } from '../measured-server.mjs'
import { startStatementRecorder } from './statement-recorder.mjs'

/**
 * Starts a node of its own whose questions to the database are heard, lets something be sent to it, and ends it.
 *
 * @template Found
 * @param {{ databaseUrl: string, dataFolder: string }} node as the measured server has them, so that sessions hold
 * @param {(client: HttpClient, listen: (send: () => Promise<unknown>) =>
 *   Promise<import('./statement-recorder.mjs').Heard[]>) => Promise<Found>} work
 * @returns {Promise<Found>}
 */
export async function withRecordedNode({ databaseUrl, dataFolder }, work) {
  const recorder = await startStatementRecorder(databaseUrl)
  try {
    const server = await startMeasuredServer({ databaseUrl: recorder.url, dataFolder })
    const client = new HttpClient(server.port)
    try {
      return await work(client, recorder.listen)
    } finally {
      client.close()
      await server.stop()
    }
  } finally {
    recorder.close()
  }
}
