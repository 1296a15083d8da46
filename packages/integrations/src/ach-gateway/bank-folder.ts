import { join } from 'node:path'
import { writeOnce } from '../objects/atomic-write.ts'
import { sha256Hex } from '../objects/object-key.ts'

/** Where the ACH files go that the bank fetches. */
export type BankFolder = {
  /**
   * Hands a whole file over, once. The same name with the same text is the same hand-over (a run repeated
   * after a crash); the same name with another text throws `BankFileConflict` and leaves the first as it is.
   */
  submit(fileName: string, text: string): Promise<BankFileReceipt>
}

export type BankFileReceipt = { readonly sha256: string; readonly alreadySubmitted: boolean }

/** The file name was handed over before with another content; sending both would move money twice. */
export class BankFileConflict extends Error {
  constructor(readonly fileName: string) {
    super(`another file was submitted as ${fileName}`)
    this.name = 'BankFileConflict'
  }
}

const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,90}(?:\.[A-Za-z0-9]{1,8})?$/

/** Writes to `outbox/` below the folder, which a transfer outside this product (SFTP) empties. */
export function createBankFolder(folder: string): BankFolder {
  return {
    async submit(fileName, text) {
      if (!FILE_NAME.test(fileName)) throw new RangeError('a bank file needs a plain name')
      const bytes = new TextEncoder().encode(text)
      const outcome = await writeOnce(join(folder, 'outbox', fileName), bytes)
      if (outcome === 'different') throw new BankFileConflict(fileName)
      return { sha256: sha256Hex(bytes), alreadySubmitted: outcome === 'same' }
    },
  }
}
