import { createHash, timingSafeEqual } from 'node:crypto'
import { JsonValue, MalformedAnswer } from '../json-value.ts'
import type { LinkStore } from '../link-store.ts'
import type { WebhookMessage, WebhookReading } from '../provider.ts'
import type { MxSettings } from './mx-client.ts'

export type MxWebhookDeps = {
  readonly settings: Pick<MxSettings, 'webhookUsername' | 'webhookPassword'>
  readonly links: LinkStore
}

const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest()

/**
 * MX does not sign its messages; it names itself by HTTP Basic over TLS, which is what it offers. So nothing that
 * a message says is believed but the user it names: MX is asked for the rest, and an old message heard again can
 * only make us ask again. Source: docs.mx.com/resources/webhooks.
 */
export async function readMxWebhook(
  { settings, links }: MxWebhookDeps,
  { body, headers }: WebhookMessage,
): Promise<WebhookReading> {
  const expected = Buffer.from(`${settings.webhookUsername}:${settings.webhookPassword}`).toString('base64')
  // Digests are of one length, whatever was sent, so comparing them tells nothing by its time.
  const isMx = timingSafeEqual(sha256(`Basic ${expected}`), sha256(String(headers['authorization'])))
  if (!isMx) return { kind: 'forged' }
  const userGuid = userGuidOf(body)
  if (userGuid === undefined) return { kind: 'unreadable' }
  const link = await links.find(userGuid)
  if (link === undefined) return { kind: 'irrelevant' }
  const { providerSessionId } = link
  return { kind: 'news', eventId: sha256(body).toString('hex'), providerSessionId, connection: undefined }
}

/** Most messages name the user beside the rest; those about a member within it. */
function userGuidOf(body: Uint8Array): string | undefined {
  try {
    const json = new JsonValue(JSON.parse(Buffer.from(body).toString('utf8')), 'message')
    return json.at('user_guid').optionalText() ?? json.at('member').optional()?.at('user_guid').optionalText()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof MalformedAnswer) return undefined
    throw error
  }
}
