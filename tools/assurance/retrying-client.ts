import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import type { HttpClient } from '@dolphin/api/testing/test-client'

const RETRY_MS = 500
const MOST_TRIES = 60

/** Waits where the server says that it is too busy, as browsers do: the machine may be slow, the days are not. */
export function retryingClient(app: () => HttpClient): HttpClient {
  return {
    async inject(request) {
      let answer = await app().inject(request)
      for (let tries = 1; isTooBusy(answer) && tries < MOST_TRIES; tries += 1) {
        await wait(RETRY_MS)
        answer = await app().inject(request)
      }
      return answer
    },
  }
}

const isTooBusy = ({ statusCode, body }: Awaited<ReturnType<HttpClient['inject']>>): boolean =>
  statusCode === 503 && body.includes(String(RESPONSE_CODES.overloaded.code))
