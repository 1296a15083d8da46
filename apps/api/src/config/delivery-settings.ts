import { resolve } from 'node:path'
import { z } from 'zod'
import { optionalText } from './optional-text.ts'
import { oneOf } from './setting-kinds.ts'

const domain = optionalText.refine(
  (text) => text === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text),
  'must be a domain in lower case, such as bounce.example.com',
)

/** How it is learned whether mails arrive: reports to a return address, or messages of the mail provider. */
export const DELIVERY_SETTINGS = {
  MAIL_FROM: z
    .string()
    .regex(/^[^@<>]*<?[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, such as no-reply@lender.com')
    .default('no-reply@example.com'),
  MAIL_BOUNCE_DOMAIN: domain,
  MAIL_RETURN_FOLDER: optionalText,
  MAIL_PROVIDER: oneOf(['ses', 'postmark', 'sendgrid']).optional(),
  SES_TOPIC_ARN: optionalText.refine(
    (text) => text === undefined || /^arn:aws(-cn|-us-gov)?:sns:[a-z0-9-]+:\d{12}:[\w-]+$/.test(text),
    'must be the ARN of an SNS topic, arn:aws:sns:region:account:name',
  ),
  POSTMARK_WEBHOOK_USERNAME: optionalText,
  POSTMARK_WEBHOOK_PASSWORD: optionalText,
  SENDGRID_WEBHOOK_KEY: optionalText,
}
const Settings = z.object(DELIVERY_SETTINGS)
type Settings = z.infer<typeof Settings>

/** Whose reports about mails are believed, and by what. */
export type MailProvider =
  | { readonly kind: 'ses'; readonly topicArn: string }
  | { readonly kind: 'postmark'; readonly username: string; readonly password: string }
  /** Base64 of the DER of the public key that SendGrid shows. */
  | { readonly kind: 'sendgrid'; readonly publicKey: string }

export interface DeliveryConfig {
  readonly mailFrom: string
  /** Domain of the return addresses; undefined: reports go to the sender's address and are not read. */
  readonly bounceDomain: string | undefined
  /** Absolute Maildir folder into which the mail server puts what comes to the bounce domain. */
  readonly returnFolder: string | undefined
  readonly mailProvider: MailProvider | undefined
}

/** What each provider cannot do without. */
const NEEDED = {
  ses: ['SES_TOPIC_ARN'],
  postmark: ['POSTMARK_WEBHOOK_USERNAME', 'POSTMARK_WEBHOOK_PASSWORD'],
  sendgrid: ['SENDGRID_WEBHOOK_KEY'],
} as const satisfies Record<MailProvider['kind'], readonly (keyof Settings)[]>

/** Reads them; `complaints` names what is missing beside what is set. */
export function deliveryOf(
  settings: Settings,
  workDir: string,
): DeliveryConfig & { readonly complaints: readonly string[] } {
  const { MAIL_FROM: mailFrom, MAIL_BOUNCE_DOMAIN: bounceDomain, MAIL_RETURN_FOLDER: folder } = settings
  return {
    mailFrom,
    bounceDomain,
    returnFolder: folder === undefined ? undefined : resolve(workDir, folder),
    mailProvider: providerOf(settings),
    complaints: [
      ...(folder !== undefined && bounceDomain === undefined
        ? ['MAIL_BOUNCE_DOMAIN: needed beside MAIL_RETURN_FOLDER']
        : []),
      ...(Object.keys(NEEDED) as MailProvider['kind'][]).flatMap((kind) => complaintsOf(settings, kind)),
    ],
  }
}

function providerOf(settings: Settings): MailProvider | undefined {
  const { MAIL_PROVIDER: kind, SES_TOPIC_ARN: topicArn, SENDGRID_WEBHOOK_KEY: publicKey } = settings
  const { POSTMARK_WEBHOOK_USERNAME: username, POSTMARK_WEBHOOK_PASSWORD: password } = settings
  if (kind === 'ses' && topicArn !== undefined) return { kind, topicArn }
  if (kind === 'sendgrid' && publicKey !== undefined) return { kind, publicKey }
  if (kind === 'postmark' && username !== undefined && password !== undefined)
    return { kind, username, password }
  return undefined
}

function complaintsOf(settings: Settings, kind: MailProvider['kind']): readonly string[] {
  return NEEDED[kind].flatMap((name) => {
    const isSet = settings[name] !== undefined
    if (settings.MAIL_PROVIDER === kind) return isSet ? [] : [`${name}: needed with MAIL_PROVIDER=${kind}`]
    return isSet ? [`${name}: set, but MAIL_PROVIDER is not ${kind}`] : []
  })
}

/** Names that belong to no one (RFC 2606): an answer to them, and every report, is lost. */
export const isReservedDomain = (address: string): boolean =>
  /(@|\.)example(\.(com|net|org))?>?$/i.test(address.trim())
