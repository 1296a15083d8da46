import { TransactionType } from '@dolphin/domain/payments/codes'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { ApplicationKey, LoanKey, Owner } from '@dolphin/database/driver/owner'
import type { Scene } from '@dolphin/api/testing/call-coverage/scene'

const PORTFOLIO = 118

/** What the repositories are asked about: rows that the scene is known to have. */
export interface NamedRows {
  readonly scene: Scene
  readonly db: Executor
  readonly now: Date
  readonly later: Date
  readonly owner: Owner
  readonly borrower: Owner
  /** On its way to being signed. */
  readonly ownLoan: LoanKey
  /** Funded. */
  readonly loan: LoanKey
  readonly application: ApplicationKey & { readonly customerKey: string }
  /** The credit that was sent. */
  readonly sent: {
    readonly portfolioId: number
    readonly transactionNo: string
    readonly traceNumber: string
  }
  readonly planNo: string
  /** An application without an owner. */
  readonly unowned: string
  readonly fileNo: string
  readonly basisHash: string
  readonly noticeKind: string
  readonly documentType: string
  /** Whom a link with a purpose stands for. */
  readonly link: { readonly tokenHash: string; readonly purpose: string }
  /** Where a loan has been: a status with its sub-status. */
  readonly been: { readonly status: number; readonly subStatus: string }
  /** The day of the borrower's third installment. */
  readonly thirdDay: string
  readonly noticeId: string
}

/** Looks them up once, before there are twins. */
export async function nameRows(scene: Scene): Promise<NamedRows> {
  const { database, clock } = scene.api
  const loan = { portfolioId: PORTFOLIO, loanNo: scene.borrower.loanNo }
  const credit = (await listTransactions(database.db, loan)).find(
    ({ type }) => type === TransactionType.credit,
  )
  const plan = await findCurrentPlan(database.db, loan)
  const text = async (query: string): Promise<string> => {
    const { rows } = await database.executeSql(query)
    return String((rows[0] as { text: string } | undefined)?.text)
  }
  const documentType = await text(
    'select document_type as text from documents where portfolio_id = 118 limit 1',
  )
  const linked = `from resources where portfolio_id = 118 and purpose = (select purpose from resources
    where portfolio_id = 118 order by token_hash limit 1) order by token_hash limit 1`
  const been =
    'from loan_history where portfolio_id = 118 and to_sub_status is not null order by loan_no, sequence limit 1'
  return {
    scene,
    noticeKind: await text(
      'select kind as text from outbox where portfolio_id = 118 order by notice_id limit 1',
    ),
    documentType,
    link: {
      tokenHash: await text(`select token_hash as text ${linked}`),
      purpose: await text(`select purpose as text ${linked}`),
    },
    been: {
      status: Number(await text(`select to_status as text ${been}`)),
      subStatus: await text(`select to_sub_status as text ${been}`),
    },
    thirdDay: await text(
      `select due_date::text as text from installments where portfolio_id = 118 and loan_no = '${loan.loanNo}' and number = 3`,
    ),
    db: database.db,
    now: clock.now(),
    later: new Date(clock.now().getTime() + 1_000),
    owner: { portfolioId: PORTFOLIO, openId: scene.owner.openId },
    borrower: { portfolioId: PORTFOLIO, openId: scene.borrower.client.openId },
    ownLoan: { portfolioId: PORTFOLIO, loanNo: scene.loanNo },
    loan,
    application: {
      portfolioId: PORTFOLIO,
      customerKey: scene.owner.openId,
      applicationNo: scene.applicationNo,
    },
    sent: {
      portfolioId: PORTFOLIO,
      transactionNo: credit?.transactionNo ?? '',
      traceNumber: credit?.traceNumber ?? '',
    },
    unowned: await text('select application_no as text from applications where open_id is null limit 1'),
    planNo: plan?.plan.planNo ?? '',
    fileNo: await text('select file_no as text from ach_files limit 1'),
    basisHash: await text('select basis_hash as text from decision_bases where portfolio_id = 118 limit 1'),
    noticeId: await text('select notice_id as text from paper_notices where portfolio_id = 118 limit 1'),
  }
}
