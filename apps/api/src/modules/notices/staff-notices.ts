import type { QueuedNotice } from '@dolphin/database/notices/outbox-repository'
import { findEmployee } from '@dolphin/database/staff/employee-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import {
  type StaffFact,
  staffMailText,
  type StaffMailText,
  type StaffNotice,
  type StaffNoticeKind,
} from '@dolphin/domain/staff/staff-notice'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Mail } from '@dolphin/integrations/mail/mail-sender'
import type { Deps } from '../../deps.ts'
import { employeeIdIn } from '../../http/actor.ts'
import { deskOrigin } from '../../http/desk.ts'
import { deviceName } from '../../http/device-name.ts'
import type { StaffNoticeRequest } from '../../ports/notice-outbox.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { mailShell } from '../portfolios/mail-shell.ts'

const SENDER = 'Dolphin desk'
const DESK = { lender: { brandName: SENDER }, theme: { primaryColor: '#1f5f8b' } } as const
const OWN_ACCOUNT = '/account'

/** Who acted where no employee did. */
const NO_EMPLOYEE = 'The operations secret'

/** To whom a notice goes and what it says, as it stands when it is queued. */
export async function employeeNotice(
  { cipher, config }: Pick<Deps, 'cipher' | 'config'>,
  { tx, now }: UnitOfWork,
  { employeeId, facts, by = [], from, page = OWN_ACCOUNT }: StaffNoticeRequest,
): Promise<{ readonly recipient: string; readonly payload: StaffNotice }> {
  const employee = await findEmployee(tx, cipher, employeeId)
  assert(employee !== undefined, 'an employee is never deleted')
  const nameOf = async (actor: string) => {
    const id = employeeIdIn(actor)
    return id === undefined ? undefined : (await findEmployee(tx, cipher, id))?.name
  }
  const names = new Set<string>()
  for (const actor of by) names.add((await nameOf(actor)) ?? NO_EMPLOYEE)
  const payload = {
    employeeId,
    name: employee.name,
    facts: [
      ...facts,
      { label: 'When', value: spoken(now) },
      ...(from === undefined ? [] : [{ label: 'From', value: placeOf(from) }]),
      ...(names.size === 0 ? [] : [{ label: 'By', value: [...names].join(' and ') }]),
    ],
    link: `${deskOrigin(config)}${page}`,
  }
  return { recipient: employee.email, payload }
}

/** "March 3, 2026 at 10:00 AM EST" */
const spoken = (instant: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: NEW_YORK, dateStyle: 'long', timeStyle: 'long' })
    .format(instant)
    .replace(/:\d\d (?=[AP]M)/u, ' ')
    .replace(/[\u202f\u00a0]/gu, ' ')

/** "Chrome on Windows, address 203.0.113.7" */
function placeOf({ ip, userAgent }: NonNullable<StaffNoticeRequest['from']>): string {
  const { browser, system } = deviceName(userAgent)
  return `${browser ?? 'an unknown browser'} on ${system ?? 'an unknown system'}, address ${ip}`
}

/** Whether a queued notice is for an employee: those are the lender's own, of no portfolio. */
export const isToEmployee = ({ portfolioId }: Pick<QueuedNotice, 'portfolioId'>): boolean =>
  portfolioId === WHOLE_SERVER

/** What was queued for an employee: typed by its kind then, and the same by its seal. */
export const staffNoticeOf = ({ payload }: Pick<QueuedNotice, 'payload'>): StaffNotice =>
  payload as unknown as StaffNotice

/** A queued notice to an employee as a mail of the desk. */
export function staffMail(
  { delivery, operationsHost }: Pick<Deps['config'], 'delivery' | 'operationsHost'>,
  notice: QueuedNotice,
): Mail {
  const words = staffMailText(notice.kind as StaffNoticeKind, staffNoticeOf(notice))
  const { subject } = words
  return {
    to: notice.recipient,
    from: `"${SENDER}" <${delivery.mailFrom}>`,
    subject,
    text: `${plainText(words)}\n`,
    html: mailShell(DESK, 'en', subject, markup(words)),
    headers: { 'Auto-Submitted': 'auto-generated' },
    messageId: `<${notice.portfolioId}.${notice.noticeId}@${operationsHost ?? 'desk'}>`,
  }
}

const lineOf = ({ label, value }: StaffFact): string => `${label}: ${value}`

const plainText = ({ greeting, said, facts, advice, link }: StaffMailText): string =>
  [greeting, said, facts.map(lineOf).join('\n'), `${advice}\n${link}`].join('\n\n')

function markup({ greeting, said, facts, advice, link }: StaffMailText): string {
  const lines = facts.map((fact) => `<li>${escapeHtml(lineOf(fact))}</li>`).join('')
  const address = escapeHtml(link)
  return [
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(said)}</p>`,
    `<ul>${lines}</ul>`,
    `<p>${escapeHtml(advice)}<br><a href="${address}">${address}</a></p>`,
  ].join('\n')
}
