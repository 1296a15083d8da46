import { unzipSync } from 'fflate'

/** The files of a ZIP by their names: for tests of what was packed. */
export const openArchive = (zip: Uint8Array): Readonly<Record<string, Uint8Array>> => unzipSync(zip)
