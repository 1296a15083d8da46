import { createHash } from 'node:crypto'

/** A key of 32 bytes as 64 hexadecimal digits, always the same one for a name: as random as production wants it. */
export const sampleKey = (name: string): string => createHash('sha256').update(`sample ${name}`).digest('hex')
