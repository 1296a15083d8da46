import type { Localized } from '@dolphin/domain/portfolios/localized'
import { fileEnding, fileKind, JPEG_FILE, PDF_FILE, PNG_FILE } from './file-kind.ts'
import { namesHugePicture, plainNames } from './pdf-pictures.ts'
import { cleanJpeg } from './read-jpeg.ts'
import { cleanPng, type PictureProblem } from './read-png.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

export interface DocumentFile {
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** `otherType`: no PDF, JPEG or PNG by its name; `otherContent`: its name says another kind than its bytes. */
export type DocumentProblem = PictureProblem | 'empty' | 'tooLarge' | 'otherType' | 'otherContent'

/** What a file is. A picture is written anew; a PDF is not read here, so a person opens it on a machine made for that. */
export type DocumentInspection =
  | { readonly verdict: 'png' | 'jpg'; readonly bytes: Uint8Array }
  | { readonly verdict: 'pdf' }
  | { readonly verdict: 'refused'; readonly problem: DocumentProblem }

type Kind = Exclude<DocumentInspection['verdict'], 'refused'>

const ENDINGS: Readonly<Record<string, Kind>> = { pdf: 'pdf', png: 'png', jpg: 'jpg', jpeg: 'jpg' }
const KINDS: Readonly<Record<Kind, Localized>> = { pdf: PDF_FILE, png: PNG_FILE, jpg: JPEG_FILE }

/** Judges a document by its name, its first bytes and, a picture, by reading it; they must agree. Source: ASVS 5.2.2. */
export function inspectDocument({ fileName, bytes }: DocumentFile): DocumentInspection {
  const named = ENDINGS[fileEnding(fileName) ?? '']
  if (named === undefined) return refused('otherType')
  if (bytes.length === 0) return refused('empty')
  if (bytes.length > STATEMENT_LIMITS.bytes) return refused('tooLarge')
  if (fileKind(bytes) !== KINDS[named]) return refused('otherContent')
  if (named === 'pdf')
    return namesHugePicture(plainNames(bytes)) ? refused('tooManyBytes') : { verdict: 'pdf' }
  const picture = named === 'png' ? cleanPng(bytes) : cleanJpeg(bytes)
  if (picture === 'bytesBehindEnd') return refused('damaged')
  if (typeof picture === 'string') return refused(picture)
  return { verdict: named, bytes: 'bytes' in picture ? picture.bytes : picture }
}

const refused = (problem: DocumentProblem): DocumentInspection => ({ verdict: 'refused', problem })
