import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import type { NoticeValues } from '@dolphin/domain/notices/notice-kind'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { dateIn } from '@dolphin/domain/time/new-york'
import { pageAddress } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { adverseActionMail, type DeclineWords, queueLetter } from './adverse-action.ts'

/** What the notice of a counteroffer says. */
export interface CounterofferNotice {
  /** One to four, the weightiest first. */
  readonly words: readonly DeclineWords[]
  /** What is not offered, as askedWords names it. */
  readonly asked: Localized
  /** What is offered, as offeredWords names it. */
  readonly offered: Localized
  /** The end of the offer. */
  readonly until: Date
}

/** What the notice of a counteroffer would say now, and to whom it would go; undefined where no address is known. */
export async function counterofferMail(
  deps: Pick<Deps, 'portfolios' | 'cipher' | 'config'>,
  executor: Executor,
  loan: Loan,
  { words, asked, offered, until, now }: CounterofferNotice & { readonly now: Date },
): Promise<{ readonly recipient: string | undefined; readonly values: NoticeValues<'counteroffer'> }> {
  const portfolio = deps.portfolios.byId(loan.portfolioId)?.portfolio
  assert(portfolio !== undefined, 'a loan belongs to a portfolio that is served')
  const { recipient, values } = await adverseActionMail(deps, { tx: executor, now }, loan, words)
  const { fullName, loanNo, noticeDate, reasons } = values
  return {
    recipient,
    values: {
      fullName,
      loanNo,
      noticeDate,
      reasons,
      asked,
      offered,
      validUntil: writtenDay(dateIn(until, portfolio.timeZone)),
      link: pageAddress(deps.config, portfolio, '/home'),
    },
  }
}

/**
 * Queues the one notice that is counteroffer and adverse action together, in the transaction that counters: the mail, and
 * the letter under Documents. No second notice is due where the borrower does not take the offer.
 * Source: Regulation B, 12 CFR 1002.9(a)(1), (a)(2), comment 9(a)(1)-6; sample form C-4.
 */
export async function queueCounteroffer(
  deps: Pick<Deps, 'portfolios' | 'cipher' | 'notices' | 'jobs' | 'config'>,
  unit: UnitOfWork,
  loan: Loan,
  notice: CounterofferNotice & { readonly decisionNo: string },
): Promise<void> {
  const { portfolioId, loanNo, openId } = loan
  const { words, asked, offered, until, decisionNo } = notice
  const { recipient, values } = await counterofferMail(deps, unit.tx, loan, { ...notice, now: unit.now })
  if (recipient !== undefined) {
    const dedupKey = `counteroffer/${loanNo}/${decisionNo}`
    await deps.notices.send(unit, {
      portfolioId,
      loanNo,
      openId,
      kind: 'counteroffer',
      recipient,
      dedupKey,
      values,
    })
  }
  const timeZone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone
  assert(timeZone !== undefined, 'a loan belongs to a portfolio that is served')
  const validThrough = formatLocalDate(dateIn(until, timeZone))
  const instead = { decisionNo, asked, offered, validThrough }
  await queueLetter(deps, unit, loan, { words, instead })
}
