import { success } from '@dolphin/contract/envelope'
import { listMails, type StoredMail } from '@dolphin/database/notices/mail-repository'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { newNonce, pagePolicy, sendPage } from '../http/security-headers.ts'
import { registerDemonstrationStaff } from './demonstration-staff.ts'
import { registerScreenPages } from './screen-pages.ts'

const NEWEST = 200
/** An email address, or the ten digits of a phone. */
const query = z.object({ to: z.string().max(254).optional() })

/** The mailbox and the screens of a development server; in production their addresses do not exist. */
export async function registerDevelopmentPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'database' | 'cipher' | 'portfolios' | 'random' | 'units' | 'keys'>,
): Promise<void> {
  if (deps.config.mode === 'production') return
  await registerScreenPages(app, deps)
  registerDemonstrationStaff(app, deps)
  const find = async (to: string | undefined) => {
    const mails = await listMails(deps.database.db, deps.cipher, NEWEST)
    const wanted = to?.trim().toLowerCase()
    return wanted === undefined || wanted === ''
      ? mails
      : mails.filter((mail) => mail.recipient.toLowerCase() === wanted)
  }
  app.get('/dev/mailbox', { schema: { querystring: query, hide: true } }, async (request, reply) => {
    const { to } = request.query as z.output<typeof query>
    const nonce = newNonce()
    return sendPage(reply, 200, mailboxPage(await find(to), to ?? '', nonce), pagePolicy(nonce, false))
  })
  app.get('/dev/mailbox.json', { schema: { querystring: query, hide: true } }, async (request, reply) => {
    const { to } = request.query as z.output<typeof query>
    const mails = (await find(to)).map(({ mailId, kind, channel, recipient, subject, content, sentAt }) => ({
      mailId,
      kind,
      channel,
      to: recipient,
      subject,
      text: content.text,
      links: linksOf(content.text),
      sentAt: sentAt.toISOString(),
    }))
    return reply.send(success({ mails }))
  })
}

const linksOf = (text: string): string[] => [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link)

function mailboxPage(mails: readonly StoredMail[], to: string, nonce: string): string {
  const list = mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(mailArticle).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mailbox</title>
<style nonce="${nonce}">
body{font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:0 auto;padding:16px;color:#17212b;background:#fff}
article{border:1px solid #6d7c8a;border-radius:8px;padding:16px;margin:16px 0;overflow-wrap:anywhere}
h2{margin:0;font-size:20px}.meta{color:#4d5b69;margin:0 0 8px}pre{white-space:pre-wrap;font:inherit;margin:0}
input,button{font:inherit;padding:8px 12px}a:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid #1f5f8b}
</style></head><body><main>
<h1>Mailbox</h1>
<p>Mails and text messages that this development server would have sent, newest first.</p>
<form method="get" action="/dev/mailbox"><label for="to">Sent to</label>
<input id="to" name="to" value="${escapeHtml(to)}"> <button type="submit">Show</button></form>
${list}
</main></body></html>
`
}

function mailArticle({ subject, recipient, content, sentAt, mailId }: StoredMail): string {
  const heading = `mail-${escapeHtml(mailId)}`
  return `<article aria-labelledby="${heading}"><h2 id="${heading}">${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(recipient)}, <time datetime="${sentAt.toISOString()}">${sentAt.toISOString()}</time></p>
<pre>${withLinks(content.text)}</pre></article>`
}

/** Text with its addresses as links; everything else stays text. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}
