const HEADS: readonly (readonly [words: string, head: string])[] = [
  ['a PNG picture', '\x89PNG\r\n\x1a\n'],
  ['a PDF file', '%PDF-'],
  ['a ZIP file or an Excel workbook', 'PK\x03\x04'],
  ['a ZIP file', 'PK\x05\x06'],
  ['an Excel workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['a JPEG picture', '\xff\xd8\xff'],
  ['a GIF picture', 'GIF8'],
  ['a compressed file', '\x1f\x8b'],
  ['a program', 'MZ'],
  ['a program', '\x7fELF'],
]
export const [PNG_FILE, PDF_FILE, JPEG_FILE] = ['a PNG picture', 'a PDF file', 'a JPEG picture']

/** What a file is by its first bytes, in words; undefined where they are none that is known. Source: ASVS 5.2.2. */
export function fileKind(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (head.slice(4, 8) === 'ftyp') return 'a HEIC picture or a film'
  return HEADS.find(([, begin]) => head.startsWith(begin))?.[0]
}

/** The ending of a file's name in small letters, without its dot; undefined where it has none. */
export const fileEnding = (fileName: string): string | undefined =>
  /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
