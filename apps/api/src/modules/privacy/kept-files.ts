import { findCustomer } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import type { Owner } from '@dolphin/database/driver/owner'
import { listOwnLoans } from '@dolphin/database/loans/loan-repository'
import { type DueRecord, listRecordsOfLoans } from '@dolphin/database/retention/due-repository'
import { listOpenHolds } from '@dolphin/database/retention/hold-repository'
import { type Hold, isHeld } from '@dolphin/domain/retention/hold'
import type { KeptFor } from '@dolphin/domain/retention/kept-words'
import { keptUntil, loanMonths, RETENTION } from '@dolphin/domain/retention/schedule'
import type { Deps } from '../../deps.ts'

/** The file of a loan or application that is kept although its owner asks for deletion. */
export interface KeptFile {
  readonly loanNo: string
  readonly why: KeptFor
  /** Null while its period has not begun, or a legal matter lasts. */
  readonly until: Date | null
}

/** What of a customer's files may be erased now, and what is kept. */
export interface FilesOfPerson {
  readonly erasable: readonly DueRecord[]
  readonly kept: readonly KeptFile[]
  readonly isPersonHeld: boolean
}

const FILE_CLASSES = ['fundedLoan', 'undoneApplication', 'neverSubmittedDraft'] as const

/** Judges each file of a customer by the table of retention and the legal holds. */
export async function filesOfPerson(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  owner: Owner,
): Promise<FilesOfPerson> {
  const { portfolioId, openId } = owner
  const loanNos = (await listOwnLoans(executor, owner)).map(({ loanNo }) => loanNo)
  // Holds are of no customer, and the erase log neither: both are judged for the loans that were just found as the owner's.
  const { holds, records } = await bypassRowSecurity(() => judgedBy(executor, portfolioId, loanNos))
  const state = (await findCustomer(executor, cipher, owner))?.profile.address?.state
  const erasable = records.filter(
    (record) => record.recordClass === 'neverSubmittedDraft' && !isHeld(holds, record),
  )
  const erased = new Set(erasable.map(({ key }) => key))
  const kept = loanNos
    .filter((loanNo) => !erased.has(loanNo))
    .map((loanNo) =>
      keptFile(
        loanNo,
        records.find(({ key }) => key === loanNo),
        { holds, state },
      ),
    )
  const person = {
    portfolioId,
    recordClass: 'abandonedAccount' as const,
    openIds: [openId],
    loanNo: null,
    applicationNo: null,
  }
  return { erasable, kept, isPersonHeld: isHeld(holds, person) }
}

async function judgedBy(executor: Executor, portfolioId: number, loanNos: readonly string[]) {
  const holds = await listOpenHolds(executor)
  const records: DueRecord[] = []
  for (const one of FILE_CLASSES)
    records.push(...(await listRecordsOfLoans(executor, one, portfolioId, loanNos)))
  return { holds, records }
}

function keptFile(
  loanNo: string,
  record: DueRecord | undefined,
  { holds, state }: { readonly holds: readonly Hold[]; readonly state: string | undefined },
): KeptFile {
  if (record === undefined) return { loanNo, why: 'openFile', until: null }
  if (isHeld(holds, record)) return { loanNo, why: 'hold', until: null }
  const { since } = record
  return record.recordClass === 'fundedLoan'
    ? { loanNo, why: 'fundedLoan', until: keptUntil(since, { months: loanMonths(state) }) }
    : { loanNo, why: 'undoneApplication', until: keptUntil(since, RETENTION.undoneApplication.period) }
}
