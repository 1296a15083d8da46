import { assert } from '@dolphin/domain/assert'

/** One object of the file: its number, and its text between `obj` and `endobj`. */
interface PdfObject {
  readonly number: number
  readonly text: string
}

/**
 * Appends an update that puts the signature field of a prepared file into its structure: a Form element under the
 * document, the way back from the field to it, and a name for those who cannot see it. What was there stays byte for
 * byte. Needs the file as our renderer writes it. Source: ISO 14289-1 (PDF/UA-1) 7.18.1, 7.18.4.
 */
export function tagSignatureField(pdf: Buffer, name: string): Buffer {
  const latin = pdf.toString('latin1')
  const size = numberAfter(latin, '/Size ')
  const field = objectNow(latin, numberBefore(latin, '/Subtype /Widget'))
  const tree = objectNow(latin, numberAfter(latin, '/StructTreeRoot '))
  const root = objectNow(latin, numberAfter(tree.text, '/K ['))
  const key = numberAfter(tree.text, '/ParentTreeNextKey ')
  const page = numberAfter(field.text, '/P ')
  const form: PdfObject = {
    number: size,
    text: `<<\n/Type /StructElem\n/S /Form\n/P ${root.number} 0 R\n/K <<\n/Type /OBJR\n/Obj ${field.number} 0 R\n/Pg ${page} 0 R\n>>\n>>`,
  }
  return appendUpdate(pdf, size + 1, [
    form,
    replaced(field, /\n>>\s*$/, `\n/StructParent ${key}\n/TU ${pdfText(name)}\n>>`),
    replaced(root, /\/K \[/, `/K [${form.number} 0 R `),
    replaced(
      withKey(tree, key),
      /\]\s*>>\s*\/ParentTreeNextKey/,
      `  ${key} ${form.number} 0 R\n]\n>>\n/ParentTreeNextKey`,
    ),
  ])
}

/** The keys of a document of one page have no limits: there is but one. */
const withKey = ({ number, text }: PdfObject, key: number): PdfObject =>
  replaced(
    { number, text: text.replace(/\/Limits \[\d+ \d+\]/, () => `/Limits [0 ${key}]`) },
    `/ParentTreeNextKey ${key}`,
    `/ParentTreeNextKey ${key + 1}`,
  )

function replaced({ number, text }: PdfObject, what: RegExp | string, by: string): PdfObject {
  const changed = text.replace(what, () => by)
  assert(changed !== text, `the PDF has ${String(what)}`)
  return { number, text: changed }
}

/** An object as its last update left it. */
function objectNow(pdf: string, number: number): PdfObject {
  const head = `\n${number} 0 obj\n`
  const at = pdf.lastIndexOf(head)
  assert(at >= 0, `the PDF has object ${number}`)
  const start = at + head.length
  return { number, text: pdf.slice(start, pdf.indexOf('endobj', start)).trimEnd() }
}

function numberAfter(text: string, words: string): number {
  const at = text.lastIndexOf(words)
  const number = Number.parseInt(text.slice(at + words.length), 10)
  assert(at >= 0 && Number.isInteger(number), `the PDF has a number after ${words}`)
  return number
}

/** The number of the last object that has the words. */
function numberBefore(pdf: string, words: string): number {
  const before = pdf.slice(0, pdf.lastIndexOf(words))
  return Number.parseInt(before.slice(before.lastIndexOf('\n', before.lastIndexOf(' 0 obj'))), 10)
}

/** Any text as a hexadecimal string: UTF-16 with its mark, so that a name with an accent stays itself. */
const pdfText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

function appendUpdate(pdf: Buffer, size: number, objects: readonly PdfObject[]): Buffer {
  const latin = pdf.toString('latin1')
  const parts = [pdf]
  let at = pdf.length
  const add = (text: string) => {
    parts.push(Buffer.from(text, 'latin1'))
    at += text.length
  }
  add('\n')
  const rows = objects.map(({ number, text }) => {
    const row = `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    add(`${number} 0 obj\n${text}\nendobj\n`)
    return row
  })
  const table = at
  const trailer = [
    `/Size ${size}`,
    `/Root ${numberAfter(latin, '/Root ')} 0 R`,
    `/Info ${numberAfter(latin, '/Info ')} 0 R`,
    `/Prev ${numberAfter(latin, 'startxref\n')}`,
  ]
  add(`xref\n${rows.join('')}trailer\n<<\n${trailer.join('\n')}\n>>\nstartxref\n${table}\n%%EOF`)
  return Buffer.concat(parts)
}
