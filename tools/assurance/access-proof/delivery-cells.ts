import { DAY_MS } from '@dolphin/domain/time/durations'
import * as delivery from '@dolphin/database/notices/delivery-repository'
import { findMail } from '@dolphin/database/notices/mail-repository'
import { retryNotices } from '@dolphin/database/notices/outbox-repository'
import * as paper from '@dolphin/database/notices/paper-notice-repository'
import * as suspended from '@dolphin/database/notices/suspended-address-repository'
import { NOTICE_KINDS } from '@dolphin/domain/notices/notice-kind'
import { ADDRESS_INDEX } from './more-rows.ts'
import type { Ask } from './people-cells.ts'

const PORTFOLIO = 118
const ELSEWHERE = 999

const unknownNotices = (now: Date) => ({
  kinds: NOTICE_KINDS,
  sentBefore: new Date(now.getTime() + DAY_MS),
  limit: 50,
})

/** Repositories of what became of notices, asked as the features ask them, and by another portfolio's number. */
export const DELIVERY_CELLS: Readonly<Record<string, Ask>> = {
  setDeliveryElsewhere: ({ db, noticeId, now }) =>
    delivery.setDelivery(
      db,
      { portfolioId: ELSEWHERE, noticeId },
      { delivery: 'complained', addressIndex: '', at: now },
    ),
  listSoftFailures: ({ db, owner }) => delivery.listSoftFailures(db, owner, ADDRESS_INDEX),
  listSoftFailuresElsewhere: ({ db, owner }) =>
    delivery.listSoftFailures(db, { ...owner, portfolioId: ELSEWHERE }, ADDRESS_INDEX),
  listSoftFailuresOfAnother: ({ db, borrower }) => delivery.listSoftFailures(db, borrower, ADDRESS_INDEX),
  listUndeliveredElsewhere: ({ db }) => delivery.listUndelivered(db, ELSEWHERE, { limit: 50 }),
  listUndelivered: ({ db }) => delivery.listUndelivered(db, PORTFOLIO, { limit: 50 }),
  listUnknownElsewhere: ({ db, now }) => delivery.listUnknown(db, ELSEWHERE, unknownNotices(now)),
  listUnknown: ({ db, now }) => delivery.listUnknown(db, PORTFOLIO, unknownNotices(now)),
  listDeliveryEventsElsewhere: ({ db, loan }) =>
    delivery.listDeliveryEvents(db, { ...loan, portfolioId: ELSEWHERE }),
  listDeliveryOfLoanElsewhere: async ({ db, loan }) => [
    ...(await delivery.listDeliveryOfLoan(db, { ...loan, portfolioId: ELSEWHERE })),
  ],
  async findMailElsewhere({ db, scene, noticeId }) {
    const { cipher } = scene.api.deps
    return await findMail(db, cipher, { portfolioId: ELSEWHERE, mailId: noticeId })
  },
  async retryNotices({ db, now }) {
    await db.execute("update outbox set sent_at = null, delivery = 'rejected'")
    const which = { portfolioId: PORTFOLIO, kinds: NOTICE_KINDS, states: ['rejected'] } as const
    return await retryNotices(db, which, now)
  },
  markPaperMailedElsewhere: ({ db, noticeId, now }) =>
    paper.markPaperMailed(db, { portfolioId: ELSEWHERE, noticeId }, { by: 'test', at: now }),
  listPaperNoticesElsewhere: ({ db, scene }) =>
    paper.listPaperNotices(db, scene.api.deps.cipher, ELSEWHERE, 50),
  listPaperNoticesOfLoanElsewhere: ({ db, scene, loan }) =>
    paper.listPaperNoticesOfLoan(db, scene.api.deps.cipher, { ...loan, portfolioId: ELSEWHERE }),
  liftSuspension: ({ db, owner }) => suspended.liftSuspension(db, owner, ADDRESS_INDEX),
  liftSuspensionElsewhere: ({ db, owner }) =>
    suspended.liftSuspension(db, { ...owner, portfolioId: ELSEWHERE }, ADDRESS_INDEX),
}
