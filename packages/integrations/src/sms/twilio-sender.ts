import { faultOfText } from '@dolphin/domain/notices/faults/twilio'
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
  /** Address under which Twilio reaches this server, without a slash at its end; undefined: it reports nothing. */
  readonly webhookUrl: string | undefined
}

/** Where Twilio reports how far a text message came; the message's id stands in the query. */
export const TWILIO_STATUS_PATH = '/webhooks/sms/twilio'

const TIMEOUT_MS = 10_000
/** These are about our account or our pace, never about one message. Source: docs/facts/vendors.md, Text messages. */
const OF_ACCOUNT = [401, 403, 404, 429]

/**
 * Sends by Twilio's API for messages. The client is loaded with the first message, so that a server without it
 * never pays for it. The client's own retries are off: the outbox is the only one that repeats.
 */
export function createTwilioSender(settings: TwilioSettings): SmsSender {
  let client: Promise<Twilio> | undefined
  return {
    async send({ to, text, messageId }) {
      client ??= openClient(settings)
      const { from, webhookUrl } = settings
      const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
      const reports =
        webhookUrl === undefined
          ? {}
          : { statusCallback: `${webhookUrl}${TWILIO_STATUS_PATH}?notice=${encodeURIComponent(messageId)}` }
      const message = await created(client, { to: `+1${to}`, body: text, ...sender, ...reports })
      // 201 says that Twilio has the message, which may already have failed.
      if (message.status === 'failed') throw refused(message.errorCode)
      return message.sid
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

type NewMessage = Parameters<Twilio['messages']['create']>[0]

async function created(client: Promise<Twilio>, message: NewMessage) {
  try {
    return await (await client).messages.create(message)
  } catch (error) {
    throw asSmsFailure(error)
  }
}

/** A message that failed at once: only what is the sender's is worth another try. */
function refused(code: number | undefined): SmsFailure {
  const fault = faultOfText(code)
  return new SmsFailure(fault !== 'sender', fault, code)
}

/** Twilio's message quotes the number, so only its code is kept. */
function asSmsFailure(error: unknown): SmsFailure {
  const { status, code } = (error instanceof Error ? error : {}) as { status?: unknown; code?: unknown }
  const httpStatus = typeof status === 'number' ? status : undefined
  const known = typeof code === 'number' ? code : undefined
  if (httpStatus === undefined || httpStatus >= 500 || OF_ACCOUNT.includes(httpStatus))
    return new SmsFailure(false, 'sender', known ?? httpStatus)
  const fault = faultOfText(known)
  return new SmsFailure(fault !== 'sender', fault, known ?? httpStatus)
}
