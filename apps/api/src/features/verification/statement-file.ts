import type { Upload } from '../../http/route.ts'

export type StatementKind = 'csv' | 'png' | 'pdf'

export const MEDIA_TYPES: Readonly<Record<StatementKind, string>> = {
  csv: 'text/csv',
  png: 'image/png',
  pdf: 'application/pdf',
}

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
const PDF_HEAD = [0x25, 0x50, 0x44, 0x46, 0x2d] as const
/** A picture of more points than any page needs is a bomb for who opens it. Source: security.md T16. */
const MOST_PIXELS = 40_000_000

/**
 * What a file is by its bytes; its name must agree, for a file that says two things is refused. Undefined for
 * everything that no statement is.
 */
export function statementKind({
  bytes,
  fileName,
}: Pick<Upload, 'bytes' | 'fileName'>): StatementKind | undefined {
  const kind = kindOfBytes(bytes)
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return kind === ending ? kind : undefined
}

function kindOfBytes(bytes: Uint8Array): StatementKind | undefined {
  if (startsWith(bytes, PNG_HEAD)) return isWholePng(bytes) ? 'png' : undefined
  if (startsWith(bytes, PDF_HEAD)) return 'pdf'
  return isPlainText(bytes) ? 'csv' : undefined
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte)

/** Chunks that follow each other from IHDR to IEND, nothing behind it, and a size that can be opened. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at: number = PNG_HEAD.length
  let chunks = 0
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const end = at + 12 + length
    if (end > bytes.length) return false
    if (chunks === 0) {
      if (name !== 'IHDR' || length !== 13) return false
      const pixels = view.getUint32(at + 8) * view.getUint32(at + 12)
      if (pixels === 0 || pixels > MOST_PIXELS) return false
    }
    if (name === 'IEND') return end === bytes.length
    at = end
    chunks += 1
  }
  return false
}

/** UTF-8 without control characters but tabs and line ends. */
function isPlainText(bytes: Uint8Array): boolean {
  if (
    bytes.length === 0 ||
    bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
  ) {
    return false
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
