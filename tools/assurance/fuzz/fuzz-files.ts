import { readFileSync } from 'node:fs'
import type { CallName } from '@dolphin/contract/registry'
import { SAMPLE_CSV, sampleJpeg, samplePng } from '@dolphin/integrations/statement/sample-statements'
import { mutatedBytes } from '@dolphin/testkit/mutated-bytes'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import type { TestApi } from '@dolphin/api/testing/api-fixture'
import { bankFile } from '@dolphin/api/testing/bank-returns'
import type { Scene } from '@dolphin/api/testing/call-coverage/scene'
import { documentBytes } from '@dolphin/api/testing/signing-sessions'
import { anyOf, type Draw, inPercent, oneOf } from '@dolphin/api/testing/odd-input/draw'
import type { FuzzFile } from './wire-request.ts'

const CSV: FuzzFile = { name: 'statement.csv', type: 'text/csv', bytes: Buffer.from(SAMPLE_CSV) }
const JPEG: FuzzFile = { name: 'front.jpg', type: 'image/jpeg', bytes: sampleJpeg() }
const DIRECTORY: FuzzFile = {
  name: 'fedach.txt',
  type: 'text/plain',
  bytes: readFileSync(new URL('../../../data/bank-directory/sample.txt', import.meta.url)),
}
const PNG: FuzzFile = { name: 'statement.png', type: 'image/png', bytes: samplePng() }

/** Files that only a round's own people have. */
export interface OwnFiles {
  readonly document: FuzzFile
  readonly returns: FuzzFile
}

/** A paper of the owner, and what the borrower's bank would say of the credit. */
export async function ownFiles(api: TestApi, { owner, signing, borrower }: Scene): Promise<OwnFiles> {
  const pdf = await documentBytes(api, owner, signing.details.proofDocumentNo)
  const transactions = await listTransactions(api.database.db, borrower)
  const news = transactions.map((transaction) => ({ transaction, code: 'R03' }))
  return {
    document: { name: 'agreement.pdf', type: 'application/pdf', bytes: pdf },
    returns: { name: 'returns.ach', type: 'text/plain', bytes: bankFile(news) },
  }
}

/** Files that belong to a call, and some that belong to another. */
export function filesOf(call: CallName, { document, returns }: OwnFiles): readonly FuzzFile[] {
  if (call === 'uploadBankStatement') return [CSV, PNG, document]
  if (call === 'uploadRequestedDocument') return [JPEG, PNG, document]
  if (call === 'verifyDocument') return [document]
  if (call === 'importBankDirectory') return [DIRECTORY, returns]
  return call === 'importReturn' ? [returns] : []
}

/** A file as it is, with edits, under another name, or none at all. */
export function anyFile(draw: Draw, files: readonly FuzzFile[]): FuzzFile | undefined {
  const file = anyOf(draw, files)
  if (file === undefined || inPercent(draw, 5)) return undefined
  const bytes = inPercent(draw, 70) ? draw(mutatedBytes, file.bytes) : file.bytes
  const name = inPercent(draw, 20)
    ? oneOf(draw, ['../../x.csv', 'a"b.png', 'statement', '\u202egnp.csv', `${'n'.repeat(3_000)}.csv`])
    : file.name
  return { ...file, name, bytes }
}
