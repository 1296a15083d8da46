import { ok } from '@dolphin/domain/outcome'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { sql } from 'drizzle-orm'
import { takeDelivery } from '../modules/notices/delivery-intake.ts'
import type { TestApi } from './api-fixture.ts'
import type { SignedLoan } from './signed-loans.ts'

const PORTFOLIO = 118

/** Sends a notice of law about a loan that states nothing of the future; returns its number. */
export async function sendRightsNotice(
  api: TestApi,
  { client, loanNo, email }: Pick<SignedLoan, 'client' | 'loanNo' | 'email'>,
): Promise<string> {
  await api.deps.units.write(async (unit) => {
    await api.deps.notices.send(unit, {
      portfolioId: PORTFOLIO,
      openId: client.openId,
      loanNo,
      recipient: email,
      kind: 'rightsNotice',
      dedupKey: `rightsNotice/${loanNo}`,
      values: {
        firstName: 'Jordan',
        loanNo,
        accountTail: '2333',
        attempts: ['Fri, Mar 13, 2026: $78.61', 'Mon, Mar 30, 2026: $78.61'],
        link: 'https://loans.example.com/loan',
      },
    })
    return ok(undefined)
  })
  await api.runJobs()
  const { rows } = await api.database.db.execute<{ id: string }>(
    sql`select notice_id as id from outbox where loan_no = ${loanNo} and kind = 'rightsNotice' order by created_at`,
  )
  const id = rows.at(-1)?.id
  if (id === undefined) throw new Error(`no notice about ${loanNo}`)
  return id
}

/** A report about a notice, as the return mailbox gives it. */
export async function reportNotice(
  api: TestApi,
  noticeId: string,
  event: DeliveryEvent,
  eventId = `mailbox/${event}`,
) {
  const report = {
    eventId,
    source: 'mailbox',
    event,
    status: '5.1.1',
    mailboxFull: false,
    evidence: 'as it came',
  }
  const result = await api.deps.units.write(async (unit) =>
    ok(await takeDelivery(api.deps, unit, { portfolioId: PORTFOLIO, noticeId }, report)),
  )
  return result.ok ? result.value : undefined
}
