import { success } from '@dolphin/contract/envelope'
import { findNoticeOfProvider } from '@dolphin/database/notices/delivery-repository'
import { assert } from '@dolphin/domain/assert'
import {
  DELIVERY_CONSEQUENCES,
  DELIVERY_EVENTS,
  type DeliveryEvent,
} from '@dolphin/domain/notices/delivery-state'
import { ok } from '@dolphin/domain/outcome'
import { readPostmarkWebhook } from '@dolphin/integrations/delivery-webhooks/postmark'
import { readSendgridWebhook } from '@dolphin/integrations/delivery-webhooks/sendgrid'
import { readSesWebhook } from '@dolphin/integrations/delivery-webhooks/ses'
import { readTwilioStatus, type TwilioWebhookSettings } from '@dolphin/integrations/delivery-webhooks/twilio'
import type {
  DeliveryWebhookMessage,
  DeliveryWebhookReading,
  ProviderReport,
} from '@dolphin/integrations/delivery-webhooks/webhook-message'
import { TWILIO_STATUS_PATH } from '@dolphin/integrations/sms/twilio-sender'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MailProvider } from '../../config/delivery-settings.ts'
import type { ApiConfig } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { describe } from '../../http/describe-error.ts'
import { sendFailure } from '../../http/error-handler.ts'
import { acceptRawBodies } from '../../http/raw-body.ts'
import { type DeliveryDeps, takeDelivery } from './delivery-intake.ts'
import { noticeOfMessageId, noticeOfReference } from './notice-reference.ts'
import { TWILIO_TEXTS_PATH, type TextReplyDeps, takeTextReply } from './text-replies.ts'
import { createTextFetcher } from './text-fetcher.ts'
import { noteUnreadReport } from './unread-mail.ts'

type WebhookDeps = DeliveryDeps & TextReplyDeps & Pick<Deps, 'units' | 'log' | 'clock' | 'config'>
const EVENTS = Object.keys(DELIVERY_EVENTS) as DeliveryEvent[]
type ReadMessage = (message: DeliveryWebhookMessage, now: Date) => Promise<DeliveryWebhookReading>

/** SNS sends at most 256 KiB, SendGrid a list of events. */
const BODY_LIMIT_BYTES = 1_048_576
/** A failure of a notice that no one can name may be one of law. */
const UNARRIVED = EVENTS.filter((event) => DELIVERY_CONSEQUENCES[DELIVERY_EVENTS[event]].arrived === false)
/** Of a report that is kept as proof. */
const EVIDENCE_LENGTH = 16_384

/** The webhooks of the providers that are set up; no other address is there. */
export function registerDeliveryWebhooks(deps: WebhookDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register((scope) => {
      acceptRawBodies(scope, BODY_LIMIT_BYTES)
      const { mailProvider } = deps.config.delivery
      const twilio = twilioSettings(deps.config)
      if (mailProvider !== undefined)
        addStatusRoute(deps, scope, `/webhooks/mail/${mailProvider.kind}`, readerOf(mailProvider))
      if (twilio !== undefined) {
        addStatusRoute(deps, scope, TWILIO_STATUS_PATH, (message) =>
          Promise.resolve(readTwilioStatus(twilio, message)),
        )
        addTextRoute(deps, scope, twilio)
      }
      return Promise.resolve()
    })
  }
}

function twilioSettings({ twilio }: Pick<ApiConfig, 'twilio'>): TwilioWebhookSettings | undefined {
  if (twilio?.webhookUrl === undefined) return undefined
  return { authToken: twilio.authToken, webhookUrl: twilio.webhookUrl }
}

function readerOf(provider: MailProvider): ReadMessage {
  switch (provider.kind) {
    case 'ses': {
      const sns = { topicArn: provider.topicArn, fetchText: createTextFetcher() }
      return (message, now) => readSesWebhook(sns, message, now)
    }
    case 'postmark':
      return (message) => Promise.resolve(readPostmarkWebhook(provider, message))
    case 'sendgrid':
      return (message, now) => Promise.resolve(readSendgridWebhook(provider.publicKey, message, now))
  }
}

const messageOf = ({ body, headers, url }: FastifyRequest): DeliveryWebhookMessage => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  headers,
  path: url,
})

function addStatusRoute(deps: WebhookDeps, scope: FastifyInstance, path: string, read: ReadMessage): void {
  scope.post(path, { schema: { hide: true } }, async (request, reply) => {
    const message = messageOf(request)
    try {
      const reading = await read(message, deps.clock.now())
      if (reading.kind === 'forged') return await sendFailure(request, reply, 'credentialInvalid')
      if (reading.kind === 'unreadable') return await sendFailure(request, reply, 'malformedRequest')
      const evidence = Buffer.from(message.body).toString('utf8').slice(0, EVIDENCE_LENGTH)
      for (const report of reading.reports) await takeReport(deps, report, evidence)
      return await reply.send(success({ taken: true }))
    } catch (error) {
      deps.log.warn({ path, failure: describe(error) }, 'a report could not be taken')
      // Told so, a provider sends it again.
      return sendFailure(request, reply, 'overloaded', { retryAfterSeconds: 5 })
    }
  })
}

async function takeReport(
  deps: WebhookDeps,
  { reference, messageId, providerId, eventId, event, status, mailboxFull }: ProviderReport,
  evidence: string,
): Promise<void> {
  const source = eventId.split('/')[0]
  assert(source !== undefined, 'an event names its source')
  await deps.units.write(async (unit) => {
    const key =
      noticeOfReference(reference) ??
      noticeOfMessageId(messageId) ??
      (providerId === undefined ? undefined : await findNoticeOfProvider(unit.tx, providerId))
    const report = { eventId, source, event, status, mailboxFull, evidence }
    const taken = key === undefined ? 'noNotice' : await takeDelivery(deps, unit, key, report)
    if (taken !== 'noNotice') return ok(undefined)
    deps.log.info({ source, event }, 'a report was about no notice of ours')
    if (UNARRIVED.includes(event)) await noteUnreadReport(deps, unit, source, eventId)
    return ok(undefined)
  })
}

function addTextRoute(deps: WebhookDeps, scope: FastifyInstance, settings: TwilioWebhookSettings): void {
  scope.post(TWILIO_TEXTS_PATH, { schema: { hide: true } }, async (request, reply) => {
    const answer = await takeTextReply(deps, settings, messageOf(request))
    if (answer === 'forged') return await sendFailure(request, reply, 'credentialInvalid')
    return reply.type('text/xml').send(answer)
  })
}
