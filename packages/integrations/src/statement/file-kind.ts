import type { Localized } from '@dolphin/domain/portfolios/localized'

const words = (en: string, es: string): Localized => ({ en, es })

export const PNG_FILE = words('a PNG picture', 'una imagen PNG')
export const PDF_FILE = words('a PDF file', 'un archivo PDF')
export const JPEG_FILE = words('a JPEG picture', 'una imagen JPEG')
const WORKBOOK = words('an Excel workbook', 'un libro de Excel')
const PROGRAM = words('a program', 'un programa')
const FILM = words('a HEIC picture or a film', 'una imagen HEIC o un video')

const HEADS: readonly (readonly [words: Localized, head: string])[] = [
  [PNG_FILE, '\x89PNG\r\n\x1a\n'],
  [PDF_FILE, '%PDF-'],
  [words('a ZIP file or an Excel workbook', 'un archivo ZIP o un libro de Excel'), 'PK\x03\x04'],
  [words('a ZIP file', 'un archivo ZIP'), 'PK\x05\x06'],
  [WORKBOOK, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  [JPEG_FILE, '\xff\xd8\xff'],
  [words('a GIF picture', 'una imagen GIF'), 'GIF8'],
  [words('a compressed file', 'un archivo comprimido'), '\x1f\x8b'],
  [PROGRAM, 'MZ'],
  [PROGRAM, '\x7fELF'],
]

/** What a file is by its first bytes, in words; undefined where they are none that is known. Source: ASVS 5.2.2. */
export function fileKind(bytes: Uint8Array): Localized | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (head.slice(4, 8) === 'ftyp') return FILM
  return HEADS.find(([, begin]) => head.startsWith(begin))?.[0]
}

/** The ending of a file's name in small letters, without its dot; undefined where it has none. */
export const fileEnding = (fileName: string): string | undefined =>
  /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
