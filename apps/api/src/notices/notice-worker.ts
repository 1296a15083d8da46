import { insertMail } from '@dolphin/database/mail-repository'
import {
  markNoticeFailed,
  markNoticeSent,
  postponeNotice,
  type QueuedNotice,
  takeDueNotices,
} from '@dolphin/database/outbox-repository'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { renderNotice } from '@dolphin/domain/notice/render-notice'
import { type Mail, MailFailure } from '@dolphin/integrations/mail/mail-sender'
import type { Deps } from '../deps.ts'
import { describe } from '../http/error-handler.ts'
import { mailShell } from './mail-shell.ts'

type Parts = Pick<Deps, 'database' | 'cipher' | 'clock' | 'mail' | 'portfolios' | 'units' | 'log' | 'config'>

const BATCH = 20
/** A taken notice is this worker's for so long; after that another one takes it. */
const LEASE_MS = 2 * 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const MOST_ATTEMPTS = 12

/**
 * Sends every notice that is due. Taking, sending and marking are three steps, so that no transaction waits for
 * a mail server; a crash between sending and marking repeats the mail under the same message id.
 */
export async function sendDueNotices(parts: Parts): Promise<void> {
  for (;;) {
    const now = parts.clock.now()
    const lease = new Date(now.getTime() + LEASE_MS)
    const due = await takeDueNotices(parts.database.db, parts.cipher, now, lease, BATCH)
    if (due.length === 0) return
    for (const notice of due) await sendOne(parts, notice)
  }
}

async function sendOne(parts: Parts, notice: QueuedNotice): Promise<void> {
  const mail = mailOf(parts, notice)
  try {
    await parts.mail.send(mail)
  } catch (error) {
    await afterFailure(parts, notice, error)
    return
  }
  await parts.units.write(async ({ tx, now }) => {
    const { portfolioId, noticeId, kind, openId, loanNo, recipient } = notice
    const content = { html: mail.html, text: mail.text }
    const subject = mail.subject
    const stored = {
      portfolioId,
      mailId: noticeId,
      kind,
      openId,
      loanNo,
      recipient,
      subject,
      content,
      sentAt: now,
    }
    await insertMail(tx, parts.cipher, stored)
    await markNoticeSent(tx, notice, now)
    return ok(undefined)
  })
}

async function afterFailure(parts: Parts, notice: QueuedNotice, error: unknown): Promise<void> {
  const now = parts.clock.now()
  const permanent = error instanceof MailFailure && error.permanent
  parts.log.warn(
    { noticeId: notice.noticeId, kind: notice.kind, failure: describe(error) },
    'a mail was not taken',
  )
  if (permanent || notice.attempts + 1 >= MOST_ATTEMPTS) {
    await markNoticeFailed(parts.database.db, notice, now)
    return
  }
  const pauseMs = Math.min(60_000 * 2 ** notice.attempts, LONGEST_PAUSE_MS)
  await postponeNotice(parts.database.db, notice, new Date(now.getTime() + pauseMs))
}

function mailOf({ portfolios, config }: Parts, notice: QueuedNotice): Mail {
  const data = portfolios.byId(notice.portfolioId)
  const template = data?.notices.find(({ kind }) => kind === notice.kind)
  assert(data !== undefined && template !== undefined, 'a queued notice has a portfolio and a template')
  const { lender } = data.portfolio
  // What was queued was typed by its kind when it was queued; the seal proves it is the same.
  const { subject, text, html } = renderNotice(template, lender, 'en', notice.payload)
  return {
    to: notice.recipient,
    from: `"${lender.brandName.replace(/["\\]/g, '')}" <${config.mailFrom}>`,
    subject,
    text: `${text}\n`,
    html: mailShell(data.portfolio, subject, html),
    messageId: `<${notice.portfolioId}.${notice.noticeId}@${data.portfolio.domainOfWeb}>`,
  }
}
