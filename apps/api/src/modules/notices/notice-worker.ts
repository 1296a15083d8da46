import { insertMail, type StoredMail } from '@dolphin/database/notices/mail-repository'
import {
  markNoticeFailed,
  markNoticeSent,
  postponeNotice,
  type QueuedNotice,
  takeDueNotices,
} from '@dolphin/database/notices/outbox-repository'
import { assert } from '@dolphin/domain/assert'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { leavesFrom, NOTICE_HOURS } from '@dolphin/domain/notices/quiet-hours'
import type { Locale, Localized } from '@dolphin/domain/portfolios/localized'
import { ok } from '@dolphin/domain/outcome'
import { escapeHtml, renderNotice, renderTextMessage } from '@dolphin/domain/notices/render-notice'
import { type Mail, MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { SmsFailure } from '@dolphin/integrations/sms/sms-sender'
import { findLanguage, forbidCalls } from '@dolphin/database/identity/customer-repository'
import type { Deps } from '../../deps.ts'
import { describe, failureCode } from '../../http/error-handler.ts'
import { beginRound } from '../../jobs/one-of-many.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { borrowerZones } from '../borrowers/borrower-zones.ts'
import { openWorkItem } from '../work-items/work-item-service.ts'
import { isToEmployee, staffMail, staffNoticeOf } from './staff-notices.ts'
import { mailShell } from '../portfolios/mail-shell.ts'

type NeededDeps = Pick<
  Deps,
  | 'database'
  | 'cipher'
  | 'clock'
  | 'mail'
  | 'sms'
  | 'portfolios'
  | 'units'
  | 'log'
  | 'config'
  | 'faultPoint'
  | 'observability'
  | 'failedWork'
  | 'calendar'
>

const TEXT_MESSAGE: Localized = { en: 'Text message', es: 'Mensaje de texto' }
const BATCH = 20
/** A taken notice is this worker's for so long; after that another one takes it. */
const LEASE_MS = 2 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const MOST_ATTEMPTS = 12

/**
 * Sends every notice that is due. Taking, sending and marking are three steps, so that no transaction waits for
 * a mail server; a crash between sending and marking repeats the mail under the same message id.
 */
export async function sendDueNotices(deps: NeededDeps): Promise<void> {
  const round = beginRound(deps, 'notices')
  for (;;) {
    const now = deps.clock.now()
    const lease = new Date(now.getTime() + LEASE_MS)
    const due = await takeDueNotices(deps.database.db, deps.cipher, now, lease, BATCH)
    for (const notice of due) await round.attempt({ noticeId: notice.noticeId }, () => sendOne(deps, notice))
    // Whatever is queued from here on brings a job of its own.
    if (due.length < BATCH) return round.finish()
  }
}

async function sendOne(deps: NeededDeps, notice: QueuedNotice): Promise<void> {
  let sent: StoredWords
  if (await waitsForDaytime(deps, notice)) return
  deps.faultPoint?.('notices: taken, before it is sent')
  try {
    sent = notice.channel === 'sms' ? await sendText(deps, notice) : await sendMail(deps, notice)
  } catch (error) {
    await afterFailure(deps, notice, error)
    return
  }
  deps.faultPoint?.('notices: sent, before it is noted')
  await deps.units.write(async ({ tx, now }) => {
    const { portfolioId, customerKey, noticeId, kind, channel, openId, loanNo, recipient } = notice
    const stored = {
      portfolioId,
      customerKey,
      mailId: noticeId,
      kind,
      channel,
      openId,
      loanNo,
      recipient,
      ...sent,
      sentAt: now,
    }
    await insertMail(tx, deps.cipher, stored)
    await markNoticeSent(tx, notice, now)
    deps.faultPoint?.('notices: noted, before the commit')
    return ok(undefined)
  })
  deps.faultPoint?.('notices: after the note')
}

/** Puts a notice back until the borrower's morning where it may not leave now; that is no attempt to send it. */
async function waitsForDaytime(deps: NeededDeps, notice: QueuedNotice): Promise<boolean> {
  if (isToEmployee(notice)) return false
  const kind = notice.kind as NoticeKind
  if (NOTICE_HOURS[kind] === 'atOnce') return false
  const now = deps.clock.now()
  const leaves = leavesFrom(kind, await borrowerZones(deps, deps.database.db, notice), now)
  if (leaves.getTime() === now.getTime()) return false
  await postponeNotice(deps.database.db, notice, { retryAt: leaves, attempts: notice.attempts })
  return true
}

async function afterFailure(deps: NeededDeps, notice: QueuedNotice, error: unknown): Promise<void> {
  const now = deps.clock.now()
  const failed = error instanceof MailFailure || error instanceof SmsFailure
  const permanent = failed && error.permanent
  if (error instanceof SmsFailure && error.optedOut && notice.openId !== null) {
    // A customer who replied STOP gets no more texts; codes go by mail from now on.
    await forbidCalls(deps.database.db, { portfolioId: notice.portfolioId, openId: notice.openId }, now)
  }
  deps.log.warn(
    { noticeId: notice.noticeId, kind: notice.kind, failure: describe(error) },
    'a notice was not taken',
  )
  if (permanent || notice.attempts + 1 >= MOST_ATTEMPTS) {
    await giveUp(deps, notice, failureCode(error))
    return
  }
  const pauseMs = Math.min(60_000 * 2 ** notice.attempts, LONGEST_PAUSE_MS)
  await postponeNotice(deps.database.db, notice, {
    retryAt: new Date(now.getTime() + pauseMs),
    attempts: notice.attempts + 1,
  })
}

/**
 * A notice about a loan that cannot be delivered by mail needs a person: the law asks for most of them. One to an
 * employee does too: it may warn of a stranger.
 */
async function giveUp(deps: NeededDeps, notice: QueuedNotice, failure: string): Promise<void> {
  const { portfolioId, noticeId, kind, channel, loanNo } = notice
  const about = isToEmployee(notice) ? `employee:${staffNoticeOf(notice).employeeId}` : loanNo
  await deps.units.write(async (unit) => {
    await markNoticeFailed(unit.tx, notice, unit.now)
    if (channel === 'mail' && about !== null) {
      await openWorkItem(deps, unit, {
        portfolioId,
        kind: 'undeliveredNotice',
        subject: `notice/${about}/${kind}`,
        loanNo,
        reason: `the notice ${kind} could not be delivered by mail`,
        facts: { noticeId, notice: kind, failure },
        actor: SYSTEM_ACTOR,
      })
    }
    return ok(undefined)
  })
}

/** What is kept of a notice that went out. */
type StoredWords = Pick<StoredMail, 'subject' | 'content'>

async function sendMail(deps: NeededDeps, notice: QueuedNotice): Promise<StoredWords> {
  const mail = isToEmployee(notice)
    ? staffMail(deps.config, notice)
    : mailOf(deps, notice, await languageOf(deps, notice))
  await deps.mail.send(mail)
  return { subject: mail.subject, content: { html: mail.html, text: mail.text } }
}

async function sendText(deps: NeededDeps, notice: QueuedNotice): Promise<StoredWords> {
  const { sms, portfolios } = deps
  const { data, template } = wordsOf(portfolios, notice)
  const locale = await languageOf(deps, notice)
  const { lender } = data.portfolio
  const text = renderTextMessage(template, lender, locale, notice.payload)
  if (sms === undefined) throw new SmsFailure(true, false, undefined)
  await sms.send({ to: notice.recipient, text, messageId: `${notice.portfolioId}.${notice.noticeId}` })
  return { subject: TEXT_MESSAGE[locale], content: { html: `<p>${escapeHtml(text)}</p>`, text } }
}

/** The customer's language as it is now, else that of the page which asked, else English. */
async function languageOf(
  { database }: NeededDeps,
  { portfolioId, openId, language }: QueuedNotice,
): Promise<Locale> {
  const own = openId === null ? undefined : await findLanguage(database.db, { portfolioId, openId })
  return own ?? language ?? 'en'
}

function wordsOf(portfolios: NeededDeps['portfolios'], { portfolioId, kind }: QueuedNotice) {
  const data = portfolios.byId(portfolioId)
  const template = data?.notices.find((one) => one.kind === kind)
  assert(data !== undefined && template !== undefined, 'a queued notice has a portfolio and a template')
  return { data, template }
}

function mailOf({ portfolios, config }: NeededDeps, notice: QueuedNotice, locale: Locale): Mail {
  const { data, template } = wordsOf(portfolios, notice)
  const { lender } = data.portfolio
  // What was queued was typed by its kind when it was queued; the seal proves it is the same.
  const { subject, text, html } = renderNotice(template, lender, locale, notice.payload)
  return {
    to: notice.recipient,
    from: `"${lender.brandName.replace(/["\\]/g, '')}" <${config.mailFrom}>`,
    subject,
    text: `${text}\n`,
    html: mailShell(data.portfolio, locale, subject, html),
    messageId: `<${notice.portfolioId}.${notice.noticeId}@${data.portfolio.domainOfWeb}>`,
  }
}
