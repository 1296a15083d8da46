import { forgetAnswers } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { listOwnLoans, lockLoan } from '@dolphin/database/loans/loan-repository'
import { type DueRecord, type ListedClass, subjectOf } from '@dolphin/database/retention/due-repository'
import {
  type Erasure,
  eraseAccount,
  eraseByKey,
  eraseDocument,
  eraseLoan,
  eraseWordsOfHolds,
  insertErasure,
  insertKeyRemoval,
  insertObjectRemoval,
  listLetterObjects,
  listSigningObjects,
} from '@dolphin/database/retention/erase-repository'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { isOver, moveLoan, type TransitionDeps } from '../loans/loan-moves.ts'

export type EraseDeps = Pick<Deps, 'cipher'> & TransitionDeps

/** What is erased: the record, but for its trigger. */
type Erased = Pick<DueRecord, 'recordClass' | 'portfolioId' | 'key' | 'openIds' | 'loanNo' | 'applicationNo'>

/**
 * Erases a record and notes it in the erase log, in the caller's transaction, which holds the erasing lock and has asked
 * for holds. Again is harmless. Bytes of documents, which the log names by their object, and the keys of what is erased are
 * removed afterward (remove-objects.ts). Opens nothing that a destroyed key closes.
 *
 * Errors: `loanStatusInvalid` for a draft that cannot end, in which nothing was decided.
 */
export async function eraseRecord(
  deps: EraseDeps,
  unit: UnitOfWork,
  record: Erased,
  cause: Erasure['cause'],
): Promise<Result<undefined>> {
  const { recordClass, portfolioId } = record
  const { tx, now: at } = unit
  const note = (subject: string) => insertErasure(tx, { portfolioId, recordClass, subject, cause, at })
  const noteObject = async (objectKey: string) => {
    await note(`object/${objectKey}`)
    await insertObjectRemoval(tx, { objectKey, notedAt: at })
  }
  const erased = await METHODS[recordClass](deps, unit, record, noteObject)
  if (!erased.ok) return erased
  await note(subjectOf(record))
  return ok(undefined)
}

/** Notes an object in the erase log, and for the store to let go of. */
type NoteObject = (objectKey: string) => Promise<void>
type Method = (
  deps: EraseDeps,
  unit: UnitOfWork,
  record: Erased,
  noteObject: NoteObject,
) => Promise<Result<undefined>>

const DONE = ok(undefined)

async function byKey(_deps: EraseDeps, { tx }: UnitOfWork, { recordClass, portfolioId, key }: Erased) {
  await eraseByKey(tx, recordClass, portfolioId, key)
  return DONE
}

/** What has a key of its own takes it along. */
function byKeyWithItsOwn(kind: 'request' | 'approval'): Method {
  return async (deps, unit, record) => {
    await byKey(deps, unit, record)
    await insertKeyRemoval(unit.tx, deps.cipher, `${kind}/${record.portfolioId}/${record.key}`, unit.now)
    return DONE
  }
}

async function oneDocument(
  _deps: EraseDeps,
  { tx }: UnitOfWork,
  { portfolioId, key }: Erased,
  noteObject: NoteObject,
) {
  await eraseBytes(tx, portfolioId, key, noteObject)
  return DONE
}

const METHODS: Readonly<Record<ListedClass, Method>> = {
  fundedLoan: eraseFile,
  undoneApplication: eraseFile,
  neverSubmittedDraft: eraseFile,
  coveredBorrowerCheck: oneDocument,
  unusedUpload: oneDocument,
  async begunAnswers({ cipher }, { tx }, { portfolioId, key }) {
    await forgetAnswers(tx, cipher, { portfolioId, openId: key }, 'begun')
    return DONE
  },
  async abandonedAccount({ cipher }, { tx, now }, { portfolioId, key }) {
    await eraseAccount(tx, { portfolioId, openId: key })
    await eraseWordsOfHolds(tx, { portfolioId, scope: 'person', subject: key })
    await insertKeyRemoval(tx, cipher, `account/${portfolioId}/${key}`, now)
    return DONE
  },
  unusedBankReport: byKey,
  accountMessage: byKey,
  accountMail: byKey,
  auditTrail: byKey,
  dataRequest: byKeyWithItsOwn('request'),
  approval: byKeyWithItsOwn('approval'),
}

/** A draft ends before its answers go; what is over stays as it ended. */
async function endDraft(
  deps: EraseDeps,
  unit: UnitOfWork,
  { portfolioId, key }: Erased,
): Promise<Result<undefined>> {
  const loan = await lockLoan(unit.tx, { portfolioId, loanNo: key })
  if (loan === undefined || isOver(loan)) return DONE
  const cause = 'draft not sent in time'
  const moved = await moveLoan(deps, unit, loan, { event: 'lapsed', cause, actor: SYSTEM_ACTOR })
  return moved.ok ? DONE : moved
}

async function eraseFile(
  deps: EraseDeps,
  unit: UnitOfWork,
  record: Erased,
  noteObject: NoteObject,
): Promise<Result<undefined>> {
  const ended = await endDraft(deps, unit, record)
  if (!ended.ok) return ended
  const { cipher } = deps
  const { tx, now } = unit
  const { recordClass, portfolioId, key: loanNo, applicationNo, openIds } = record
  const loan = { portfolioId, loanNo }
  const letters = await listLetterObjects(tx, loan)
  const signings = await listSigningObjects(tx, loan)
  const outlives = (documentType: number) =>
    recordClass === 'fundedLoan' && documentType === DocumentType.militaryCertificate
  for (const { documentNo, documentType } of await listDocumentsOfLoan(tx, loan))
    if (!outlives(documentType)) await eraseBytes(tx, portfolioId, documentNo, noteObject)
  await eraseLoan(tx, loan)
  await eraseWordsOfHolds(tx, { portfolioId, scope: 'loan', subject: loanNo })
  await insertKeyRemoval(tx, cipher, `loan/${portfolioId}/${loanNo}`, now)
  if (applicationNo !== null) {
    await eraseWordsOfHolds(tx, { portfolioId, scope: 'application', subject: applicationNo })
    await insertKeyRemoval(tx, cipher, `application/${portfolioId}/${applicationNo}`, now)
  }
  for (const objectKey of [...letters, ...signings]) await noteObject(objectKey)
  for (const openId of openIds) {
    const owner = { portfolioId, openId }
    if ((await listOwnLoans(tx, owner)).length === 0) await forgetAnswers(tx, cipher, owner, 'all')
  }
  return DONE
}

async function eraseBytes(
  tx: Executor,
  portfolioId: number,
  documentNo: string,
  noteObject: NoteObject,
): Promise<void> {
  const objectKey = await eraseDocument(tx, portfolioId, documentNo)
  if (objectKey !== undefined) await noteObject(objectKey)
}
