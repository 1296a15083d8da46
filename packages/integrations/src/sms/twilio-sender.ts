import type { Twilio } from 'twilio'
import { SmsFailure, type SmsSender } from './sms-sender.ts'

export interface TwilioSettings {
  readonly accountSid: string
  readonly authToken: string
  /** A number as "+13025550100", or a messaging service "MG…", which brings its own numbers and opt-out words. */
  readonly from: string
  /** Data center that requests enter by, such as "ashburn". */
  readonly edge: string | undefined
  /** Another server in place of https://api.twilio.com: a proxy, or a test. */
  readonly baseUrl: string | undefined
}

const TIMEOUT_MS = 10_000
/** The recipient replied STOP. Source: Twilio error 21610. */
const OPTED_OUT = 21_610
const TOO_MANY_REQUESTS = 429

/**
 * Sends by Twilio's API for messages. The client is loaded with the first message, so that a server without it
 * never pays for it. The client's own retries are off: the outbox is the only one that repeats.
 */
export function createTwilioSender(settings: TwilioSettings): SmsSender {
  let client: Promise<Twilio> | undefined
  return {
    async send({ to, text }) {
      client ??= openClient(settings)
      const { from } = settings
      const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
      try {
        await (await client).messages.create({ to: `+1${to}`, body: text, ...sender })
      } catch (error) {
        throw asSmsFailure(error)
      }
    },
  }
}

async function openClient({ accountSid, authToken, edge, baseUrl }: TwilioSettings): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const http = new twilio.RequestClient({ timeout: TIMEOUT_MS })
  const send = http.request.bind(http)
  http.request = (request) => send({ ...request, uri: throughBase(request.uri, baseUrl) })
  return twilio(accountSid, authToken, {
    httpClient: http,
    autoRetry: false,
    ...(edge === undefined ? {} : { edge }),
  })
}

function throughBase(uri: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return uri
  const { pathname, search } = new URL(uri)
  return new URL(`${pathname}${search}`, baseUrl).href
}

/** Twilio's message quotes the number, so only its code is kept. */
function asSmsFailure(error: unknown): SmsFailure {
  const { status, code } = (error instanceof Error ? error : {}) as { status?: unknown; code?: unknown }
  const httpStatus = typeof status === 'number' ? status : undefined
  const ours = httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500
  const permanent = ours && httpStatus !== TOO_MANY_REQUESTS
  return new SmsFailure(permanent, code === OPTED_OUT, typeof code === 'number' ? code : httpStatus)
}
