import type { Executor } from '@dolphin/database/driver/executor'
import type { StoredMail } from '@dolphin/database/notices/mail-repository'
import type { QueuedNotice } from '@dolphin/database/notices/outbox-repository'
import { findLanguage } from '@dolphin/database/identity/customer-repository'
import { assert } from '@dolphin/domain/assert'
import { ADVERTISING_KINDS, ruleOfNotice } from '@dolphin/domain/notices/legal-notice'
import type { NoticeKind, NoticeValues } from '@dolphin/domain/notices/notice-kind'
import { escapeHtml, renderNotice, renderTextMessage } from '@dolphin/domain/notices/render-notice'
import type { Locale, Localized } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { Mail } from '@dolphin/integrations/mail/mail-sender'
import { SmsFailure } from '@dolphin/integrations/sms/sms-sender'
import type { MailProvider } from '../../config/delivery-settings.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import { mailShell } from '../portfolios/mail-shell.ts'
import { isToEmployee, staffMail } from './staff-notices.ts'
import { referenceOf, returnPathOf, unsubscribeToken } from './notice-reference.ts'

export type SendingDeps = Pick<Deps, 'database' | 'mail' | 'sms' | 'portfolios' | 'config' | 'keys'>

/** A notice that went out: its words, and the id under which it was taken. */
export interface SentNotice {
  readonly words: Pick<StoredMail, 'subject' | 'content'>
  readonly providerId: string | null
}

const TEXT_MESSAGE: Localized = { en: 'Text message', es: 'Mensaje de texto' }

/** Sends a notice by its channel, or throws `MailFailure` or `SmsFailure`. */
export async function sendNotice(deps: SendingDeps, notice: QueuedNotice): Promise<SentNotice> {
  const locale = await languageOf(deps.database.db, notice)
  return notice.channel === 'sms'
    ? await sendText(deps, notice, locale)
    : await sendMail(deps, notice, locale)
}

async function sendMail(deps: SendingDeps, notice: QueuedNotice, locale: Locale): Promise<SentNotice> {
  const mail = isToEmployee(notice) ? staffMail(deps.config, notice) : mailOf(deps, notice, locale)
  const providerId = (await deps.mail.send(mail)) ?? null
  return { words: { subject: mail.subject, content: { html: mail.html, text: mail.text } }, providerId }
}

async function sendText(deps: SendingDeps, notice: QueuedNotice, locale: Locale): Promise<SentNotice> {
  const { sms, portfolios } = deps
  const { data, template } = wordsOf(portfolios, notice)
  const { lender } = data.portfolio
  const text = renderTextMessage(template, lender, locale, notice.payload)
  if (sms === undefined) throw new SmsFailure(true, 'message', undefined)
  const providerId = (await sms.send({ to: notice.recipient, text, messageId: referenceOf(notice) })) ?? null
  const words = { subject: TEXT_MESSAGE[locale], content: { html: `<p>${escapeHtml(text)}</p>`, text } }
  return { words, providerId }
}

/** The customer's language as it is now, else that of the page which asked, else English. */
export async function languageOf(
  executor: Executor,
  { portfolioId, openId, language }: Pick<QueuedNotice, 'portfolioId' | 'openId' | 'language'>,
): Promise<Locale> {
  const own = openId === null ? undefined : await findLanguage(executor, { portfolioId, openId })
  return own ?? language ?? 'en'
}

/** A notice as it would be mailed now, in each language: the words alone. */
export function previewNotice<K extends NoticeKind>(
  portfolios: Deps['portfolios'],
  portfolioId: number,
  kind: K,
  values: NoticeValues<K>,
): Readonly<Record<Locale, { readonly subject: string; readonly text: string }>> {
  const { data, template } = wordsOf(portfolios, { portfolioId, kind })
  const inLocale = (locale: Locale) => {
    const { subject, text } = renderNotice({ ...template, kind }, data.portfolio.lender, locale, values)
    return { subject, text }
  }
  return { en: inLocale('en'), es: inLocale('es') }
}

/** The portfolio of a queued notice, and its words of today. */
export function wordsOf(
  portfolios: Deps['portfolios'],
  { portfolioId, kind }: Pick<QueuedNotice, 'portfolioId' | 'kind'>,
) {
  const data = portfolios.byId(portfolioId)
  const template = data?.notices.find((one) => one.kind === kind)
  assert(data !== undefined && template !== undefined, 'a queued notice has a portfolio and a template')
  return { data, template }
}

function mailOf(deps: SendingDeps, notice: QueuedNotice, locale: Locale): Mail {
  const { data, template } = wordsOf(deps.portfolios, notice)
  const { portfolio } = data
  const { lender } = portfolio
  const { mailFrom, bounceDomain } = deps.config.delivery
  // What was queued was typed by its kind when it was queued; the seal proves it is the same.
  const { subject, text, html } = renderNotice(template, lender, locale, notice.payload)
  return {
    to: notice.recipient,
    from: `"${lender.brandName.replace(/["\\]/g, '')}" <${lender.mailFrom ?? mailFrom}>`,
    replyTo: lender.email,
    subject,
    text: `${text}\n`,
    html: mailShell(portfolio, locale, subject, html),
    messageId: `<${notice.portfolioId}.${notice.noticeId}@${portfolio.domainOfWeb}>`,
    headers: headersOf(deps, notice, portfolio),
    ...(bounceDomain === undefined
      ? {}
      : {
          returnPath: returnPathOf(deps.keys, notice, bounceDomain),
          envelopeId: referenceOf(notice),
          asksForDelivery: ruleOfNotice(notice.kind as NoticeKind) !== undefined,
        }),
  }
}

/** Below this address a mail program posts to end advertising (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe'

function headersOf(
  { config, keys }: SendingDeps,
  notice: QueuedNotice,
  portfolio: Portfolio,
): Readonly<Record<string, string>> {
  const { portfolioId, openId, kind } = notice
  const reference = referenceOf(notice)
  const link =
    openId !== null && ADVERTISING_KINDS.includes(kind as NoticeKind)
      ? `${UNSUBSCRIBE_PATH}/${unsubscribeToken(keys, { portfolioId, openId })}`
      : undefined
  return {
    // RFC 3834: no out-of-office answer is wanted.
    'Auto-Submitted': 'auto-generated',
    ...(config.delivery.mailProvider && REFERENCE_HEADER[config.delivery.mailProvider.kind](reference)),
    ...(link === undefined
      ? {}
      : {
          'List-Unsubscribe': `<${pageAddress(config, portfolio, link)}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
  }
}

/** How each provider gives the notice's reference back in its reports. Source: docs/facts/delivery.md §5. */
const REFERENCE_HEADER: Readonly<Record<MailProvider['kind'], (notice: string) => Record<string, string>>> = {
  ses: (notice) => ({ 'X-SES-MESSAGE-TAGS': `notice=${notice}` }),
  postmark: (notice) => ({ 'X-PM-Metadata-notice': notice }),
  sendgrid: (notice) => ({ 'X-SMTPAPI': JSON.stringify({ unique_args: { notice } }) }),
}
