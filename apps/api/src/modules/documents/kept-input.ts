import type { SignatureMark } from '@dolphin/domain/documents/document-model'
import { assert } from '@dolphin/domain/assert'
import type { ObjectStore } from '@dolphin/integrations/objects/object-store'
import { storeFile } from './document-vault.ts'

/** How cents stand in a kept file: JSON has no whole numbers of any size. */
const CENTS = 'cents'

/**
 * Keeps what a document to sign was made of, so that the same document can be made again at signing, whatever became
 * of the portfolio's data since; answers the key.
 */
export async function keepInput(objects: ObjectStore, portfolioId: number, input: object): Promise<string> {
  const text = JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'bigint' ? { [CENTS]: value.toString() } : value,
  )
  return (await storeFile(objects, portfolioId, { bytes: Buffer.from(text), extension: 'json' })).objectKey
}

/** What keepInput kept, for the same kind of document. The store checks that it is, to the byte, what its key promises. */
export async function readInput<Input extends object>(objects: ObjectStore, key: unknown): Promise<Input> {
  const text = await readText(objects, key)
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(CENTS in value)) return value
    return BigInt(String(value[CENTS]))
  }) as Input
}

/** Keeps the mark of a signer: a pen's strokes are too long for a row. */
export async function storeSignatureMark(
  objects: ObjectStore,
  portfolioId: number,
  mark: SignatureMark,
): Promise<string> {
  return (
    await storeFile(objects, portfolioId, { bytes: Buffer.from(JSON.stringify(mark)), extension: 'json' })
  ).objectKey
}

export async function readSignatureMark(objects: ObjectStore, key: unknown): Promise<SignatureMark> {
  return JSON.parse(await readText(objects, key)) as SignatureMark
}

async function readText(objects: ObjectStore, key: unknown): Promise<string> {
  const bytes = typeof key === 'string' ? await objects.get(key) : undefined
  assert(bytes !== undefined, 'what a signing rests on is kept')
  return Buffer.from(bytes).toString('utf8')
}
